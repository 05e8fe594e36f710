//===-- Content.h - equality, order and hashes of facts -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Two facts are the same when all that they say is the same, wherever they are in memory. Each type
// lists its parts once, in parts(); equality, order and hash follow from that list, so that none of
// the three can forget a part. The position comes first: facts are listed as they stand in the
// source.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_CONTENT_H
#define CACHELINT_FACTS_CONTENT_H

#include "tool/model/Access.h"
#include "tool/model/Record.h"

#include "llvm/Support/xxhash.h"

#include <optional>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace cachelint::facts {

inline auto parts(const model::SourcePos &P) { return std::tie(P.File, P.Line, P.Column); }
inline auto parts(const model::Origin &O) { return std::tie(O.Input, O.Target, O.From, O.Can); }
inline auto parts(const model::Slot &S) { return std::tie(S.K, S.Owner, S.Name, S.Index); }
inline auto parts(const model::IndexExpr &I) {
  return std::tie(I.From, I.Constant, I.LoopCounter, I.Mixed, I.Text);
}
inline auto parts(const model::FieldStep &F) {
  return std::tie(F.Record, F.Name, F.Offset, F.Size, F.Traits);
}
inline auto parts(const model::IndexStep &I) {
  return std::tie(I.Index, I.Stride, I.Extent, I.BoundText, I.ElementRecord, I.ElementType,
                  I.ElementTraits);
}
inline auto parts(const model::DerefStep &) { return std::tuple<>(); }
inline auto parts(const model::AccessPath &P) { return std::tie(P.Root, P.RootName, P.Steps); }
inline auto parts(const model::Frequency &F) {
  return std::tie(F.LoopDepth, F.PollLoop, F.Cold, F.Blocking);
}
inline auto parts(const model::Access &A) {
  return std::tie(A.Pos, A.Function, A.Kind, A.Atomic, A.LockOperation, A.Size, A.Traits, A.Often,
                  A.Path);
}
inline auto parts(const model::ValueFlow &F) {
  return std::tie(F.Pos, F.From, F.To, F.Counter, F.Function, F.AddressOf);
}
inline auto parts(const model::Call &C) {
  return std::tie(C.Pos, C.Caller, C.Callee, C.Through, C.Often);
}
inline auto parts(const model::ThreadRoot &R) {
  return std::tie(R.Pos, R.Function, R.Api, R.Launcher, R.Instances, R.Repeats, R.Through, R.Data,
                  R.DataParam);
}
inline auto parts(const model::TypeUse &T) {
  return std::tie(T.Spelling, T.Size, T.Align, T.Record, T.Extents, T.ElementSize, T.Traits);
}
inline auto parts(const model::Allocation &A) {
  return std::tie(A.Pos, A.Api, A.Function, A.Alignment, A.Element, A.Count, A.AssignedTo);
}
inline auto parts(const model::AlignmentMark &M) {
  return std::tie(M.Pos, M.DeclPos, M.Where, M.Record, M.Owner, M.Subject, M.VariableKey, M.Align,
                  M.Stride, M.Extent, M.Spelling, M.ThreadBound);
}
inline auto parts(const model::Field &F) {
  return std::tie(F.Kind, F.Name, F.Type, F.Offset, F.BitWidth, F.Extent, F.DeclaredAlign, F.Pos,
                  F.End);
}
inline auto parts(const model::Record &R) {
  return std::tie(R.Key, R.Pos, R.From, R.Name, R.Kind, R.Size, R.Align, R.DeclaredAlign, R.Fields,
                  R.Flags, R.AfterTag, R.AfterBrace, R.LineAlignSpelling, R.LineAlignIsKeyword);
}
inline auto parts(const model::Variable &V) {
  return std::tie(V.Key, V.Pos, V.From, V.Name, V.Function, V.Type, V.Storage, V.DeclaredAlign,
                  V.Address, V.Section, V.SectionOffset, V.LinkageName, V.BoundText, V.TypeEnd);
}
inline auto parts(const model::Function &F) {
  return std::tie(F.Key, F.Pos, F.End, F.Name, F.External, F.Cold, F.IsMain, F.Defined);
}

template <typename T> int compareContent(const T &A, const T &B);

