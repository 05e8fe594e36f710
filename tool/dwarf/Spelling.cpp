//===-- Spelling.cpp ---------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Spelling.h"

#include "tool/dwarf/UnnamedRecords.h"
#include "tool/model/Names.h"

#include "fmt/format.h"

#include <dwarf.h>

namespace cachelint::dwarf {

static constexpr unsigned MaxDepth = 64;

static std::string join(std::string Base, const std::string &Declarator) {
  if (!Declarator.empty())
    Base += Declarator.front() == '[' ? Declarator : " " + Declarator;
  return Base;
}

llvm::SmallVector<std::optional<uint64_t>, 2> boundsOf(NodeRef Array) {
  llvm::SmallVector<std::optional<uint64_t>, 2> Bounds;
  for (uint32_t I = Array.Index + 1; I < Array->End; I = Array.In->node(I).End) {
    const Node &Child = Array.In->node(I);
    if (Child.Tag == DW_TAG_subrange_type)
      Bounds.push_back(Child.is(NF_Size) ? std::optional(Child.Size) : std::nullopt);
  }
  return Bounds;
}

std::string Spelling::spell(NodeRef Type, Language L) {
  Lang = L;
  Budget = 256;
  return spell(Type, "", 0);
}

std::string Spelling::pointer(NodeRef Type, std::string Sign, const std::string &Qualifiers,
                              const std::string &Declarator, unsigned Depth) {
  // "char *const": the qualifiers of a pointer stand behind the star.
  llvm::StringRef Behind = llvm::StringRef(Qualifiers).rtrim();
  std::string D = Sign + Behind.str();
  if (!Declarator.empty())
    D += (Behind.empty() || Declarator.front() == '[' ? "" : " ") + Declarator;
  NodeRef Target = Units.typeOf(Type);
  NodeRef Shape = Target;
  for (unsigned I = 0;
       Shape && I != 4 && (Shape->Tag == DW_TAG_const_type || Shape->Tag == DW_TAG_volatile_type);
       ++I)
    Shape = Units.typeOf(Shape);
  if (Shape && ((Shape->Tag == DW_TAG_array_type && !Shape->is(NF_Vector)) ||
                Shape->Tag == DW_TAG_subroutine_type))
    D = "(" + D + ")";
  if (Type->Tag == DW_TAG_ptr_to_member_type && Target && Target->Tag == DW_TAG_subroutine_type)
    return spell(Units.typeOf(Target), D + parameters(Target, true, Depth), Depth);
  return spell(Target, D, Depth);
}

std::string Spelling::array(NodeRef Type, const std::string &Qualifiers, std::string Declarator,
                            unsigned Depth) {
  NodeRef Element = Units.typeOf(Type);
  if (Type->is(NF_Vector)) {
    auto Bounds = boundsOf(Type);
    return join(fmt::format("{}{} __vector({})", Qualifiers, spell(Element, "", Depth),
                            Bounds.empty() ? 0 : Bounds.front().value_or(0)),
                Declarator);
  }
  for (std::optional<uint64_t> Bound : boundsOf(Type))
    Declarator += Bound ? fmt::format("[{}]", *Bound) : "[]";
  // gcc qualifies both the array and its element; once is enough.
  bool Twice = Element && Element->Tag == DW_TAG_const_type && Qualifiers == "const ";
  std::string Text = spell(Element, Declarator, Depth);
  bool IsPointer = Element && (Element->Tag == DW_TAG_pointer_type || Twice);
  return IsPointer ? Text : Qualifiers + Text;
}

std::string Spelling::parameters(NodeRef Function, bool IsMember, unsigned Depth) {
  std::string Out;
  for (uint32_t I = Function.Index + 1; I < Function->End; I = Function.In->node(I).End) {
    NodeRef P = Function.sibling(I);
    if (P->Tag == DW_TAG_formal_parameter) {
      if (IsMember && P->is(NF_Artificial)) // the object
        continue;
      Out += (Out.empty() ? "" : ", ") + spell(Units.typeOf(P), "", Depth);
    } else if (P->Tag == DW_TAG_unspecified_parameters &&
               (Function->is(NF_Prototyped) || Lang != Language::C || !Out.empty())) {
      Out += Out.empty() ? "..." : ", ...";
    }
  }
  if (Out.empty() && Lang == Language::C && Function->is(NF_Prototyped))
    Out = "void";
  return "(" + Out + ")";
}

std::string Spelling::named(NodeRef Type) {
  switch (Type->Tag) {
  case DW_TAG_base_type: {
    llvm::StringRef Name = Type->Name ? Type->Name : "";
    if (Lang == Language::Other || Lang == Language::Foreign)
      return Name.str();
    if (Type->Encoding == DW_ATE_complex_float) {
      // gcc says "complex double", clang no more than "complex".
      if (Name == "complex")
        Name = Type->Size == 8 ? "float" : Type->Size == 16 ? "double" : "long double";
      Name.consume_front("complex ");
      return "_Complex " + Name.str();
    }
    return model::canonicalBaseType(Name);
  }
  case DW_TAG_unspecified_type: {
    llvm::StringRef Name = Type->Name ? Type->Name : "void";
    return Name == "decltype(nullptr)" ? "std::nullptr_t" : Name.str();
  }
  case DW_TAG_typedef:
  case DW_TAG_template_alias:
    return Names.qualified(Type);
  case DW_TAG_enumeration_type:
    if (!Type->Name && !Type->Origin)
      return "enum {...}";
    return (Lang == Language::C ? "enum " : "") + Names.qualified(Type);
  }
  if (Type->Tag == DW_TAG_string_type && !Type->Name)
    return Type->is(NF_Size) ? fmt::format("character({})", Type->Size) : "character(*)";
  if (!isRecordTag(Type->Tag))
    return Type->Name ? Names.qualified(Type) : "...";
  llvm::StringRef Keyword = model::recordKeyword(recordKindOf(*Type));
  if (isUnnamed(*Type) && isUnnamed(*Units.origin(Type))) {
    std::optional<NamedBy> By = namerOf(Units, Type);
    if (!By || By->How != Namer::By::Typedef)
      return Keyword.str() + " {...}";
    return Names.recordKey(Type).str();
  }
  return (Lang == Language::C ? Keyword.str() + " " : "") + Names.recordKey(Type).str();
}

std::string Spelling::atomic(NodeRef Type, unsigned Depth) {
  return "_Atomic(" + spell(Units.typeOf(Type), "", Depth) + ")";
}

std::string Spelling::spell(NodeRef Type, std::string Declarator, unsigned Depth) {
  if (Depth > MaxDepth || Budget == 0)
    return join("...", Declarator);
  ++Depth;
  --Budget;
  bool Const = false, Volatile = false;
  for (unsigned I = 0; Type && I != MaxDepth; ++I) {
    if (Type->Tag == DW_TAG_const_type || Type->Tag == DW_TAG_immutable_type)
      Const = true;
    else if (Type->Tag == DW_TAG_volatile_type)
      Volatile = true;
    else if (Type->Tag != DW_TAG_restrict_type && Type->Tag != DW_TAG_packed_type &&
             Type->Tag != DW_TAG_shared_type)
      break;
    NodeRef From = Type;
    Type = Units.typeOf(From);
    if (!Type && From->Type) // there is a type, but not in reach
      return join("...", Declarator);
  }
  std::string Qualifiers = std::string(Const ? "const " : "") + (Volatile ? "volatile " : "");
  if (!Type)
    return join(Qualifiers + "void", Declarator);
  switch (Type->Tag) {
  case DW_TAG_pointer_type:
    return pointer(Type, "*", Qualifiers, Declarator, Depth);
  case DW_TAG_reference_type:
    return pointer(Type, "&", "", Declarator, Depth);
  case DW_TAG_rvalue_reference_type:
    return pointer(Type, "&&", "", Declarator, Depth);
  case DW_TAG_ptr_to_member_type: {
    NodeRef Class = Units.follow(Type, Type->Class);
    return pointer(Type, (Class ? spell(Class, "", Depth) : "...") + "::*", Qualifiers, Declarator,
                   Depth);
  }
  case DW_TAG_array_type:
    return array(Type, Qualifiers, std::move(Declarator), Depth);
  case DW_TAG_subroutine_type:
    return spell(Units.typeOf(Type), Declarator + parameters(Type, false, Depth), Depth);
  case DW_TAG_atomic_type:
    return join(Qualifiers + atomic(Type, Depth), Declarator);
  case DW_TAG_subrange_type:
    if (Type->Name)
      break;
    return join(Qualifiers + spell(Units.typeOf(Type), "", Depth), Declarator);
  }
  return join(Qualifiers + named(Type), Declarator);
}

} // namespace cachelint::dwarf
