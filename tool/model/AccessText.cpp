//===-- AccessText.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/AccessText.h"

#include "fmt/format.h"

namespace cachelint::model {

static std::string plainIndex(const IndexExpr &I) {
  if (I.Constant)
    return fmt::format("{}", *I.Constant);
  return I.Text.empty() ? "*" : I.Text.str();
}

std::string pathText(const AccessPath &Path) {
  std::string Out = Path.RootName.empty() ? slotText(Path.Root) : Path.RootName.str();
  bool Arrow = false; // the next field is behind a pointer
  for (size_t I = 0; I < Path.Steps.size(); ++I) {
    const PathStep &Step = Path.Steps[I];
    Arrow |= I != 0 && std::holds_alternative<DerefStep>(Path.Steps[I - 1]);
    if (const auto *Field = std::get_if<FieldStep>(&Step)) {
      // Anonymous members have no name to write.
      if (Field->Name.empty())
        continue;
      Out += (Arrow ? "->" : ".") + Field->Name.str();
      Arrow = false;
    } else if (const auto *Index = std::get_if<IndexStep>(&Step)) {
      Out += "[" + plainIndex(Index->Index) + "]";
      Arrow = false;
    } else {
      // `p->x` and `p[i]` say the Deref by themselves.
      bool Said =
          I + 1 < Path.Steps.size() && !std::holds_alternative<DerefStep>(Path.Steps[I + 1]);
      if (!Said)
        Out = "*" + Out;
    }
  }
  return Out;
}

static const char *kindName(Slot::Kind K) {
  switch (K) {
  case Slot::Kind::None:
    return "none";
  case Slot::Kind::Param:
    return "param";
  case Slot::Kind::Local:
    return "local";
  case Slot::Kind::Global:
    return "global";
  case Slot::Kind::Field:
    return "field";
  case Slot::Kind::Return:
    return "return";
  case Slot::Kind::Element:
    return "element";
  case Slot::Kind::Pointee:
    return "pointee";
  case Slot::Kind::Function:
    return "function";
  case Slot::Kind::Distinct:
    return "distinct";
  case Slot::Kind::ThreadId:
    return "threadid";
  case Slot::Kind::LaunchId:
    return "launchid";
  case Slot::Kind::Ticket:
    return "ticket";
  case Slot::Kind::Opaque:
    return "opaque";
  }
  return "none";
}

std::string slotText(const Slot &S) {
  std::string Out = kindName(S.K);
  if (S.Owner.empty() && S.Name.empty())
    return Out;
  Out += "(" + S.Owner.str();
  bool Numbered = S.K == Slot::Kind::Param || S.K == Slot::Kind::Pointee;
  if (Numbered)
    Out += S.Index == Slot::This ? ",this" : fmt::format(",{}", S.Index);
  else if (!S.Name.empty())
    Out += (S.K == Slot::Kind::Field || S.K == Slot::Kind::Element ? "::" : ",") + S.Name.str();
  return Out + ")";
}

static std::string indexDetail(const IndexStep &Step) {
  const IndexExpr &I = Step.Index;
  std::string Out = "[" + I.Text.str();
  auto Add = [&](const std::string &Word) { Out += (Out.size() > 1 ? " " : "") + Word; };
  if (I.Constant)
    Add(fmt::format("={}", *I.Constant));
  if (I.LoopCounter)
    Add("loop");
  if (I.Mixed)
    Add("mixed");
  for (const Slot &S : I.From)
    Add("<" + slotText(S) + ">");
  if (Step.Stride)
    Add(fmt::format("/{}", Step.Stride->bytes()));
  if (Step.Extent)
    Add(fmt::format("x{}", *Step.Extent));
  if (!Step.BoundText.empty())
    Add(Step.BoundText.str());
  return Out + "]";
}

std::string pathDetail(const AccessPath &Path) {
  std::string Out = slotText(Path.Root);
  for (const PathStep &Step : Path.Steps) {
    Out += " ";
    if (const auto *Field = std::get_if<FieldStep>(&Step))
      Out += "." + Field->Record.str() + "::" + Field->Name.str();
    else if (const auto *Index = std::get_if<IndexStep>(&Step))
      Out += indexDetail(*Index);
    else
      Out += ".*";
  }
  return Out;
}

std::string flowText(const ValueFlow &F) {
  std::string From = F.AddressOf ? "&" + pathText(*F.AddressOf) : slotText(F.From);
  return From + " -> " + slotText(F.To) + (F.Counter ? " counter" : "");
}

std::string accessText(const Access &A) {
  std::string Out = A.Kind == AccessKind::Read    ? "read"
                    : A.Kind == AccessKind::Write ? "write"
                                                  : "update";
  if (A.LockOperation)
    Out += " lock";
  else if (A.Atomic)
    Out += " atomic";
  Out += " " + pathText(A.Path);
  if (A.Size)
    Out += fmt::format(" {}", A.Size->bytesCeil());
  if (A.Often.LoopDepth)
    Out += fmt::format(" loop{}", A.Often.LoopDepth);
  if (A.Often.FewRounds)
    Out += " few";
  if (A.Often.PollLoop)
    Out += " poll";
  if (A.Often.Cold)
    Out += " cold";
  if (A.Often.Blocking)
    Out += " blocking";
  for (const Slot &Lock : A.Locks)
    Out += " under " + slotText(Lock);
  return Out;
}

} // namespace cachelint::model
