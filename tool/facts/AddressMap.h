//===-- AddressMap.h - variables of a binary by address -----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_ADDRESSMAP_H
#define CACHELINT_FACTS_ADDRESSMAP_H

#include "tool/facts/EvidenceJoin.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::facts {

/// What is at an address of a binary. Addresses are link-time ones, in bytes.
struct AddressedPlace {
  const model::Variable *Var = nullptr;  ///< null: only a symbol is known
  const model::Record *Record = nullptr; ///< innermost record that has a name
  std::string Field;                     ///< "stats[1].rx_packets", or "symbol+0x10"
  model::Str FieldName;                  ///< innermost field
  uint64_t Start = 0;                    ///< where the field starts
  std::optional<uint64_t> Element;
  std::vector<model::EnclosingRecord> Around;
};

class AddressMap {
public:
  explicit AddressMap(const RecordedBinary &Binary);

  /// Empty when no variable and no sized data symbol holds the address.
  std::optional<AddressedPlace> at(uint64_t Address) const;
  /// The file has something at the address, be it known or not.
  bool covers(uint64_t Address) const { return Image.segmentAt(Address) != nullptr; }
  /// The first variable, or data symbol, that reaches into [Begin, End).
  std::optional<AddressedPlace> firstIn(uint64_t Begin, uint64_t End) const;
  model::ObjectKind kindAt(uint64_t Address) const;

private:
  const model::Variable *variableAt(uint64_t Address) const;
  AddressedPlace placeIn(const model::Variable &V, uint64_t Address) const;

  const model::Binary &Image;
  const model::UnitFacts *Facts;
  std::vector<const model::Variable *> ByAddress;
};

/// The records of an object of type \p Type that hold byte \p Offset, outermost first. Of a union's
/// members all that reach the byte.
std::vector<model::EnclosingRecord> recordsAround(const model::TypeUse &Type, model::Bits Offset,
                                                  const std::vector<model::Record> &Records);

} // namespace cachelint::facts

#endif
