//===-- TypeSpelling.h - types as text -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_TYPESPELLING_H
#define CACHELINT_AST_TYPESPELLING_H

#include "tool/ast/ExtractContext.h"

#include "clang/AST/DeclTemplate.h"

#include <string>

namespace cachelint::ast {

/// "ns::outer::", "function()::" or "": what stands in front of a name declared in \p Context.
/// \p Members: also records in C, which are no scope there for tags but are for unnamed ones.
std::string scopePrefix(ExtractContext &Context, const clang::DeclContext *Scope);

/// "<int, 4>".
std::string templateArguments(ExtractContext &Context,
                              llvm::ArrayRef<clang::TemplateArgument> Arguments);

/// By the rules of tool/model/Names.h. clang's own printer gives paths for unnamed types, leaves
/// names as they were qualified by the author, and cannot be matched by what DWARF says.
class TypeSpeller {
public:
  enum class Mode {
    Written,   ///< typedef names kept, "struct" in C
    Canonical, ///< inside template arguments
  };
  TypeSpeller(ExtractContext &Context, Mode M) : Context(Context), M(M) {}

  std::string spell(clang::QualType T) { return spell(T, "", 0); }

private:
  /// \p Declarator is what has been seen of pointers, arrays and parameter lists further out.
  std::string spell(clang::QualType T, std::string Declarator, unsigned Depth);
  std::string pointer(clang::QualType Pointee, llvm::StringRef Sign, clang::Qualifiers Q,
                      const std::string &Declarator, unsigned Depth);
  std::string array(const clang::ArrayType *A, clang::Qualifiers Q, std::string Declarator,
                    unsigned Depth);
  std::string parameters(const clang::FunctionType *F, unsigned Depth);
  std::string named(clang::QualType T, unsigned Depth);
  std::string tag(const clang::TagDecl *D);

  ExtractContext &Context;
  Mode M;
};

} // namespace cachelint::ast

#endif
