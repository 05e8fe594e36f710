//===-- Spelling.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/Spelling.h"

#include "tool/model/Names.h"

namespace cachelint::btf {

// What a person writes has a few of each; a damaged file can have cycles, and parameters that are
// functions with parameters that are functions.
static constexpr unsigned MaxDepth = 64;
static constexpr unsigned MaxSteps = 512;

static const char *const NotKnown = "...";

static std::string join(std::string Base, const std::string &Declarator) {
  if (!Declarator.empty())
    Base += Declarator.front() == '[' ? Declarator : " " + Declarator;
  return Base;
}

std::string Spelling::Qualifiers::prefix() const {
  return std::string(Const ? "const " : "") + (Volatile ? "volatile " : "");
}

std::string Spelling::spell(TypeId Id, bool IsFlexible) {
  Flexible = IsFlexible;
  StepsLeft = Texts.exhausted() ? 0 : MaxSteps;
  return spell(Id, {}, "", 0);
}

std::string Spelling::pointer(const Type &Pointer, Qualifiers Q, const std::string &Declarator,
                              unsigned Depth) {
  // "char *const": the qualifiers of a pointer stand behind the star.
  std::string D = "*" + Q.prefix();
  if (D.size() > 1 && (Declarator.empty() || Declarator.front() == '['))
    D.pop_back();
  D += Declarator;
  Type Target = Types.type(Pointer.SizeOrType);
  for (unsigned I = 0; I != 4 && (Target.Kind == Kind::Const || Target.Kind == Kind::Volatile ||
                                  Target.Kind == Kind::TypeTag);
       ++I)
    Target = Types.type(Target.SizeOrType);
  if (Target.Kind == Kind::Array || Target.Kind == Kind::FuncProto)
    D = "(" + D + ")";
  return spell(Pointer.SizeOrType, {}, D, Depth);
}

std::string Spelling::array(const Type &Array, Qualifiers Q, std::string Declarator,
                            unsigned Depth) {
  ArrayShape Shape = Types.array(Array);
  // Only the outermost bound can be left out.
  bool Open = Flexible && Depth == 1;
  Declarator += Open ? "[]" : "[" + std::to_string(Shape.Count) + "]";
  return spell(Shape.Element, Q, std::move(Declarator), Depth);
}

std::string Spelling::parameters(const Type &Function, unsigned Depth) {
  std::string Out;
  for (uint32_t I = 0; I != Function.Count && StepsLeft != 0; ++I) {
    Parameter P = Types.parameter(Function, I);
    bool Ellipsis = P.Name == 0 && P.Type == 0 && I + 1 == Function.Count;
    Out += (Out.empty() ? "" : ", ") + (Ellipsis ? "..." : spell(P.Type, {}, "", Depth));
  }
  // BTF does not tell f(void) from the f() of before C23.
  return "(" + (Out.empty() ? "void" : Out) + ")";
}

std::string Spelling::named(const Type &T) {
  std::string Name = Texts.at(T.Name).str();
  std::string Tag = Name.empty() ? "{...}" : model::canonicalTemplateName(Name);
  switch (T.Kind) {
  case Kind::Void:
    return "void";
  case Kind::Int:
  case Kind::Float:
    return model::canonicalBaseType(Name);
  case Kind::Struct:
    return "struct " + Tag;
  case Kind::Union:
    return "union " + Tag;
  case Kind::Fwd:
    return (T.Flag ? "union " : "struct ") + Tag;
  case Kind::Enum:
  case Kind::Enum64:
    return "enum " + Tag;
  default:
    return Name.empty() ? NotKnown : Name;
  }
}

std::string Spelling::spell(TypeId Id, Qualifiers Q, std::string Declarator, unsigned Depth) {
  Type T = Types.type(Id);
  for (;; T = Types.type(T.SizeOrType)) {
    if (Depth > MaxDepth || StepsLeft == 0)
      return join(NotKnown, Declarator);
    --StepsLeft;
    if (T.Kind == Kind::Const)
      Q.Const = true;
    else if (T.Kind == Kind::Volatile)
      Q.Volatile = true;
    else if (T.Kind != Kind::Restrict && T.Kind != Kind::TypeTag)
      break;
  }
  ++Depth;
  switch (T.Kind) {
  case Kind::Ptr:
    return pointer(T, Q, Declarator, Depth);
  case Kind::Array:
    return array(T, Q, std::move(Declarator), Depth);
  case Kind::FuncProto:
    return spell(T.SizeOrType, {}, Declarator + parameters(T, Depth), Depth);
  default:
    return join(Q.prefix() + named(T), Declarator);
  }
}

} // namespace cachelint::btf
