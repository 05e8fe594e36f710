//===-- SharedCounter.cpp - shared-counter -------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Several threads count in one place: true sharing, which no layout cures.

#include "rules/RuleList.h"
#include "tool/model/LineConflicts.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace cachelint::rules {
namespace {

using namespace model;

/// One counter and who counts.
struct Counter {
  const ObjectTraffic &O;
  FieldSummary Field;
  std::vector<const FieldUse *> Steps; ///< that count
};

bool counts(const FieldUse &U) {
  return U.A->Kind == AccessKind::ReadModifyWrite && U.A->How == Change::Up && !U.A->LockOperation;
}

/// A count that goes down as well is a level that somebody goes by; a value that is used is a
/// ticket. Neither can be kept by each thread for itself.
bool isMereCount(const FieldTraffic &F) {
  return llvm::none_of(F.Uses, [](const FieldUse &U) {
    return U.A->How == Change::Down || (U.A->Kind == AccessKind::ReadModifyWrite && !counts(U)) ||
           (U.A->Atomic && U.A->ResultUsed);
  });
}

/// What is counted under a lock costs no more than the lock.
bool underLock(const Program &P, const Access &A) {
  const FunctionContext *C = P.contextOf(A.Function);
  return !A.Locks.empty() || (C && !C->Locks.empty());
}

/// Two threads count in the object that all uses are known to reach.
bool isShared(const Program &P, const Counter &C) {
  std::vector<ThreadSide> All;
  for (const FieldUse *U : C.Steps) {
    if (U->Via != Reach::One)
      continue;
    for (const ThreadSide &S : sidesOf(P, U->A->Function))
      if (!S.Assumed)
        All.push_back(S);
  }
  return differentThreads(All, All);
}

/// All that count are called by a dispatcher, which tells nothing of how often.
bool isSeldom(const Program &P, const Counter &C) {
  return llvm::all_of(C.Steps, [&](const FieldUse *U) {
    const FunctionContext *Context = P.contextOf(U->A->Function);
    return Context && Context->Indirect;
  });
}

class SharedCounter : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{
        "shared-counter",
        "Several threads increment one counter, whose line moves between them "
        "each time.",
        Capability::AccessSites};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    if (S.Program.SingleThreaded)
      return;
    // Several objects of one type are one thing to repair.
    llvm::StringSet<> Said;
    for (const ObjectTraffic &O : S.Program.Objects)
      if (O.Best == Reach::One && O.Key.compare(0, 4, "any:") != 0)
        for (const FieldTraffic &F : O.Fields)
          if (std::optional<Finding> Found = checkField(S.Program, O, F))
            if (F.Chain.empty() || Said.insert(O.Record.str() + "::" + F.Path).second)
              Out.add(std::move(*Found));
  }

private:
  std::optional<Finding> checkField(const Program &P, const ObjectTraffic &O,
                                    const FieldTraffic &F) const {
    // Of an array of counters each element may have a thread of its own.
    if (!has(F.Traits, TypeTrait::Scalar | TypeTrait::Atomic) || F.Uses.empty() || !isMereCount(F))
      return std::nullopt;
    Counter C{O, summarize(P, F), {}};
    for (const FieldUse &U : F.Uses)
      if (counts(U) && !underLock(P, *U.A))
        C.Steps.push_back(&U);
    if (C.Steps.empty() || !isShared(P, C))
      return std::nullopt;
    return findingOf(P, C);
  }

  Finding findingOf(const Program &P, const Counter &C) const {
    Finding F;
    F.Rule = info().Id.str();
    F.Sure = isSeldom(P, C) ? Confidence::Low : Confidence::High;
    F.Level = F.Sure == Confidence::Low ? Severity::Note : Severity::Warning;
    F.OnePlace = true;
    nameSubject(P, C, F);
    std::vector<std::string> Threads, Said;
    for (const FieldUse *U : C.Steps) {
      F.Sites.push_back(U->A->Pos);
      for (const ThreadSide &S : sidesOf(P, U->A->Function))
        if (const Function *Fn = P.findFunction(S.Function))
          addOnce(Threads, Fn->Name.str());
      const Function *In = P.findFunction(U->A->Function);
      std::string Text = In ? fmt::format("counted here in '{}'", In->Name.str()) : "counted here";
      if (Said.size() < 3 && addOnce(Said, Text))
        F.Notes.push_back({U->A->Pos, Text});
    }
    std::string What = F.Field.empty() ? F.Variable : F.Field;
    F.Message =
        fmt::format("several threads increment the one counter '{}' (threads of {}), and its "
                    "line moves between them each time",
                    What, quotedList(Threads));
    F.Notes.push_back({F.Pos,
                       "an alignment does not help: let each thread count for itself, and add "
                       "up when somebody asks"});
    return F;
  }

  static void nameSubject(const Program &P, const Counter &C, Finding &F) {
    const FieldTraffic &Traffic = *C.Field.F;
    const Variable *V = C.O.VariableKey.empty() ? nullptr : P.findVariable(C.O.VariableKey);
    F.Variable = V ? V->Name.str() : C.O.Name;
    F.VariableKey = C.O.VariableKey;
    F.Pos = V ? V->Pos : C.Steps.front()->A->Pos;
    F.Identity = C.O.Key + "::" + Traffic.Path;
    if (Traffic.Chain.empty())
      return;
    const FieldRef &Ref = Traffic.Chain.back();
    F.Field = Ref.Name.str();
    F.RecordKey = Ref.Record;
    F.Bytes = {Traffic.Begin.bytes(), Traffic.End.bytesCeil()};
    const Record *R = P.findRecord(Ref.Record);
    if (!R)
      return;
    F.Record = R->Name.str();
    for (const Field &Member : R->Fields)
      if (Member.Name == Ref.Name)
        F.Pos = Member.Pos;
  }
};

} // namespace

CACHELINT_DEFINE_RULE(SharedCounter)

} // namespace cachelint::rules
