//===-- ContentionJson.cpp -------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/Contention.h"
#include "tool/report/JsonText.h"

#include <utility>

namespace cachelint::report {

using namespace model;
using llvm::json::OStream;
using llvm::json::Value;

namespace {

Value numberOrNull(const std::optional<uint64_t> &N) { return N ? Value(*N) : Value(nullptr); }
Value textOrNull(llvm::StringRef Text) { return Text.empty() ? Value(nullptr) : jsonText(Text); }

/// The count where the text allows one, else null: a guess would look like a measurement.
Value countOf(const Share &S) { return numberOrNull(S.Count); }

void shareOf(OStream &J, llvm::StringRef Key, const Share &S) {
  J.attributeObject(Key, [&] {
    J.attribute("percent", S.Printed ? Value(S.Printed->value()) : Value(nullptr));
    J.attribute("count", numberOrNull(S.Count));
    J.attribute("estimate", numberOrNull(S.Estimate));
  });
}

std::optional<uint64_t> storesOf(const RecordedRow &R) {
  uint64_t Sum = 0;
  bool Any = false;
  for (const Share *S : {&R.StoreL1Hit, &R.StoreL1Miss, &R.StoreNoLevel}) {
    if (S->Printed && !S->Count)
      return std::nullopt;
    Any |= S->Count.has_value();
    Sum += S->Count.value_or(0);
  }
  return Any ? std::optional(Sum) : std::nullopt;
}

/// Loads are not printed: what of a row's samples is no store.
std::optional<uint64_t> loadsOf(const RecordedRow &R) {
  std::optional<uint64_t> Stores = storesOf(R);
  if (!R.Records || !Stores || *Stores > *R.Records)
    return std::nullopt;
  return *R.Records - *Stores;
}

class JsonReport {
public:
  JsonReport(const ContentionDocument &Doc, OStream &J) : Doc(Doc), J(J) {}

  void print() {
    const Recording &R = *Doc.Joined->From;
    J.object([&] {
      J.attribute("source", jsonText(R.Source));
      J.attribute("columns", R.Layout ? Value(layoutName(*R.Layout)) : Value(nullptr));
      J.attribute("display", R.Display ? Value(displayName(*R.Display)) : Value(nullptr));
      texts("events", R.Events);
      texts("coalesce", R.CoalesceKeys);
      J.attributeObject("totals", [&] { totals(R.Trace); });
      J.attributeObject("sharedTotals", [&] { shared(R.Shared); });
      J.attributeArray("statistics", [&] { statistics(R); });
      J.attributeArray("remarks", [&] {
        for (const NumberedText &N : R.Notes)
          J.object([&] {
            J.attribute("line", N.Line);
            J.attribute("text", jsonText(N.Text));
          });
      });
      J.attributeArray("inconsistencies", [&] {
        for (const Inconsistency &I : R.Inconsistencies)
          J.object([&] {
            J.attribute("line", I.InputLine);
            J.attribute("message", jsonText(I.Message));
          });
      });
      J.attributeArray("binaries", [&] { binaries(); });
      J.attributeArray("lines", [&] {
        for (const JoinedLine &L : Doc.Joined->Lines)
          line(L);
      });
      J.attributeArray("unexplained", [&] { unexplained(); });
    });
  }

private:
  void texts(llvm::StringRef Key, const std::vector<std::string> &List) {
    J.attributeArray(Key, [&] {
      for (const std::string &Text : List)
        J.value(jsonText(Text));
    });
  }

  void numbers(std::initializer_list<std::pair<const char *, std::optional<uint64_t>>> List) {
    for (const auto &[Key, N] : List)
      J.attribute(Key, numberOrNull(N));
  }

