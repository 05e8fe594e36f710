//===-- Decoder.h - facts from bytes ------------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Reads what Encoder.h writes. Nothing in the bytes is trusted: numbers must fit where they go,
// enumerators must have names, indices of strings must be in the table, and a list cannot have more
// elements than the bytes behind its length could hold. After the first fault all reads give
// nothing, so that only the end need be asked.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_DECODER_H
#define CACHELINT_FACTS_DECODER_H

#include "tool/facts/Enumerators.h"
#include "tool/facts/UnitParts.h"
#include "tool/support/StringPool.h"

#include <limits>
#include <string>
#include <vector>

namespace cachelint::facts {

namespace detail {
template <typename Tuple> struct LeastBytes;
} // namespace detail

/// The fewest bytes that a value takes.
template <typename T> constexpr size_t leastBytes() {
  if constexpr (requires(const T &V) { parts(V); })
    return detail::LeastBytes<decltype(parts(std::declval<const T &>()))>::Sum;
  else
    return 1;
}

template <typename... T> struct detail::LeastBytes<std::tuple<T...>> {
  static constexpr size_t Sum = (size_t(0) + ... + leastBytes<std::remove_cvref_t<T>>());
};

class Decoder {
public:
  /// Reads the table of strings into \p Pool. \p OwnInput as of the Encoder.
  Decoder(llvm::StringRef Bytes, model::Str OwnInput, StringPool &Pool);

  template <typename T> void read(T &V) {
    if constexpr (std::is_same_v<T, llvm::StringRef>) {
      V = readString();
    } else if constexpr (std::is_same_v<T, std::string>) {
      V = readString().str();
    } else if constexpr (std::is_same_v<T, model::Bits>) {
      V = model::Bits::fromBits(readNumber());
    } else if constexpr (std::is_enum_v<T>) {
      readEnumerator(V);
    } else if constexpr (std::is_integral_v<T>) {
      readInteger(V);
    } else if constexpr (detail::IsOptional<T>::value) {
      if (readFlag())
        read(V.emplace());
    } else if constexpr (detail::IsRange<T>::value) {
      readRange(V);
    } else if constexpr (detail::IsVariant<T>::value) {
      readVariant(V, readNumber());
    } else {
      readParts(V);
    }
  }

  uint64_t readNumber();
  bool readFlag();
  /// Notes that all has been read; more bytes are a fault.
  void finish();

  /// Null: none so far.
  const char *fault() const { return Fault; }
  /// Where in the bytes the fault is.
  uint64_t faultOffset() const { return FaultAt; }

private:
  void fail(const char *What, const char *Where);
  void readStrings(StringPool &Pool);
  llvm::StringRef readString();

  template <typename T> void readEnumerator(T &V) {
    const char *Start = At;
    uint64_t Raw = readNumber();
    if (isEnumerator<T>(Raw))
      V = static_cast<T>(Raw);
    else
      fail("a value that its enumeration does not have", Start);
  }

  template <typename T> void readInteger(T &V) {
    const char *Start = At;
    uint64_t Raw = readNumber();
    if constexpr (std::is_signed_v<T>) {
      int64_t Wide = static_cast<int64_t>(Raw >> 1 ^ (Raw & 1 ? ~uint64_t(0) : 0));
      if (Wide >= std::numeric_limits<T>::min() && Wide <= std::numeric_limits<T>::max())
        V = static_cast<T>(Wide);
      else
        fail("a number that is too large", Start);
    } else {
      if (Raw <= std::numeric_limits<T>::max())
        V = static_cast<T>(Raw);
      else
        fail("a number that is too large", Start);
    }
  }

  template <typename T> void readRange(T &V) {
    const char *Start = At;
    uint64_t Count = readNumber();
    if (Count > static_cast<size_t>(End - At))
      return fail("a list that is longer than the bytes behind it", Start);
    V.reserve(std::min<uint64_t>(Count, (End - At) / leastBytes<typename T::value_type>()));
    for (uint64_t I = 0; I != Count && !Fault; ++I)
      read(V.emplace_back());
  }

  template <typename T, size_t I = 0> void readVariant(T &V, uint64_t Index) {
    if constexpr (I == std::variant_size_v<T>) {
      fail("an alternative that there is not", At);
    } else {
      if (Index == I)
        read(V.template emplace<I>());
      else
        readVariant<T, I + 1>(V, Index);
    }
  }

  template <typename T> void readParts(T &V) {
    bool Own = false;
    if constexpr (std::is_same_v<T, model::Origin>)
      Own = readFlag();
    // parts() promises to leave what it is given alone; V itself is no constant.
    std::apply(
        [this](const auto &...Part) {
          (this->read(const_cast<std::remove_cvref_t<decltype(Part)> &>(Part)), ...);
        },
        parts(V));
    if constexpr (std::is_same_v<T, model::Origin>)
      if (Own)
        V.Input = OwnInput;
  }

  const char *Begin, *At, *End;
  model::Str OwnInput;
  std::vector<llvm::StringRef> Strings; ///< the first is empty
  const char *Fault = nullptr;
  uint64_t FaultAt = 0;
};

} // namespace cachelint::facts

#endif
