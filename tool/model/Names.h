//===-- Names.h - how records, types and variables are named -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The same record, read from source and from a binary, must get the same key, name and field
// spellings; every front end therefore follows these rules and uses these functions.
//
// Record keys
//   - Qualified by namespaces (inline ones too, "(anonymous namespace)" for the unnamed) and by
//     enclosing records in C++; in C a nested tag stands at file scope: "inner", not
//     "outer::inner".
//   - A record inside a function: "function()::Tag", the function qualified, without parameters.
//   - Template arguments in "<A, B>", no space in ">>"; types in arguments without typedefs and
//     without "struct"/"enum"; integers in plain decimal ("4", not "4U"); enumerators by number
//     "(Color)1"; default arguments are listed like all others.
//   - An unnamed record with a typedef that names it ("typedef struct { } foo_t") is "foo_t".
//   - Another unnamed record is PARENT::(anonymous KIND #N): PARENT is the key of the record whose
//     member declares it (or the qualified name of the variable; without one of the function, or
//     of the typedef of a pointer or array), N counts from 1 over the members
//     of PARENT, in declaration order, whose type is, after arrays and pointers are stripped, an
//     unnamed record not met before; struct, class and union are counted together.
//   - Name is the key.
//
// Fields
//   - A base's name and the spelling of its type are the key of its record. A vtable pointer is
//   "_vptr" of type "void **". Unnamed
//     bit-fields are listed where the input has them.
//
// Type spellings (TypeUse::Spelling)
//   - typedef names are kept and qualified: "uint64_t", "std::string"; below a typedef nothing is
//     looked at.
//   - "struct foo", "union foo", "enum foo" in C; the name alone in C++. A typedef-named record is
//     its typedef name. An unnamed record is "struct {...}", "union {...}", "class {...}"; an
//     unnamed enumeration is "enum {...}".
//   - Built-in types as clang says: "unsigned long", "long", "short", "unsigned char", "_Bool" in C
//     and "bool" in C++ (canonicalBaseType does this).
//   - const and volatile in front of what they qualify, "const char *"; behind a star for pointers:
//     "char *const". "int *", "int **", "T &"; arrays "int[4]", "int[4][2]", "int[]";
//     "int *[4]"; pointer to function "int (*)(void *, int)", array of them "int (*[4])(int)";
//     no parameters "(void)" in C and "()" in C++; "..." last; "int ns::Class::*" for a pointer to
//     a data member; "_Atomic(int)"; "int __vector(4)" for a vector type. restrict is left out, and
//     so are const and volatile on a parameter itself: "void (*)(int)" for a "void (*)(const int)".
//
// Variable keys
//   - With external linkage: the qualified name. Else variableKey(): the name, '@' and the file
//   that
//     declares it. A static inside a function is "function()::name" with its file.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_NAMES_H
#define CACHELINT_MODEL_NAMES_H

#include "tool/model/Record.h"

#include <string>

namespace cachelint::model {

/// "struct", "class" or "union".
llvm::StringRef recordKeyword(RecordKind Kind);

/// "(anonymous union #2)"; \p Index counts from 1.
std::string anonymousName(RecordKind Kind, unsigned Index);

/// A built-in type in clang's words, whatever the order of the input's words: "long unsigned int"
/// (gcc's DWARF and BTF) becomes "unsigned long". Other names come back unchanged.
std::string canonicalBaseType(llvm::StringRef Name);

/// A name as a producer writes it into DW_AT_name, e.g. "Ring<unsigned int, 4U>" or
/// "map<int, pair<int, long int> >", by the rules above. Integer suffixes go, "> >" closes up,
/// tag keywords go, built-in types inside the brackets get their canonical words, "char const*"
/// becomes "const char *", characters become numbers.
std::string canonicalTemplateName(llvm::StringRef Name);

/// Key of a variable without external linkage. \p File is absolute, as normalizedPath() makes it.
std::string variableKey(llvm::StringRef QualifiedName, llvm::StringRef File);

/// \p File made absolute against \p Directory, without "." and ".." and doubled separators. Links
/// are not followed: the result must be the same wherever it is computed.
std::string normalizedPath(llvm::StringRef Directory, llvm::StringRef File);

} // namespace cachelint::model

#endif
