//===-- Finding.h - what a rule says -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_FINDING_H
#define CACHELINT_MODEL_FINDING_H

#include "tool/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

enum class Severity : uint8_t { Note, Warning, Error };
enum class Confidence : uint8_t { Low, Medium, High };

/// What the recording says of a finding.
enum class EvidenceState : uint8_t {
  None,       ///< no recording was given
  Confirmed,  ///< the line bounced between caches, at the places the finding names
  Refuted,    ///< the line was sampled and did not bounce
  Unobserved, ///< no sample fell on it
};

struct EvidenceCounts {
  EvidenceState State = EvidenceState::None;
  uint64_t LocalHitm = 0, RemoteHitm = 0, LocalPeer = 0, RemotePeer = 0, Loads = 0, Stores = 0;
};

struct Note {
  SourcePos Pos; ///< may be invalid: a remark without a place
  std::string Message;
};

/// Replace [Begin, End) by Text; Begin == End inserts. Same file for both.
struct Edit {
  SourcePos Begin;
  SourcePos End;
  std::string Text;
};

struct Fix {
  std::string Description;
  std::vector<Edit> Edits;
};

struct Finding {
  std::string Rule;
  Severity Level = Severity::Warning;
  Confidence Sure = Confidence::High;
  SourcePos Pos;
  std::string Record; ///< name as a person writes it; empty when it does not apply
  std::string Field;  ///< one or several, joined by ", "
  std::string Variable;
  std::string Message; ///< lower-case start, no full stop
  /// Bytes that are lost, over all objects that can be counted: what `audit` ranks by. Zero where
  /// the rule has no such number.
  uint64_t Weight = 0;
  std::vector<Note> Notes;
  std::vector<Fix> Fixes;
  EvidenceCounts Evidence;
  /// Bytes of the subject that the finding is about, per element, for the join with evidence:
  /// [Begin, End) bytes from the start of the record or array element.
  std::optional<std::pair<uint64_t, uint64_t>> Bytes;
  Str RecordKey;                      ///< of the subject, for the join with evidence
  Str VariableKey;                    ///< of the subject, for the join with evidence
  std::vector<Str> OtherVariableKeys; ///< variables that the finding is about, too
  std::vector<SourcePos> Sites; ///< accesses the finding is about, for the join by source line
  /// Contention at one place bears the finding out (a counter that all threads write, a lock over
  /// two lines); else it takes two different places on one line.
  bool OnePlace = false;
  /// What tells this finding from others of its rule, without line numbers; the driver hashes it
  /// together with rule, record, field and variable.
  std::string Identity;
  std::string Fingerprint; ///< 16 hex digits; set by the driver
};

} // namespace cachelint::model

#endif
