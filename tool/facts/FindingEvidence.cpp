//===-- FindingEvidence.cpp - what recordings say of findings -------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/CodeRows.h"
#include "tool/facts/EvidenceJoin.h"
#include "tool/facts/RowCounts.h"
#include "tool/facts/Verdict.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace cachelint::facts {

using namespace model;

namespace {

/// One finding and the rows that are about its subject.
class Matcher {
public:
  explicit Matcher(const Finding &F) : F(F) {
    llvm::SmallVector<Str, 4> Names;
    Str(F.Field).split(Names, ',');
    for (Str Name : Names)
      Fields.insert(Name.trim());
    for (const SourcePos &Site : F.Sites)
      Sites.emplace(baseName(Site.File), Site.Line);
  }

  bool matches(const JoinedRow &Row) const {
    if (Row.By == ResolvedBy::None)
      return atSite(Row);
    if (!F.VariableKey.empty() && !Row.VariableKey.empty())
      return (Row.VariableKey == F.VariableKey && inSubjectBytes(Row)) ||
             llvm::is_contained(F.OtherVariableKeys, Row.VariableKey);
    return !F.RecordKey.empty() && (inRecord(Row) || isMember(Row));
  }

private:
  /// The code is the finding's own, though nothing tells which field it touched.
  bool atSite(const JoinedRow &Row) const {
    if (Row.Pos.valid())
      return Sites.contains({baseName(Row.Pos.File), Row.Pos.Line});
    const RecordedRow &R = *Row.Row;
    return R.SourceFile && R.SourceLine && !R.SourceMayBeCut &&
           Sites.contains({baseName(*R.SourceFile), static_cast<unsigned>(*R.SourceLine)});
  }

  bool inBytes(Bits Offset) const {
    return !F.Bytes || (Offset.bytes() >= F.Bytes->first && Offset.bytes() < F.Bytes->second);
  }

  /// Of an array of records Bytes count from the start of an element.
  bool inSubjectBytes(const JoinedRow &Row) const {
    for (const EnclosingRecord &E : Row.Around)
      if (E.Key == F.RecordKey)
        return inBytes(E.Offset);
    return true;
  }

  bool inRecord(const JoinedRow &Row) const {
    return llvm::any_of(Row.Around, [&](const EnclosingRecord &E) {
      if (E.Key != F.RecordKey)
        return false;
      return F.Bytes ? inBytes(E.Offset) : F.Field.empty() || Fields.contains(Row.FieldName);
    });
  }

  /// An element of the block behind a member, `outq[i]`.
  bool isMember(const JoinedRow &Row) const {
    return Row.RecordKey == F.RecordKey && Fields.contains(Row.FieldName);
  }

  const Finding &F;
  std::set<Str> Fields;
  std::set<std::pair<Str, unsigned>> Sites;
};

/// What one line says of one finding.
struct LineSays {
  EvidenceCounts Counts; ///< of the matching rows
  std::set<uint64_t> Places;
  size_t Rows = 0;
};

} // namespace

static void addCounts(EvidenceCounts &To, const EvidenceCounts &C) {
  To.LocalHitm += C.LocalHitm;
  To.RemoteHitm += C.RemoteHitm;
  To.LocalPeer += C.LocalPeer;
  To.RemotePeer += C.RemotePeer;
  To.Loads += C.Loads;
  To.Stores += C.Stores;
}

static LineSays ask(const JoinedLine &Line, const Matcher &M) {
  LineSays Says;
  for (const JoinedRow &Row : Line.Rows) {
    if (!M.matches(Row))
      continue;
    ++Says.Rows;
    addCounts(Says.Counts, Row.Counts);
    bool Touched = contentionOf(Row.Counts) || Row.Counts.Stores;
    if (std::optional<uint64_t> Place = placeOf(Row); Place && Touched)
      Says.Places.insert(*Place);
  }
  return Says;
}

/// The line bounced where the finding says, and at as many places as it takes.
static bool bearsOut(const Finding &F, const LineSays &Says) {
  return contentionOf(Says.Counts) != 0 && Says.Places.size() >= (F.OnePlace ? 1u : 2u);
}

static void applyTo(Finding &F, size_t Index, llvm::MutableArrayRef<JoinedRecording> Recordings) {
  Matcher M(F);
  EvidenceCounts Seen, Confirming;
  bool Confirmed = false, Sampled = false, Bounced = false;
  for (JoinedRecording &R : Recordings)
    for (JoinedLine &Line : R.Lines) {
      LineSays Says = ask(Line, M);
      if (Says.Rows == 0)
        continue;
      Sampled = true;
      Bounced |= contentionOf(Line.Counts) != 0;
      addCounts(Seen, Says.Counts);
      if (!bearsOut(F, Says))
        continue;
      Confirmed = true;
      addCounts(Confirming, Says.Counts);
      Line.Findings.push_back(Index);
    }
  F.Evidence = Confirmed ? Confirming : Seen;
  // A line that bounced elsewhere, or at one place only, says neither yes nor no.
  F.Evidence.State = Confirmed             ? EvidenceState::Confirmed
                     : Sampled && !Bounced ? EvidenceState::Refuted
                                           : EvidenceState::Unobserved;
}

void applyEvidence(std::vector<Finding> &Findings,
                   llvm::MutableArrayRef<JoinedRecording> Recordings) {
  if (Recordings.empty())
    return;
  for (JoinedRecording &R : Recordings)
    for (JoinedLine &Line : R.Lines)
      Line.Findings.clear();
  for (size_t I = 0; I != Findings.size(); ++I)
    applyTo(Findings[I], I, Recordings);
}

std::vector<size_t> unexplainedLines(const JoinedRecording &Joined) {
  uint64_t All = 0;
  for (const JoinedLine &Line : Joined.Lines)
    All += contentionOf(Line.Counts);
  std::vector<size_t> Lines;
  for (size_t I = 0; I != Joined.Lines.size(); ++I) {
    uint64_t Contended = contentionOf(Joined.Lines[I].Counts);
    if (Contended != 0 && 100 * Contended >= All && Joined.Lines[I].Findings.empty())
      Lines.push_back(I);
  }
  return Lines;
}

} // namespace cachelint::facts
