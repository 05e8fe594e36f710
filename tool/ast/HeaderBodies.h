//===-- HeaderBodies.h - function bodies of headers, read once a run -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_HEADERBODIES_H
#define CACHELINT_AST_HEADERBODIES_H

#include "tool/model/Source.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace cachelint::ast {

struct FileInState;

/// The bodies of header functions whose facts some unit of the run has given. Other units that meet
/// them in the same state refer to these facts, and do not parse the bodies.
///
/// Safe to use from many threads. The strings of all units must live in one pool, which outlives
/// this.
class HeaderBodies {
public:
  /// With \p Skip off every unit parses all, and gives the same facts under the same keys.
  explicit HeaderBodies(bool Skip = true);
  ~HeaderBodies();
  HeaderBodies(const HeaderBodies &) = delete;
  HeaderBodies &operator=(const HeaderBodies &) = delete;

  /// Not for users of extractUnit().
  struct Body {
    uint64_t End = 0; ///< state of the header behind the body
    model::Str Key;
  };
  using Holds = llvm::function_ref<bool(const FileInState &)>;

  bool skips() const { return Skip; }
  /// The body that begins in state \p Start, where \p InState tells which other files are in the
  /// state that it depends on. None as well when there are several: macros that are defined outside
  /// of the header decide which it is.
  std::optional<Body> find(uint64_t Start, Holds InState) const;
  void add(uint64_t Start, llvm::ArrayRef<FileInState> Others, Body B);

private:
  struct Table;
  std::unique_ptr<Table> Known;
  bool Skip;
};

} // namespace cachelint::ast

#endif
