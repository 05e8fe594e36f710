//===-- Enumerators.h - which values of an enumeration have names -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A number from a file is an enumerator only when the enumeration has one of that value. The
// compiler is asked: it spells the name of a template argument that has one, and a cast, "(Kind)9",
// for one that has none (clang and gcc).
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_ENUMERATORS_H
#define CACHELINT_FACTS_ENUMERATORS_H

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace cachelint::facts {

/// "Param", or empty where \p Value has no name.
template <auto Value> constexpr std::string_view enumeratorName() {
  std::string_view Text = __PRETTY_FUNCTION__;
  Text.remove_prefix(Text.find("Value = ") + 8);
  Text = Text.substr(0, Text.find_first_of(";]"));
  if (Text.find_first_not_of("0123456789", Text.rfind(')') + 1) == std::string_view::npos)
    return {};
  return Text.substr(Text.rfind(':') + 1);
}

/// Enumerations whose values are sets of flags have an operator|.
template <typename E>
concept FlagEnum = std::is_enum_v<E> && requires(E A) {
  { A | A } -> std::same_as<E>;
};

/// Calls \p Visit with the place and the name of each bit of a flag enumeration, or with the value
/// and the name of each enumerator of another, up to 63.
template <typename E, typename F, unsigned At = 0> constexpr void forEachEnumerator(F Visit) {
  constexpr unsigned Limit = FlagEnum<E> ? sizeof(E) * 8 : 64;
  if constexpr (At < Limit) {
    constexpr auto Raw = FlagEnum<E> ? uint64_t(1) << At : uint64_t(At);
    constexpr std::string_view Name = enumeratorName<static_cast<E>(Raw)>();
    if constexpr (!Name.empty())
      Visit(At, Name);
    forEachEnumerator<E, F, At + 1>(Visit);
  }
}

/// The bits that have names, or a bit for each value that has one.
template <typename E> constexpr uint64_t enumeratorMask() {
  uint64_t Mask = 0;
  forEachEnumerator<E>([&Mask](unsigned At, std::string_view) { Mask |= uint64_t(1) << At; });
  return Mask;
}

template <typename E> constexpr bool isEnumerator(uint64_t Raw) {
  constexpr uint64_t Mask = enumeratorMask<E>();
  if constexpr (FlagEnum<E>)
    return (Raw & ~Mask) == 0;
  else
    return Raw < 64 && (Mask >> Raw & 1) != 0;
}

} // namespace cachelint::facts

#endif
