//===-- HeaderPieces.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/HeaderPieces.h"

#include "fmt/format.h"

namespace cachelint::ast {

HeaderPieces::HeaderPieces(ExtractContext &Context, BodyGate &Gate, bool Usable)
    : Context(Context), Gate(Gate) {
  for (const ParsedBody &Body : Gate.parsed()) {
    if (!Usable || Body.End == 0)
      continue;
    std::optional<FileStates> Others = dependenciesOf(Body, Context.ast(), Gate.state());
    if (!Others)
      continue;
    HeaderPiece &Piece = Pieces.emplace_back();
    Piece.Body = &Body;
    Piece.Facts.Key = keyOf(Body, *Others);
    Piece.Others = std::move(*Others);
    ByFunction[Body.Function] = &Piece;
    ByBody[Body.Function->getBody()] = &Piece;
  }
}

model::Str HeaderPieces::keyOf(const ParsedBody &Body, const FileStates &Others) const {
  uint64_t Rest = Body.End;
  for (const FileInState &F : Others)
    Rest = mixHash(mixHash(Rest, F.File), F.State);
  return Context.intern(fmt::format("{:016x}{:016x}", Body.Start, Rest));
}

static void append(model::FactLists &To, model::FactLists &&From) {
  auto Move = [](auto &Out, auto &In) {
    Out.insert(Out.end(), std::make_move_iterator(In.begin()), std::make_move_iterator(In.end()));
  };
  Move(To.Records, From.Records);
  Move(To.Variables, From.Variables);
  Move(To.Functions, From.Functions);
  Move(To.Accesses, From.Accesses);
  Move(To.Flows, From.Flows);
  Move(To.Calls, From.Calls);
  Move(To.Roots, From.Roots);
  Move(To.Allocations, From.Allocations);
  Move(To.Marks, From.Marks);
  Move(To.Walks, From.Walks);
}

std::vector<GivenBody> HeaderPieces::moveTo(model::UnitFacts &Unit) {
  std::vector<GivenBody> Given;
  Unit.Refers = Gate.skipped();
  for (HeaderPiece &P : Pieces) {
    if (!P.Shared) {
      append(Unit, std::move(P.Facts));
      continue;
    }
    Given.push_back({P.Body->Start, std::move(P.Others), {P.Body->End, P.Facts.Key}});
    Unit.Refers.push_back(P.Facts.Key);
    Unit.Shared.push_back(std::move(P.Facts));
  }
  llvm::sort(Unit.Refers);
  Unit.Refers.erase(std::unique(Unit.Refers.begin(), Unit.Refers.end()), Unit.Refers.end());
  auto ByKey = [](const model::SharedFacts &A, const model::SharedFacts &B) {
    return A.Key < B.Key;
  };
  llvm::sort(Unit.Shared, ByKey);
  return Given;
}

} // namespace cachelint::ast