  void totals(const TraceTotals &T) {
    numbers({{"records", T.Records},
             {"localHitm", T.LocalHitm},
             {"remoteHitm", T.RemoteHitm},
             {"localPeer", T.LocalPeer},
             {"remotePeer", T.RemotePeer},
             {"anyPeer", T.AnyPeer},
             {"loads", T.Loads},
             {"stores", T.Stores},
             {"lockedOperations", T.LockedOperations},
             {"loadUncacheable", T.LoadUncacheable},
             {"loadIo", T.LoadIo},
             {"loadMiss", T.LoadMiss},
             {"loadNoMapping", T.LoadNoMapping},
             {"fillBufferHit", T.FillBufferHit},
             {"l1Hit", T.L1Hit},
             {"l2Hit", T.L2Hit},
             {"llcHit", T.LlcHit},
             {"remoteHit", T.RemoteHit},
             {"localDram", T.LocalDram},
             {"remoteDram", T.RemoteDram},
             {"mesiExclusive", T.MesiExclusive},
             {"mesiShared", T.MesiShared},
             {"llcMisses", T.LlcMisses},
             {"blockedByData", T.BlockedByData},
             {"blockedByAddress", T.BlockedByAddress},
             {"storeUncacheable", T.StoreUncacheable},
             {"storeNoMapping", T.StoreNoMapping},
             {"storeL1Hit", T.StoreL1Hit},
             {"storeL1Miss", T.StoreL1Miss},
             {"storeNoLevel", T.StoreNoLevel},
             {"noPageMap", T.NoPageMap},
             {"unparsable", T.Unparsable}});
  }

  void shared(const SharedTotals &T) {
    numbers({{"lines", T.Lines},
             {"loadHits", T.LoadHits},
             {"fillBufferHits", T.FillBufferHits},
             {"l1Hits", T.L1Hits},
             {"l2Hits", T.L2Hits},
             {"llcHits", T.LlcHits},
             {"peerHits", T.PeerHits},
             {"locked", T.Locked},
             {"blocked", T.Blocked},
             {"storeHits", T.StoreHits},
             {"storeL1Hits", T.StoreL1Hits},
             {"storeNoLevel", T.StoreNoLevel},
             {"mergedRecords", T.MergedRecords}});
  }

  void statistics(const Recording &R) {
    for (const Statistic &S : R.Statistics)
      J.object([&] {
        J.attribute("section", textOrNull(S.Section));
        J.attribute("label", jsonText(S.Label));
        J.attribute("text", jsonText(S.Text));
        J.attribute("count", numberOrNull(S.Count));
      });
  }

  void binaries() {
    for (const BinaryFit &B : Doc.Joined->Binaries)
      J.object([&] {
        J.attribute("path", jsonText(B.Path));
        J.attribute("fits", B.Fits);
        J.attribute("loadBase", numberOrNull(B.LoadBase));
        J.attribute("message", jsonText(B.Message));
      });
  }

  void line(const JoinedLine &L) {
    const RecordedLine &R = *L.Line;
    J.object([&] {
      numbers({{"address", R.Address},
               {"linkAddress", L.LinkAddress},
               {"localHitm", R.LocalHitm},
               {"remoteHitm", R.RemoteHitm},
               {"localPeer", R.LocalPeer},
               {"remotePeer", R.RemotePeer},
               {"records", R.Records},
               {"loads", R.Loads},
               {"stores", R.Stores},
               {"storeL1Hit", R.StoreL1Hit},
               {"storeL1Miss", R.StoreL1Miss},
               {"storeNoLevel", R.StoreNoLevel},
               {"fillBufferHit", R.FillBufferHit},
               {"l1Hit", R.L1Hit},
               {"l2Hit", R.L2Hit},
               {"llcHit", R.LlcHit},
               {"remoteHit", R.RemoteHit},
               {"localDram", R.LocalDram},
               {"remoteDram", R.RemoteDram},
               {"paCount", R.PaCount}});
      J.attribute("displayPercent",
                  R.DisplayShare ? Value(R.DisplayShare->value()) : Value(nullptr));
      J.attribute("verdict", verdictName(L.Verdict));
      J.attribute("verdictWhy", textOrNull(L.VerdictWhy));
      J.attributeObject("object", [&] {
        J.attribute("kind", objectKindName(L.Kind));
        J.attribute("variable", textOrNull(L.Variable));
        J.attribute("record", textOrNull(L.Record));
      });
      J.attributeArray("findings", [&] {
        for (size_t I : L.Findings)
          J.value(jsonText(Doc.Findings[I].Fingerprint));
      });
      J.attributeArray("rows", [&] {
        for (const JoinedRow &Row : L.Rows)
          row(Row);
      });
    });
  }

