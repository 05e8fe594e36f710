//===-- LibraryTypes.h - containers, smart pointers and atomics of the library -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_LIBRARYTYPES_H
#define CACHELINT_AST_LIBRARYTYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace cachelint::ast {

/// A class of the C++ library, by what it means for memory.
enum class LibraryType : uint8_t {
  None,
  Array,        ///< std::array: the elements are inside
  Storage,      ///< vector, deque, span, unique_ptr<T[]>: indexed through a pointer
  SmartPointer, ///< unique_ptr, shared_ptr: one object behind a pointer
  Iterator,     ///< of a contiguous container
  Reference,    ///< reference_wrapper
  Atomic,
  AtomicRef,
  Mutex,
  Guard, ///< lock_guard, unique_lock, scoped_lock, shared_lock
};

struct LibraryClass {
  LibraryType Kind = LibraryType::None;
  clang::QualType Element; ///< what is stored or pointed to
  bool Owns = false;       ///< allocates its elements itself: vector, deque
};

/// What a member function of such a class reaches, for its object.
enum class LibraryMember : uint8_t {
  None,
  Element, ///< the element that argument 0 says: operator[], at
  First,   ///< front()
  Last,    ///< back()
  Begin,   ///< a pointer or iterator to the elements: begin(), data()
  Target,  ///< what a pointer-like object points to: operator*, get() returns its address
  Address, ///< the pointer itself: get(), operator->
  Grow,    ///< may allocate: resize, reserve, push_back, assign
};

/// Recognises by qualified name, whatever inline namespaces are around (std::__1, std::__cxx11).
class LibraryTypes {
public:
  LibraryClass of(clang::QualType T);
  LibraryClass of(const clang::CXXRecordDecl *R);
  static LibraryMember member(const clang::FunctionDecl *Method, const LibraryClass &Of);

  /// A function that does not change the object itself, though it may be declared without const.
  static bool isAccessor(llvm::StringRef Name, clang::OverloadedOperatorKind Operator);

private:
  LibraryClass classify(const clang::CXXRecordDecl *R) const;
  llvm::DenseMap<const clang::CXXRecordDecl *, LibraryClass> Known;
};

/// The object and the arguments of a call of a member function, written as one or as an operator.
struct MemberCall {
  const clang::Expr *Object = nullptr; ///< null: the call is of no member function
  bool Arrow = false;                  ///< Object is a pointer
  const clang::CXXMethodDecl *Method = nullptr;
  llvm::ArrayRef<const clang::Expr *> Args;
};
MemberCall memberCallOf(const clang::CallExpr *Call);

/// The type of the object itself, where \p Call's object may be a pointer to it.
clang::QualType objectType(const MemberCall &Call);

} // namespace cachelint::ast

#endif
