//===-- LineFindings.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/LineFindings.h"

#include "tool/model/Separation.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::rules {

using namespace model;

std::string LineWords::path(const FieldSummary &F) const {
  std::string Path;
  bool Inside = false;
  for (const FieldRef &Ref : F.F->Chain) {
    Inside |= Ref.Record == C.R->Key;
    if (Inside && !Ref.Name.empty())
      Path += (Path.empty() ? "" : ".") + Ref.Name.str();
  }
  return Path.empty() ? F.F->Path : Path;
}

std::string LineWords::fields(llvm::ArrayRef<unsigned> Indices) const {
  std::vector<std::string> Names;
  for (unsigned I : Indices)
    addOnce(Names, path(C.Fields[I]));
  return quotedList(Names);
}

std::string LineWords::functionName(Str Key) const {
  const Function *F = P.findFunction(Key);
  return F ? F->Name.str() : Key.str();
}

std::string LineWords::threads(llvm::ArrayRef<unsigned> Indices, bool Writing) const {
  std::vector<std::string> Names;
  bool Many = false;
  for (unsigned I : Indices)
    for (const FunctionUse &U : C.Fields[I].Uses)
      if (U.Writes || !Writing)
        for (const ThreadSide &S : U.Sides) {
          addOnce(Names, functionName(S.Function));
          Many |= S.Many;
        }
  return quotedList(Names) + (Many ? " (several threads)" : "");
}

std::string LineWords::functions(const FieldSummary &F, bool Writing) const {
  std::vector<std::string> Names;
  for (const FunctionUse &U : F.Uses)
    if (U.Writes == Writing)
      addOnce(Names, functionName(U.Function));
  return quotedList(Names);
}

std::vector<unsigned> LineWords::onlyDisturbed() const {
  std::vector<unsigned> Out;
  for (unsigned I : C.Disturbed)
    if (!llvm::is_contained(C.Written, I))
      Out.push_back(I);
  return Out;
}

namespace {

/// The notes of one conflict.
class LineReport {
public:
  LineReport(const Subject &S, const LineConflict &C) : S(S), C(C), Words(S.Program, C) {}

  void addMap(Finding &F) const;
  void addProposal(Finding &F) const;

private:
  std::string rowOf(const FieldSummary &Field) const;
  unsigned groupOf(const Field &Member) const;
  std::string orderOf(const Separation &Apart) const;

