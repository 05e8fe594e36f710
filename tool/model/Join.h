//===-- Join.h - recorded cache lines with the fields that lie on them -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the join of a recording with binaries and source gives. Counts are samples; an empty
// optional means that the recording does not say.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_JOIN_H
#define CACHELINT_MODEL_JOIN_H

#include "tool/model/Bits.h"
#include "tool/model/Finding.h"
#include "tool/model/Recording.h"
#include "tool/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

enum class ObjectKind : uint8_t { Unknown, Global, Heap, Stack, PerCpu, ThreadLocal };

/// How a row's field was found.
enum class ResolvedBy : uint8_t {
  None,
  Address, ///< the address lies in a variable of the binary
  Code,    ///< the instruction's operand, through debug information
  Source,  ///< the access at the row's source line
};

enum class RowAccess : uint8_t { Unknown, Load, Store, Both };

/// What a line's samples say about how it is shared.
enum class SharingVerdict : uint8_t {
  Unknown,
  FalseSharing, ///< different fields or elements
  TrueSharing,  ///< one field
  Mixed,        ///< both
};

/// A record around a place, and how far from its start the place is.
struct EnclosingRecord {
  Str Key;
  Bits Offset;
  bool operator==(const EnclosingRecord &) const = default;
};

struct JoinedRow {
  const RecordedRow *Row = nullptr;
  std::string Record; ///< name of the innermost named record that holds the field; may be empty
  std::string Field;  ///< path from the object, "stats[1].rx_packets"; empty when not resolved
  Str RecordKey;      ///< of Record
  Str FieldName;      ///< last field of the path; empty for a scalar variable
  Str VariableKey;
  std::vector<EnclosingRecord> Around; ///< records that hold the row's address, outermost first
  std::optional<uint64_t> Element;     ///< outermost array index of Field, where it is known
  /// Where the field starts in its line: rows with equal values are about the same place. Empty
  /// when the field is not known.
  std::optional<Bits> Place;
  ResolvedBy By = ResolvedBy::None;
  std::string Why; ///< for unresolved rows: what was missing
  RowAccess Access = RowAccess::Unknown;
  std::string Function;
  SourcePos Pos;            ///< from the report, or from the binary by code address
  EvidenceCounts Counts;    ///< State is not used
  bool CountsKnown = false; ///< false where the report gives only shares of unknown counts
};

struct JoinedLine {
  const RecordedLine *Line = nullptr;
  std::optional<uint64_t>
      LinkAddress; ///< in the binary's own addresses, once the load base is known
  ObjectKind Kind = ObjectKind::Unknown;
  std::string Variable; ///< the first variable on the line; empty when none is known
  std::string Record;
  SharingVerdict Verdict = SharingVerdict::Unknown;
  std::string VerdictWhy; ///< the numbers behind it
  std::vector<JoinedRow> Rows;
  EvidenceCounts Counts;
  std::vector<size_t> Findings; ///< indices of the findings that the line confirms
};

/// How the addresses of the recording were fitted to one binary.
struct BinaryFit {
  std::string Path;
  bool Fits = false;
  std::optional<uint64_t> LoadBase; ///< bytes added to link-time addresses; empty when not unique
  std::string Message;              ///< what was found, or why nothing was
};

struct JoinedRecording {
  const Recording *From = nullptr; ///< must outlive this
  std::vector<BinaryFit> Binaries;
  std::vector<JoinedLine> Lines; ///< hottest first
};

} // namespace cachelint::model

#endif
