//===-- PathBuilder.h - which place an expression reaches, which value it has -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_PATHBUILDER_H
#define CACHELINT_AST_PATHBUILDER_H

#include "tool/ast/ArrayBounds.h"
#include "tool/ast/FunctionScope.h"

namespace cachelint::ast {

/// An expression may reach one of several places: `*(a ? &x : &y)`. At most MaxPaths are kept.
using PathList = llvm::SmallVector<model::AccessPath, 2>;

struct ValueSource {
  model::Slot From;
  std::optional<model::AccessPath> AddressOf;
  bool Counter = false; ///< of a loop around the place
};

struct ValueSources {
  llvm::SmallVector<ValueSource, 2> List;
  /// The value is computed from these by more than adding constants or taking a remainder.
  bool Mixed = false;
};

/// Reads expressions of function bodies. Local pointers and copies are followed to what they were
/// assigned, so that `p = &rows[i]; p->n++` reaches rows[i].n; what cannot be followed ends at a
/// Local slot.
class PathBuilder {
public:
  PathBuilder(ExtractContext &Context, FunctionWords &Words, LibraryTypes &Library)
      : Context(Context), Words(Words), Library(Library), Bounds(Context) {}

  /// The places that the lvalue \p Place names. None: a temporary, or not understood.
  PathList places(const clang::Expr *Place, FunctionScope &S);
  /// The places that the pointer, iterator or smart pointer \p Pointer points to.
  PathList pointees(const clang::Expr *Pointer, FunctionScope &S);
  /// The same for an array that is handed on as a whole: without the first element's index.
  PathList wholePointees(const clang::Expr *Pointer, FunctionScope &S);

  /// The elements that a range-based for statement goes through, as one path with its counter.
  PathList rangeElements(const clang::CXXForRangeStmt *Range, FunctionScope &S);

  /// Where a scalar or pointer value comes from. Constants come from nowhere.
  ValueSources sources(const clang::Expr *Value, FunctionScope &S);
  /// The slots that are written when \p Place is assigned; none for variables that are followed.
  llvm::SmallVector<model::Slot, 2> targets(const clang::Expr *Place, FunctionScope &S);

  model::Slot slotOf(const clang::VarDecl *V, FunctionScope &S);
  /// slotOf() for a fact: what is assigned to a local is said in facts of its own then.
  model::Slot namedSlot(const clang::VarDecl *V, FunctionScope &S);
  /// The lambda that holds its own copy of \p V, from \p S outwards; null when none does.
  static FunctionScope *copierOf(const clang::VarDecl *V, FunctionScope &S);
  model::Slot thisSlot(FunctionScope &S);
  model::FieldStep fieldStep(const clang::FieldDecl *F);
  /// The outermost name in an expression.
  model::Str textOf(const clang::Expr *E);

private:
  static constexpr size_t MaxPaths = 4;
  static constexpr unsigned MaxSteps = 16;

  // PathBuilder.cpp: lvalues
  void addPlaces(const clang::Expr *E, FunctionScope &S, PathList &Out);
  void addCastPlaces(const clang::CastExpr *C, FunctionScope &S, PathList &Out);
  void addVariable(const clang::VarDecl *V, FunctionScope &S, PathList &Out);
  void addMember(const clang::MemberExpr *M, FunctionScope &S, PathList &Out);
  void addCallPlaces(const clang::CallExpr *Call, FunctionScope &S, PathList &Out);
  void addRangeElement(const clang::VarDecl *V, const clang::CXXForRangeStmt *Range,
                       FunctionScope &S, PathList &Out);
  void addBaseSteps(const clang::CastExpr *C, clang::QualType Derived, PathList &Out, size_t From);
  void addReturned(const clang::FunctionDecl *Callee, PathList &Out);
  void addRoot(model::Slot Root, llvm::StringRef Name, PathList &Out);
  void addRoot(const clang::VarDecl *V, FunctionScope &S, PathList &Out);

