//===-- AlignmentNeighbours.cpp - what lies behind an aligned thing -------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/AlignmentChecks.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"

namespace cachelint::rules {

using namespace model;

static std::string functions(const Program &P, const std::vector<Str> &Keys) {
  std::vector<std::string> Names;
  for (Str Key : Keys)
    if (const Function *F = P.findFunction(Key))
      addOnce(Names, F->Name.str());
  return quotedList(Names);
}

void AlignmentChecks::checkField(const AlignmentMark &M) {
  const Record *R = M.Owner.empty() ? nullptr : P.findRecord(M.Owner);
  const SideUse *Mine = R ? Threads.ofField(M.Owner, M.Subject) : nullptr;
  if (!asksForALine(M) || !Mine || !Mine->written() || !Mine->Atomic)
    return;
  auto Layout = layoutOf(*R, {Line, Bits()});
  if (!Layout)
    return;
  auto Marked = std::find_if(Layout->Fields.begin(), Layout->Fields.end(),
                             [&](const PlacedField &F) { return F.F->Name == M.Subject; });
  if (Marked == Layout->Fields.end())
    return;
  for (auto Next = std::next(Marked); Next != Layout->Fields.end(); ++Next) {
    // Another alignment starts another line, and the line ends some time.
    if (Next->FirstLine != Marked->LastLine || (Next->F->DeclaredAlign >= Line))
      break;
    const SideUse *Other = Threads.ofField(R->Key, Next->F->Name);
    if (Other && Other->written() && Other->Atomic && disjoint(Mine->Writers, Other->Writers))
      return addField(M, *R, *Marked, *Next, *Mine, *Other);
  }
}

void AlignmentChecks::addField(const AlignmentMark &M, const Record &R, const PlacedField &Marked,
                               const PlacedField &Next, const SideUse &Mine, const SideUse &Other) {
  Finding F = findingOn(M, Severity::Warning, Confidence::Medium);
  F.Record = R.Name.str();
  F.RecordKey = R.Key;
  F.Field = fmt::format("{}, {}", M.Subject.str(), Next.F->Name.str());
  F.Identity = F.Field;
  F.Message = fmt::format(
      "the alignment of '{}' separates it from nothing: '{}' follows in the same "
      "line, {} behind, and other threads write it",
      M.Subject.str(), Next.F->Name.str(), counted((Next.Offset - Marked.Offset).bytes(), "byte"));
  F.Notes.push_back({Mine.FirstWrite, fmt::format("'{}' is written in {}", M.Subject.str(),
                                                  functions(P, Mine.Writers))});
  F.Notes.push_back({Other.FirstWrite, fmt::format("'{}' is written in {}", Next.F->Name.str(),
                                                   functions(P, Other.Writers))});
  F.Notes.push_back({Next.F->Pos, fmt::format("align '{}', as well", Next.F->Name.str())});
  F.Sites = {Mine.FirstWrite, Other.FirstWrite};
  F.Bytes = {Marked.Offset.bytes(), (Next.Offset + Next.Extent).bytesCeil()};
  Out.add(std::move(F));
}

/// An alignment decides where a variable starts; what comes behind it in the line is the
/// linker's choice, unless its size is rounded, as that of an aligned struct is.
void AlignmentChecks::checkLoneVariable(const AlignmentMark &M) {
  const Variable *V = M.VariableKey.empty() ? nullptr : P.findVariable(M.VariableKey);
  const SideUse *Mine = V ? Threads.ofVariable(V->Key) : nullptr;
  if (!asksForALine(M) || !Mine || !V->Address || !V->Type.Size)
    return;
  const uint64_t End = *V->Address + V->Type.Size->bytes();
  const uint64_t LineEnd = (End + Line.bytes() - 1) / Line.bytes() * Line.bytes();
  for (const Variable &Next : P.Variables) {
    if (!Next.Address || *Next.Address < End || *Next.Address >= LineEnd)
      continue;
    const SideUse *Other = Threads.ofVariable(Next.Key);
    if (!Other || !(Mine->written() || Other->written()))
      continue;
    Finding F = findingOn(M, Severity::Warning, Confidence::Medium);
    F.Variable = fmt::format("{}, {}", V->Name.str(), Next.Name.str());
    F.VariableKey = V->Key;
    F.Identity = F.Variable;
    F.Message =
        fmt::format("the alignment of '{}' decides where it starts only: the linker has put "
                    "'{}' into the rest of its line, {} behind",
                    V->Name.str(), Next.Name.str(), counted(*Next.Address - *V->Address, "byte"));
    F.Notes.push_back(
        {Next.Pos, fmt::format("'{}' is used in {}", Next.Name.str(), functions(P, Other->Users))});
    F.Notes.push_back({V->Pos, "a struct that is aligned fills the line: its size is rounded"});
    return Out.add(std::move(F));
  }
}

} // namespace cachelint::rules
