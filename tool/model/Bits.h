//===-- Bits.h - sizes and offsets --------------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_BITS_H
#define CACHELINT_MODEL_BITS_H

#include <cassert>
#include <compare>
#include <cstdint>

namespace cachelint::model {

/// A size, an offset or an alignment, in bits.
///
/// One type for all three, so that bytes and bits cannot be mixed. There is no "unknown" value:
/// what an input cannot say is an empty std::optional<Bits>.
class Bits {
public:
  constexpr Bits() = default;
  static constexpr Bits fromBits(uint64_t N) { return Bits(N); }
  static constexpr Bits fromBytes(uint64_t N) { return Bits(N * 8); }

  constexpr uint64_t bits() const { return Value; }
  /// Whole bytes, rounded down: the byte that holds this bit, for an offset.
  constexpr uint64_t bytes() const { return Value / 8; }
  /// Whole bytes, rounded up: the bytes that a size touches.
  constexpr uint64_t bytesCeil() const { return (Value + 7) / 8; }
  constexpr bool isWholeBytes() const { return Value % 8 == 0; }
  constexpr bool isZero() const { return Value == 0; }

  constexpr auto operator<=>(const Bits &) const = default;
  constexpr Bits operator+(Bits B) const { return Bits(Value + B.Value); }
  constexpr Bits operator-(Bits B) const {
    assert(Value >= B.Value && "sizes are unsigned");
    return Bits(Value - B.Value);
  }
  constexpr Bits operator*(uint64_t N) const { return Bits(Value * N); }
  constexpr Bits operator%(Bits B) const { return Bits(Value % B.Value); }
  constexpr uint64_t operator/(Bits B) const { return Value / B.Value; }
  constexpr Bits &operator+=(Bits B) { return *this = *this + B; }

  /// The smallest multiple of \p Align that is not below this value. \p Align must not be zero.
  constexpr Bits alignTo(Bits Align) const {
    return Bits((Value + Align.Value - 1) / Align.Value * Align.Value);
  }

private:
  constexpr explicit Bits(uint64_t N) : Value(N) {}
  uint64_t Value = 0;
};

} // namespace cachelint::model

#endif