  // PathPointers.cpp: pointer values
  void addPointees(const clang::Expr *E, FunctionScope &S, PathList &Out);
  void addCastPointees(const clang::CastExpr *C, FunctionScope &S, PathList &Out);
  void addLoadedPointees(const clang::Expr *Place, FunctionScope &S, PathList &Out);
  void addNext(const clang::VarDecl *V, const clang::Expr *Value, PathList &Out);
  bool addLocalPointees(const clang::VarDecl *V, FunctionScope &S, PathList &Out);
  void addCallPointees(const clang::CallExpr *Call, FunctionScope &S, PathList &Out);
  void addArithmetic(const clang::BinaryOperator *B, FunctionScope &S, PathList &Out);
  /// The first element of a container's storage, before it is indexed.
  void addStorage(const clang::Expr *Object, bool Arrow, const LibraryClass &Of, FunctionScope &S,
                  PathList &Out);
  void addViewed(const clang::Expr *Value, const LibraryClass &Of, FunctionScope &S, PathList &Out);
  bool addLibraryMember(const MemberCall &Call, FunctionScope &S, PathList &Out, bool Address);
  void retype(clang::QualType Pointee, PathList &Out, size_t From);

  // PathIndex.cpp
  void addElement(const clang::Expr *Base, const clang::Expr *Index, clang::QualType Element,
                  FunctionScope &S, PathList &Out);
  void indexPaths(PathList &Out, size_t From, const clang::Expr *Index, bool Negative,
                  clang::QualType Element, FunctionScope &S);
  model::IndexStep elementStep(clang::QualType Element);
  model::IndexStep firstElement(const clang::Expr *Array, clang::QualType Element);
  void walked(const clang::VarDecl *Pointer, FunctionScope &S, PathList &Out, size_t From);
  model::Slot counterSlot(const clang::VarDecl *V, const Loop *L, FunctionScope &S);
  void addToIndex(model::IndexExpr &I, const clang::Expr *Term, FunctionScope &S);

  // PathOperators.cpp
  void addSources(const clang::Expr *E, FunctionScope &S, ValueSources &Out);
  void addCallSources(const clang::CallExpr *Call, FunctionScope &S, ValueSources &Out);
  bool addAtomicSources(const clang::Expr *E, FunctionScope &S, ValueSources &Out);
  void addOperatorSources(const clang::BinaryOperator *B, FunctionScope &S, ValueSources &Out);
  void addCastSources(const clang::CastExpr *C, FunctionScope &S, ValueSources &Out);
  void addPointedSources(const clang::Expr *Pointer, FunctionScope &S, ValueSources &Out);
  void addFunction(const clang::Expr *Named, ValueSources &Out);

  // PathValues.cpp
  void addLoadedSources(const clang::Expr *Place, FunctionScope &S, ValueSources &Out);
  void addVariableSources(const clang::VarDecl *V, FunctionScope &S, ValueSources &Out);
  void addAddress(const clang::Expr *Pointer, FunctionScope &S, ValueSources &Out);
  static void addSource(ValueSource Source, ValueSources &Out);
  static void addSlot(model::Slot From, ValueSources &Out, bool Counter = false);
  /// What is behind a pointer to scalars, or in an array of them.
  void addElementSlots(const clang::Expr *Pointer, FunctionScope &S,
                       llvm::SmallVectorImpl<model::Slot> &Out);
  void addPlaceSlots(const clang::Expr *Place, FunctionScope &S,
                     llvm::SmallVectorImpl<model::Slot> &Out);
  model::Slot ticketOf(const clang::Expr *Counter, FunctionScope &S);

  /// Calls \p Fn(value, scope) for each value assigned to \p V, at most once at a time for a
  /// variable. False when the variable cannot be followed.
  bool follow(const clang::VarDecl *V, FunctionScope &S,
              llvm::function_ref<void(const clang::Expr *, FunctionScope &)> Fn);

  ExtractContext &Context;
  FunctionWords &Words;
  LibraryTypes &Library;
  ArrayBounds Bounds;
  llvm::DenseMap<const clang::FieldDecl *, model::FieldStep> FieldSteps;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Following;
  unsigned Depth = 0;
  unsigned Budget = 0; ///< expressions that one question may still look at
  friend class PathQuestion;
};

} // namespace cachelint::ast

#endif
