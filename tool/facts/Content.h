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
#include "tool/model/Walk.h"

#include "llvm/Support/xxhash.h"

#include <optional>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace cachelint::facts {

// The bindings name every member in the order of declaration: a member that is added to a fact and
// not here is an error of the compiler. The order in tie() is that of the comparison.
inline auto parts(const model::SourcePos &P) {
  const auto &[File, Line, Column] = P;
  return std::tie(File, Line, Column);
}
inline auto parts(const model::Origin &O) {
  const auto &[From, Can, Input, Target] = O;
  return std::tie(Input, Target, From, Can);
}
inline auto parts(const model::Slot &S) {
  const auto &[K, Owner, Name, Index] = S;
  return std::tie(K, Owner, Name, Index);
}
inline auto parts(const model::IndexExpr &I) {
  const auto &[From, Constant, LoopCounter, Mixed, Text] = I;
  return std::tie(From, Constant, LoopCounter, Mixed, Text);
}
inline auto parts(const model::FieldStep &F) {
  const auto &[Record, Name, Offset, Size, Traits] = F;
  return std::tie(Record, Name, Offset, Size, Traits);
}
inline auto parts(const model::IndexStep &I) {
  const auto &[Index, Stride, Extent, BoundText, ElementRecord, ElementType, ElementTraits] = I;
  return std::tie(Index, Stride, Extent, BoundText, ElementRecord, ElementType, ElementTraits);
}
inline auto parts(const model::DerefStep &) { return std::tuple<>(); }
inline auto parts(const model::AccessPath &P) {
  const auto &[Root, RootName, Steps] = P;
  return std::tie(Root, RootName, Steps);
}
inline auto parts(const model::Frequency &F) {
  const auto &[LoopDepth, PollLoop, Cold, FewRounds, Blocking] = F;
  return std::tie(LoopDepth, PollLoop, Cold, FewRounds, Blocking);
}
inline auto parts(const model::Access &A) {
  const auto &[Function, Path, Kind, Atomic, LockOperation, OtherCpu, How, ResultUsed, Locks, Size,
               Traits, Often, Pos] = A;
  return std::tie(Pos, Function, Kind, Atomic, LockOperation, OtherCpu, How, ResultUsed, Locks,
                  Size, Traits, Often, Path);
}
inline auto parts(const model::ValueFlow &F) {
  const auto &[From, To, AddressOf, Counter, Function, Pos] = F;
  return std::tie(Pos, From, To, Counter, Function, AddressOf);
}
inline auto parts(const model::Call &C) {
  const auto &[Caller, Callee, Through, Assumed, Locks, Often, Pos] = C;
  return std::tie(Pos, Caller, Callee, Through, Assumed, Locks, Often);
}
inline auto parts(const model::ThreadRoot &R) {
  const auto &[Function, Api, Launcher, Instances, Repeats, Through, Data, DataParam, Pos] = R;
  return std::tie(Pos, Function, Api, Launcher, Instances, Repeats, Through, Data, DataParam);
}
inline auto parts(const model::TypeUse &T) {
  const auto &[Spelling, Size, Align, Record, Extents, ElementSize, Traits] = T;
  return std::tie(Spelling, Size, Align, Record, Extents, ElementSize, Traits);
}
inline auto parts(const model::Allocation &A) {
  const auto &[Api, Function, Callee, PerCpu, Alignment, Element, Count, AssignedTo, Pos] = A;
  return std::tie(Pos, Api, Function, Callee, PerCpu, Alignment, Element, Count, AssignedTo);
}
inline auto parts(const model::Walk::Touch &T) {
  const auto &[Path, Offset, Size, Write, Sometimes, Pos] = T;
  return std::tie(Path, Offset, Size, Write, Sometimes, Pos);
}
inline auto parts(const model::Walk &W) {
  const auto &[Function, How, Record, Name, Stride, Extent, Touches, Complete, Calls, Often, Pos] =
      W;
  return std::tie(Pos, Function, How, Record, Name, Stride, Extent, Touches, Complete, Calls,
                  Often);
}
inline auto parts(const model::AlignmentMark &M) {
  const auto &[Where, Record, Owner, Subject, VariableKey, Align, Stride, Extent, Spelling,
               ThreadBound, Pos, DeclPos] = M;
  return std::tie(Pos, DeclPos, Where, Record, Owner, Subject, VariableKey, Align, Stride, Extent,
                  Spelling, ThreadBound);
}
inline auto parts(const model::Field &F) {
  const auto &[Kind, Name, Type, Offset, BitWidth, Extent, DeclaredAlign, Pos, End] = F;
  return std::tie(Kind, Name, Type, Offset, BitWidth, Extent, DeclaredAlign, Pos, End);
}
inline auto parts(const model::Record &R) {
  const auto &[Key, Name, Kind, Size, Align, DeclaredAlign, Fields, Flags, From, Pos, AfterTag,
               AfterBrace, LineAlignSpelling, LineAlignIsKeyword] = R;
  return std::tie(Key, Pos, From, Name, Kind, Size, Align, DeclaredAlign, Fields, Flags, AfterTag,
                  AfterBrace, LineAlignSpelling, LineAlignIsKeyword);
}
inline auto parts(const model::Variable &V) {
  const auto &[Key, Name, Function, Type, Storage, DeclaredAlign, Defined, Initial, Address,
               Section, SectionOffset, Image, LinkageName, BoundText, From, Pos, TypeEnd] = V;
  return std::tie(Key, Pos, From, Name, Function, Type, Storage, DeclaredAlign, Defined, Initial,
                  Image, Address, Section, SectionOffset, LinkageName, BoundText, TypeEnd);
}
inline auto parts(const model::Function &F) {
  const auto &[Key, Name, External, Cold, IsMain, Defined, Pos, End, Overrides] = F;
  return std::tie(Key, Pos, End, Name, External, Cold, IsMain, Defined, Overrides);
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