  void row(const JoinedRow &R) {
    const RecordedRow &Row = *R.Row;
    J.object([&] {
      J.attribute("offset", Row.Offset ? Value(Row.Offset->bytes()) : Value(nullptr));
      J.attribute("record", textOrNull(R.Record));
      J.attribute("field", textOrNull(R.Field));
      J.attribute("access", accessName(R.Access));
      J.attribute("function",
                  R.Function.empty() ? textOrNull(Row.Symbol.value_or("")) : jsonText(R.Function));
      J.attribute("file", R.Pos.File.empty() ? textOrNull(Row.SourceFile.value_or(""))
                                             : jsonText(R.Pos.File));
      J.attribute("line", R.Pos.Line ? Value(R.Pos.Line) : numberOrNull(Row.SourceLine));
      J.attribute("localHitm", countOf(Row.LocalHitm));
      J.attribute("remoteHitm", countOf(Row.RemoteHitm));
      J.attribute("localPeer", countOf(Row.LocalPeer));
      J.attribute("remotePeer", countOf(Row.RemotePeer));
      numbers({{"loads", loadsOf(Row)},
               {"stores", storesOf(Row)},
               {"records", Row.Records},
               {"codeAddress", Row.CodeAddress},
               {"pid", Row.Pid},
               {"tid", Row.Tid},
               {"cpuCount", Row.CpuCount},
               {"cyclesRemoteHitm", Row.CyclesRemoteHitm},
               {"cyclesLocalHitm", Row.CyclesLocalHitm},
               {"cyclesLoad", Row.CyclesLoad}});
      J.attributeObject("shares", [&] {
        shareOf(J, "localHitm", Row.LocalHitm);
        shareOf(J, "remoteHitm", Row.RemoteHitm);
        shareOf(J, "localPeer", Row.LocalPeer);
        shareOf(J, "remotePeer", Row.RemotePeer);
        shareOf(J, "anyPeer", Row.AnyPeer);
        shareOf(J, "storeL1Hit", Row.StoreL1Hit);
        shareOf(J, "storeL1Miss", Row.StoreL1Miss);
        shareOf(J, "storeNoLevel", Row.StoreNoLevel);
      });
      places(Row);
      J.attribute("meanLatency", numberOrNull(Row.CyclesLoad));
      J.attribute("resolvedBy", resolvedByName(R.By));
      J.attribute("unresolvedReason", textOrNull(R.Why));
    });
  }

  void places(const RecordedRow &Row) {
    J.attributeArray("cpus", [&] {
      for (const NodeUse &N : Row.Nodes)
        if (!N.Cpus.empty())
          J.value(jsonText(cpuListText(N)));
    });
    J.attributeArray("nodes", [&] {
      for (const NodeUse &N : Row.Nodes)
        J.value(N.Node);
    });
  }

  void unexplained() {
    for (const Unexplained &U : Doc.UnexplainedLines)
      J.object([&] {
        J.attribute("where", jsonText(U.Where));
        J.attribute("address", numberOrNull(U.Address));
        J.attribute("record", textOrNull(U.Record));
        J.attribute("variable", textOrNull(U.Variable));
        J.attribute("localHitm", U.Counts.LocalHitm);
        J.attribute("remoteHitm", U.Counts.RemoteHitm);
      });
  }

  const ContentionDocument &Doc;
  OStream &J;
};

} // namespace

void renderContentionJson(const ContentionDocument &Doc, llvm::raw_ostream &Out) {
  OStream J(Out, /*IndentSize=*/1);
  JsonReport(Doc, J).print();
  Out << '\n';
}

} // namespace cachelint::report