namespace detail {
template <typename T> struct IsRange : std::false_type {};
template <typename T> struct IsRange<std::vector<T>> : std::true_type {};
template <typename T, unsigned N> struct IsRange<llvm::SmallVector<T, N>> : std::true_type {};
template <typename T> struct IsOptional : std::false_type {};
template <typename T> struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T> struct IsVariant : std::false_type {};
template <typename... T> struct IsVariant<std::variant<T...>> : std::true_type {};

template <typename T> int compareOrdered(const T &A, const T &B) { return A < B ? -1 : B < A; }

template <typename Range> int compareRange(const Range &A, const Range &B) {
  if (A.size() != B.size())
    return A.size() < B.size() ? -1 : 1;
  for (size_t I = 0; I != A.size(); ++I)
    if (int C = compareContent(A[I], B[I]))
      return C;
  return 0;
}

template <typename Variant> int compareVariant(const Variant &A, const Variant &B) {
  if (A.index() != B.index())
    return A.index() < B.index() ? -1 : 1;
  return std::visit(
      [&](const auto &Alternative) {
        return compareContent(Alternative, std::get<std::decay_t<decltype(Alternative)>>(B));
      },
      A);
}

template <size_t I = 0, typename Tuple> int compareTuple(const Tuple &A, const Tuple &B) {
  if constexpr (I == std::tuple_size_v<Tuple>) {
    return 0;
  } else {
    if (int C = compareContent(std::get<I>(A), std::get<I>(B)))
      return C;
    return compareTuple<I + 1>(A, B);
  }
}
} // namespace detail

/// Negative, zero or positive, as \p A is before, equal to or after \p B.
template <typename T> int compareContent(const T &A, const T &B) {
  if constexpr (std::is_same_v<T, llvm::StringRef>) {
    // Most strings are interned: the same text is then at the same address.
    return A.data() == B.data() && A.size() == B.size() ? 0 : A.compare(B);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                       std::is_same_v<T, model::Bits>) {
    return detail::compareOrdered(A, B);
  } else if constexpr (detail::IsOptional<T>::value) {
    if (A.has_value() != B.has_value())
      return A.has_value() ? 1 : -1;
    return A ? compareContent(*A, *B) : 0;
  } else if constexpr (detail::IsRange<T>::value) {
    return detail::compareRange(A, B);
  } else if constexpr (detail::IsVariant<T>::value) {
    return detail::compareVariant(A, B);
  } else {
    return detail::compareTuple(parts(A), parts(B));
  }
}

/// Collects a hash; the order of the parts matters.
class ContentHash {
public:
  template <typename T> void add(const T &V) {
    if constexpr (std::is_same_v<T, llvm::StringRef>) {
      mix(llvm::xxh3_64bits(V));
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      mix(static_cast<uint64_t>(V));
    } else if constexpr (std::is_same_v<T, model::Bits>) {
      mix(V.bits());
    } else if constexpr (detail::IsOptional<T>::value) {
      mix(V.has_value());
      if (V)
        add(*V);
    } else if constexpr (detail::IsRange<T>::value) {
      mix(V.size());
      for (const auto &Element : V)
        add(Element);
    } else if constexpr (detail::IsVariant<T>::value) {
      mix(V.index());
      std::visit([this](const auto &Alternative) { this->add(Alternative); }, V);
    } else {
      std::apply([this](const auto &...Part) { (this->add(Part), ...); }, parts(V));
    }
  }
  uint64_t value() const { return State; }

private:
  void mix(uint64_t V) {
    // The multiplier is 2^64 / phi, as in Fibonacci hashing; the shift brings the high bits down.
    State = (State ^ V) * 0x9e3779b97f4a7c15ull;
    State ^= State >> 29;
  }
  uint64_t State = 0x243f6a8885a308d3ull;
};

template <typename T> uint64_t hashContent(const T &V) {
  ContentHash H;
  H.add(V);
  return H.value();
}

/// For std and llvm containers that are keyed by a fact.
struct ContentLess {
  template <typename T> bool operator()(const T &A, const T &B) const {
    return compareContent(A, B) < 0;
  }
};

} // namespace cachelint::facts

#endif
