//===-- Schema.h - a number for what facts are made of ------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Computed from the types themselves: a member that is added, goes or changes its type, and an
// enumerator that is added, renamed or moved, give another number.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_SCHEMA_H
#define CACHELINT_FACTS_SCHEMA_H

#include "tool/facts/Enumerators.h"
#include "tool/facts/UnitParts.h"

namespace cachelint::facts {

class Schema {
public:
  template <typename T> void add() {
    if constexpr (std::is_same_v<T, llvm::StringRef> || std::is_same_v<T, std::string>) {
      mix('s');
    } else if constexpr (std::is_same_v<T, model::Bits>) {
      mix('b');
    } else if constexpr (std::is_enum_v<T>) {
      mix('e');
      forEachEnumerator<T>([this](unsigned At, std::string_view Name) {
        mix(At);
        for (char C : Name)
          mix(static_cast<unsigned char>(C));
      });
    } else if constexpr (std::is_arithmetic_v<T>) {
      static_assert(std::is_integral_v<T>, "facts hold no floating-point numbers");
      mix(std::is_same_v<T, bool> ? 't' : std::is_signed_v<T> ? 'i' : 'u');
      mix(sizeof(T));
    } else if constexpr (detail::IsOptional<T>::value) {
      mix('o');
      add<typename T::value_type>();
    } else if constexpr (detail::IsRange<T>::value) {
      mix('v');
      add<typename T::value_type>();
    } else if constexpr (detail::IsVariant<T>::value) {
      addAll(static_cast<T *>(nullptr), 'x');
    } else {
      addAll(static_cast<decltype(parts(std::declval<const T &>())) *>(nullptr), 'p');
    }
  }
  uint64_t value() const { return State; }

private:
  template <template <typename...> class Of, typename... T> void addAll(Of<T...> *, char Kind) {
    mix(Kind);
    mix(sizeof...(T));
    (add<std::remove_cvref_t<T>>(), ...);
  }
  // FNV-1a, a word at a time.
  void mix(uint64_t V) { State = (State ^ V) * 0x100000001b3ull; }
  uint64_t State = 0xcbf29ce484222325ull;
};

template <typename... T> uint64_t schemaOf() {
  Schema S;
  (S.add<T>(), ...);
  return S.value();
}

} // namespace cachelint::facts

#endif