  const Subject &S;
  const LineConflict &C;
  LineWords Words;
};

/// "bytes 8-11 'conns': written in 'open' and 'close' by 'serve' (several threads), loop depth 1".
std::string LineReport::rowOf(const FieldSummary &Field) const {
  Bits Begin = Field.F->Begin - C.Start;
  std::string Row = fmt::format("bytes {}-{} '{}':", Begin.bytes(),
                                (Field.F->End - C.Start).bytesCeil() - 1, Words.path(Field));
  unsigned Index = static_cast<unsigned>(&Field - C.Fields.data());
  unsigned Depth = 0;
  for (const FunctionUse &U : Field.Uses)
    Depth = std::max(Depth, U.LoopDepth);
  bool Writes = !Field.Writers.empty();
  if (Writes)
    Row += fmt::format(" {} in {} by {}", Field.Lock ? "locked" : "written",
                       Words.functions(Field, true), Words.threads(Index, true));
  if (std::string In = Words.functions(Field, false); !In.empty())
    Row += fmt::format("{} read in {}{}", Writes ? "," : "", In,
                       Writes ? std::string() : " by " + Words.threads(Index, false));
  return Row + (Depth ? fmt::format(", loop depth {}", Depth) : ", in each call");
}

void LineReport::addMap(Finding &F) const {
  constexpr size_t MaxRows = 12;
  size_t Rows = 0;
  std::vector<std::string> Around;
  for (const FieldSummary &Field : C.Fields) {
    if (Field.F->Begin < C.Start || Field.F->End > C.Start + C.R->Size.value_or(Bits())) {
      addOnce(Around, Field.F->Path);
      continue;
    }
    const FunctionUse *Where = nullptr;
    for (const FunctionUse &U : Field.Uses) {
      F.Sites.push_back(U.First->Pos);
      if (!Where || (U.Writes && !Where->Writes))
        Where = &U;
    }
    if (Rows++ < MaxRows)
      F.Notes.push_back({Where->First->Pos, rowOf(Field)});
  }
  if (Rows > MaxRows)
    F.Notes.push_back(
        {{}, fmt::format("and {} on the line", counted(Rows - MaxRows, "more field"))});
  if (!Around.empty())
    F.Notes.push_back({C.Outer->Pos, fmt::format("in '{}', {} of it are used on that line, too",
                                                 C.Outer->Name.str(), quotedList(Around))});
  std::vector<std::string> Idle;
  const Bits Line = S.Options.LineSize;
  for (const Field &Member : C.R->Fields) {
    if (!Member.Offset || Member.Name.empty() || Member.Kind != FieldKind::Field ||
        (C.Start + *Member.Offset) / Line != C.Line)
      continue;
    if (llvm::none_of(C.Fields, [&](const FieldSummary &X) { return C.memberOf(X) == &Member; }))
      Idle.push_back(Member.Name.str());
  }
  if (!Idle.empty())
    F.Notes.push_back({C.R->Pos, fmt::format("also on the line, and not used while threads run: {}",
                                             quotedList(Idle))});
  if (!C.BaseKnown)
    F.Notes.push_back(
        {C.R->Pos, fmt::format("'{}' is not aligned to a line: where one ends depends "
                               "on where the object lies",
                               C.Outer->Name.str())});
}

/// Fields with one set of writers stay together; what is only read has the lowest number.
unsigned LineReport::groupOf(const Field &Member) const {
  std::vector<std::vector<Str>> Sets;
  unsigned Group = 0;
  for (unsigned I = 0; I != C.Fields.size(); ++I) {
    const FieldSummary &X = C.Fields[I];
    if (!llvm::is_contained(C.Written, I) && !llvm::is_contained(C.Disturbed, I))
      continue;
    if (X.Writers.empty()) {
      if (C.memberOf(X) == &Member)
        Group = std::max(Group, 1u);
      continue;
    }
    auto It = llvm::find(Sets, X.Writers);
    size_t Number = static_cast<size_t>(It - Sets.begin());
    if (It == Sets.end())
      Sets.push_back(X.Writers);
    if (C.memberOf(X) == &Member)
      Group = std::max(Group, static_cast<unsigned>(Number + 2));
  }
  return Group;
}

std::string LineReport::orderOf(const Separation &Apart) const {
  std::string Text;
  for (const Field *F : Apart.Order) {
    bool Starts = llvm::is_contained(Apart.Aligned, F);
    Text += Text.empty() ? "" : Starts ? " | " : ", ";
    Text += F->Name.empty() ? "(anonymous)" : F->Name.str();
  }
  return Text;
}

void LineReport::addProposal(Finding &F) const {
  if (C.R->is(RecordFlag::OrderAsserted)) {
    F.Notes.push_back(
        {C.R->Pos, fmt::format("the size or an offset of '{}' is asserted: a new layout "
                               "has to change that, too",
                               C.R->Name.str())});
    return;
  }
  uint64_t Line = S.Options.LineSize.bytes();
  auto Apart = separate(*C.R, S.Options.LineSize, [&](const Field &M) { return groupOf(M); });
  if (!Apart) {
    F.Notes.push_back(
        {C.R->Pos, fmt::format("keep {} on another line than {}, {} bytes away or "
                               "aligned to {}",
                               Words.fields(C.Written), Words.fields(C.Disturbed), Line, Line)});
    return;
  }
  std::vector<std::string> Names;
  for (const Field *M : Apart->Aligned)
    Names.push_back(M->Name.str());
  std::string Text = Names.empty() ? "" : fmt::format("align {} to {}", quotedList(Names), Line);
  if (Apart->Reordered)
    Text =
        fmt::format("order the fields {}{}", orderOf(*Apart), Names.empty() ? "" : " and " + Text);
  if (!C.BaseKnown)
    Text += (Text.empty() ? "align '" : ", and '") + C.R->Name.str() + "' itself to a line";
  if (Text.empty())
    return;
  std::string Cost = Apart->Size == *C.R->Size
                         ? "is no larger"
                         : fmt::format("has {} instead of {}", counted(Apart->Size.bytes(), "byte"),
                                       C.R->Size->bytes());
  F.Notes.push_back({C.R->Pos, fmt::format("{}: the conflict is gone, and '{}' {}", Text,
                                           C.R->Name.str(), Cost)});
}

Finding findingOf(const Subject &S, const RuleInfo &Info, const LineConflict &C) {
  LineWords Words(S.Program, C);
  Finding F;
  F.Rule = Info.Id.str();
  F.Sure = C.Sure;
  F.Level = C.Sure == Confidence::Low ? Severity::Note : Severity::Warning;
  F.Pos = C.R->Pos;
  F.Record = C.R->Name.str();
  F.RecordKey = C.R->Key;
  std::vector<std::string> Names;
  Bits Begin = C.Outer->Size.value_or(Bits()), End;
  for (llvm::ArrayRef<unsigned> List : {llvm::ArrayRef(C.Written), llvm::ArrayRef(C.Disturbed)})
    for (unsigned I : List) {
      addOnce(Names, Words.path(C.Fields[I]));
      Begin = std::min(Begin, C.Fields[I].F->Begin);
      End = std::max(End, C.Fields[I].F->End);
    }
  F.Field = llvm::join(Names, ", ");
  F.Identity = F.Field;
  F.Bytes = {(Begin - C.Start).bytes(), (End - C.Start).bytesCeil()};
  const Field *Member = C.memberOf(C.Fields[C.Written.front()]);
  if (Member && Member->Pos.valid())
    F.Pos = Member->Pos;
  if (!C.Object->VariableKey.empty())
    if (const Variable *V = S.Program.findVariable(C.Object->VariableKey)) {
      F.Variable = V->Name.str();
      F.VariableKey = V->Key;
    }
  LineReport Report(S, C);
  Report.addMap(F);
  Report.addProposal(F);
  return F;
}

} // namespace

void reportConflicts(
    const Subject &S, const RuleInfo &Info, ConflictKind Kind,
    llvm::function_ref<std::string(const LineWords &, const LineConflict &)> MessageOf,
    FindingSink &Out) {
  for (const LineConflict &C : S.conflicts()) {
    if (C.Kind != Kind)
      continue;
    Finding F = findingOf(S, Info, C);
    F.Message = MessageOf(LineWords(S.Program, C), C);
    Out.add(std::move(F));
  }
}

} // namespace cachelint::rules
