//===-- AccessExtractor.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/AccessExtractor.h"

#include "tool/ast/ExprShape.h"
#include "tool/ast/OtherCpu.h"

using namespace clang;
using cachelint::model::Access;
using cachelint::model::AccessKind;
using cachelint::model::Bits;
using cachelint::model::Slot;

namespace cachelint::ast {

/// The local variable whose own memory \p Place is in; null when a pointer or reference, or nothing
/// local, leads there.
static const VarDecl *localBehind(const Expr *Place) {
  for (const Expr *E = peelCasts(Place); E; E = peelCasts(E)) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return V && !V->hasGlobalStorage() && !V->getType()->isReferenceType() ? V : nullptr;
    }
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() == CK_LValueToRValue)
        return nullptr;
      E = C->getSubExpr();
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return nullptr;
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      E = A->getBase();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

static bool isOwn(const VarDecl *V, FunctionScope &S) {
  if (!V)
    return false;
  FunctionScope *Owner = S.scopeOf(V);
  return !Owner || !Owner->Scan->local(V)->Escapes;
}

/// Objects are nobody else's while they are made and unmade.
static bool underConstruction(const model::AccessPath &Path, const FunctionScope &S) {
  return Path.Root.K == Slot::Kind::Param && Path.Root.Index == Slot::This && S.Function &&
         isa<CXXConstructorDecl, CXXDestructorDecl>(S.Function) && !S.Parent;
}

void AccessExtractor::add(PathList Paths, Touch T, SourceLocation At, FunctionScope &S) {
  for (model::AccessPath &Path : Paths) {
    Access A;
    A.Function = S.Key;
    A.Kind = T.Kind;
    A.LockOperation = T.Lock;
    A.OtherCpu = T.OtherCpu;
    A.How = T.How;
    A.ResultUsed = T.ResultUsed;
    A.Locks = locksOf(S);
    A.Size = T.Size;
    if (!T.Type.isNull()) {
      A.Traits = Tools.Context.traitsOf(T.Type);
      if (!A.Size)
        A.Size = Tools.Context.sizeOf(T.Type);
    }
    A.Atomic = T.Atomic || T.Lock || has(A.Traits, model::TypeTrait::Atomic);
    A.Often = frequencyOf(S);
    A.Often.Cold |= underConstruction(Path, S);
    A.Pos = Tools.Context.posOf(At);
    A.Path = std::move(Path);
    Tools.Facts.Accesses.push_back(std::move(A));
  }
}

void AccessExtractor::place(const Expr *Place, AccessKind Kind, FunctionScope &S, model::Change How,
                            const Expr *At) {
  if (isOwn(localBehind(Place), S))
    return;
  Touch T;
  T.Kind = Kind;
  T.How = How;
  T.ResultUsed = At && At != S.Unused;
  T.Type = Place->getType();
  T.OtherCpu = reachesOtherCpu(Place, S, Tools);
  if (const FieldDecl *Field = Place->getSourceBitField())
    T.Size = Tools.Paths.fieldStep(Field).Size;
  add(Tools.Paths.places(Place, S), T, Place->getExprLoc(), S);
}

void AccessExtractor::copiedElements(const CXXForRangeStmt *Range, FunctionScope &S) {
  const auto *V = dyn_cast_or_null<VarDecl>(Range->getLoopVariable());
  const Expr *Over = Range->getRangeInit();
  if (!V || V->getType()->isReferenceType() || !Over || isOwn(localBehind(Over), S))
    return;
  Touch T;
  T.Type = V->getType();
  add(Tools.Paths.rangeElements(Range, S), T, Range->getColonLoc(), S);
}

void AccessExtractor::initialised(const FieldDecl *Member, SourceLocation At, FunctionScope &S) {
  model::AccessPath Path;
  Path.Root = Tools.Paths.thisSlot(S);
  Path.RootName = "this";
  Path.Steps.push_back(model::DerefStep());
  Path.Steps.push_back(Tools.Paths.fieldStep(Member));
  Touch T;
  T.Kind = AccessKind::Write;
  T.Type = Member->getType().getNonReferenceType();
  T.Size = Tools.Paths.fieldStep(Member).Size;
  PathList Paths;
  Paths.push_back(std::move(Path));
  add(std::move(Paths), T, At, S);
}

void AccessExtractor::atomic(const AtomicCall &Call, const Expr *At, FunctionScope &S) {
  Touch T;
  T.Kind = Call.Kind == AtomicCall::Read    ? AccessKind::Read
           : Call.Kind == AtomicCall::Store ? AccessKind::Write
                                            : AccessKind::ReadModifyWrite;
  T.Atomic = true;
  T.OtherCpu = reachesOtherCpu(Call.Object ? Call.Object : Call.Pointer, S, Tools);
  if (Call.Kind == AtomicCall::Update) {
    T.How = Call.How;
    T.ResultUsed = At != S.Unused;
  }
  if (Call.Object) {
    if (isOwn(localBehind(Call.Object), S))
      return;
    T.Type = Call.Object->getType();
    return add(Tools.Paths.places(Call.Object, S), T, At->getExprLoc(), S);
  }
  // The builtins of unknown size take void pointers: what is behind the casts says more.
  const Expr *Pointer = peelCasts(Call.Pointer);
  if (QualType Pointee = Pointer->getType()->getPointeeType(); !Pointee.isNull())
    T.Type = Pointee;
  add(Tools.Paths.pointees(Call.Pointer, S), T, At->getExprLoc(), S);
}

