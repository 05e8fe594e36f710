//===-- Encoder.h - facts to bytes --------------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Any type that parts() knows can be written; docs/facts-format.md has the encoding.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_ENCODER_H
#define CACHELINT_FACTS_ENCODER_H

#include "tool/facts/UnitParts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace cachelint::facts {

class Encoder {
public:
  /// \p OwnInput: the unit's main file, which an Origin in it does not spell out. So the facts of a
  /// header have the same bytes in all units that see the same of it.
  explicit Encoder(model::Str OwnInput) : OwnInput(OwnInput) {}

  template <typename T> void add(const T &V) {
    if constexpr (std::is_same_v<T, llvm::StringRef> || std::is_same_v<T, std::string>) {
      addNumber(stringIndex(V));
    } else if constexpr (std::is_same_v<T, model::Bits>) {
      addNumber(V.bits());
    } else if constexpr (std::is_enum_v<T>) {
      addNumber(static_cast<uint64_t>(V));
    } else if constexpr (std::is_integral_v<T>) {
      if constexpr (std::is_signed_v<T>)
        // The sign goes to the lowest bit, so that small negative numbers are short.
        addNumber(static_cast<uint64_t>(V) << 1 ^ (V < 0 ? ~uint64_t(0) : 0));
      else
        addNumber(V);
    } else if constexpr (detail::IsOptional<T>::value) {
      addNumber(V.has_value());
      if (V)
        add(*V);
    } else if constexpr (detail::IsRange<T>::value) {
      addNumber(V.size());
      for (const auto &Element : V)
        add(Element);
    } else if constexpr (detail::IsVariant<T>::value) {
      addNumber(V.index());
      std::visit([this](const auto &Alternative) { this->add(Alternative); }, V);
    } else {
      if constexpr (std::is_same_v<T, model::Origin>) {
        bool Own = V.Input == OwnInput;
        addNumber(Own);
        if (Own)
          return addOwn(V);
      }
      std::apply([this](const auto &...Part) { (this->add(Part), ...); }, parts(V));
    }
  }

  void addNumber(uint64_t N) {
    for (; N >= 0x80; N >>= 7)
      Body.push_back(static_cast<char>(N | 0x80));
    Body.push_back(static_cast<char>(N));
  }

  /// The strings, in the order in which they were first used, and all that was added.
  std::string finish() const {
    Encoder Table("");
    Table.addNumber(Strings.size());
    for (llvm::StringRef S : Strings) {
      Table.addNumber(S.size());
      Table.Body.append(S.begin(), S.end());
    }
    return Table.Body + Body;
  }

private:
  void addOwn(model::Origin O) {
    O.Input = {};
    std::apply([this](const auto &...Part) { (this->add(Part), ...); }, parts(O));
  }

  /// 0 is the empty string, which the table does not hold.
  uint64_t stringIndex(llvm::StringRef S) {
    if (S.empty())
      return 0;
    auto [It, IsNew] = Numbers.try_emplace(S, Strings.size() + 1);
    if (IsNew)
      Strings.push_back(S);
    return It->second;
  }

  model::Str OwnInput;
  std::string Body;
  std::vector<llvm::StringRef> Strings; ///< alive as long as what was added is
  llvm::DenseMap<llvm::StringRef, uint64_t> Numbers;
};

} // namespace cachelint::facts

#endif