/// Where a lock is stored: the field or the variable.
static Slot storeOf(const model::AccessPath &Path) {
  for (const model::PathStep &Step : llvm::reverse(Path.Steps))
    if (const auto *F = std::get_if<model::FieldStep>(&Step); F && !F->Name.empty())
      return {Slot::Kind::Field, F->Record, F->Name, 0};
  return Path.Root;
}

static void hold(const PathList &Paths, bool Takes, FunctionScope &S) {
  for (const model::AccessPath &Path : Paths) {
    Slot Lock = storeOf(Path);
    if (Takes)
      S.Held.push_back(Lock);
    else if (auto *It = llvm::find(S.Held, Lock); It != S.Held.end())
      S.Held.erase(It);
  }
}

void AccessExtractor::lock(const Expr *Lock, bool Takes, const Expr *At, FunctionScope &S) {
  Touch T;
  T.Kind = AccessKind::ReadModifyWrite;
  T.Lock = true;
  T.OtherCpu = reachesOtherCpu(Lock, S, Tools);
  bool Pointer = Lock->getType()->isPointerType();
  if (!Pointer && !Lock->isGLValue())
    return;
  const Expr *Shape = Pointer ? peelCasts(Lock) : Lock;
  T.Type = Pointer ? Shape->getType()->getPointeeType() : Lock->getType();
  if (!Pointer && isOwn(localBehind(Lock), S))
    return;
  PathList Paths = Pointer ? Tools.Paths.pointees(Lock, S) : Tools.Paths.places(Lock, S);
  add(Paths, T, At->getExprLoc(), S);
  hold(Paths, Takes, S);
}

void AccessExtractor::addBlock(const Expr *Pointer, AccessKind Kind, const Expr *Size,
                               SourceLocation At, FunctionScope &S) {
  const Expr *Shape = peelCasts(Pointer);
  const auto *Decay = dyn_cast_or_null<CastExpr>(Shape);
  bool Whole = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay;
  if (Whole && isOwn(localBehind(Decay->getSubExpr()), S))
    return;
  Touch T;
  T.Kind = Kind;
  T.Type = Whole ? Decay->getSubExpr()->getType() : Shape->getType()->getPointeeType();
  std::optional<int64_t> Bytes = constantOf(Size, Tools.Context.ast());
  if (Bytes && *Bytes > 0)
    T.Size = Bits::fromBytes(static_cast<uint64_t>(*Bytes));
  add(Tools.Paths.wholePointees(Pointer, S), T, At, S);
}

void AccessExtractor::block(const CallExpr *Call, const CalleeWords &Words, FunctionScope &S) {
  unsigned SizeArg = Words.FillsToo ? 1 : 2;
  if (Call->getNumArgs() <= SizeArg)
    return;
  const Expr *Size = Call->getArg(SizeArg);
  addBlock(Call->getArg(0), AccessKind::Write, Size, Call->getExprLoc(), S);
  if (Words.Copy)
    addBlock(Call->getArg(1), AccessKind::Read, Size, Call->getExprLoc(), S);
}

void AccessExtractor::assembly(const AsmStmt *Asm, FunctionScope &S) {
  // A register that is written back is the local's or the place's own matter; what counts is that
  // the place changes.
  const auto *Gcc = dyn_cast<GCCAsmStmt>(Asm);
  bool Locked = Gcc && Gcc->getAsmString()->getString().contains("lock");
  auto Add = [&](const Expr *Operand, AccessKind Kind) {
    if (!Operand || !Operand->isGLValue() || isOwn(localBehind(Operand), S))
      return;
    Touch T;
    T.Kind = Kind;
    T.Type = Operand->getType();
    T.Atomic = Locked;
    add(Tools.Paths.places(Operand, S), T, Operand->getExprLoc(), S);
  };
  if (!Gcc)
    return;
  for (unsigned I = 0; I < Gcc->getNumOutputs(); ++I)
    Add(Gcc->getOutputExpr(I),
        Gcc->isOutputPlusConstraint(I) ? AccessKind::ReadModifyWrite : AccessKind::Write);
  for (unsigned I = 0; I < Gcc->getNumInputs(); ++I)
    Add(Gcc->getInputExpr(I), AccessKind::Read);
}

void AccessExtractor::libraryObject(const MemberCall &Call, const Expr *At, FunctionScope &S) {
  if (!Call.Arrow && isOwn(localBehind(Call.Object), S))
    return;
  Touch T;
  bool Reads = Call.Method->isConst() ||
               LibraryTypes::isAccessor(Call.Method->getIdentifier() ? Call.Method->getName() : "",
                                        Call.Method->getOverloadedOperator());
  bool Assigns = Call.Method->getOverloadedOperator() == OO_Equal;
  T.Kind = Reads ? AccessKind::Read : Assigns ? AccessKind::Write : AccessKind::ReadModifyWrite;
  T.Type = objectType(Call);
  add(Call.Arrow ? Tools.Paths.pointees(Call.Object, S) : Tools.Paths.places(Call.Object, S), T,
      At->getExprLoc(), S);
}

} // namespace cachelint::ast
