//===-- DumpRecording.cpp - the model of a recording as JSON -------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// For the scripts beside it, which compare all of it with what they find in the text themselves.
// Keys are the names of the model; an empty optional is null.
//
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportReader.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace cachelint;
using namespace cachelint::model;
namespace json = llvm::json;

namespace {

json::Value value(uint64_t N) { return N; }
json::Value value(unsigned N) { return uint64_t(N); }
json::Value value(bool B) { return B; }
json::Value value(char C) { return std::string(1, C); }
json::Value value(const std::string &Text) { return json::fixUTF8(Text); }
json::Value value(const Percent &P) {
  std::string Digits = std::to_string(P.Digits);
  if (Digits.size() <= P.Decimals)
    Digits.insert(0, P.Decimals + 1 - Digits.size(), '0');
  if (P.Decimals != 0)
    Digits.insert(Digits.size() - P.Decimals, ".");
  return Digits + "%";
}
json::Value value(Bits B) { return B.bytes(); }
template <class E>
  requires std::is_enum_v<E>
json::Value value(E Enumerator) {
  return static_cast<int64_t>(Enumerator);
}
template <class T> json::Value value(const std::optional<T> &O) {
  return O ? value(*O) : json::Value(nullptr);
}
json::Value value(const NamedText &T) { return json::Array{value(T.Name), value(T.Text)}; }
json::Value value(const NumberedText &T) { return json::Array{T.Line, value(T.Text)}; }
json::Value value(const CpuRange &C) { return json::Array{C.First, C.Last}; }
template <class T> json::Value value(const std::vector<T> &List);
#define KEY(Name) {#Name, value(X.Name)}
json::Value value(const Share &X) { return json::Object{KEY(Printed), KEY(Count), KEY(Estimate)}; }
json::Value value(const NodeUse &X) {
  return json::Object{KEY(Node), KEY(CpuCount), KEY(Cpus), KEY(ContendedShare), KEY(StoreShare)};
}
json::Value value(const Statistic &X) {
  return json::Object{KEY(Report), KEY(InputLine), KEY(Section), KEY(Label),
                      KEY(Text),   KEY(Count),     KEY(Part)};
}
json::Value value(const Inconsistency &X) {
  return json::Object{KEY(What), KEY(InputLine), KEY(Message)};
}
json::Value value(const RecordedRow &X) {
  return json::Object{KEY(InputLine),
                      KEY(RemoteHitm),
                      KEY(LocalHitm),
                      KEY(RemotePeer),
                      KEY(LocalPeer),
                      KEY(AnyPeer),
                      KEY(StoreL1Hit),
                      KEY(StoreL1Miss),
                      KEY(StoreNoLevel),
                      KEY(Offset),
                      KEY(DataNode),
                      KEY(PaCount),
                      KEY(Pid),
                      KEY(Tid),
                      KEY(Comm),
                      KEY(CodeAddress),
                      KEY(CyclesRemoteHitm),
                      KEY(CyclesLocalHitm),
                      KEY(CyclesRemotePeer),
                      KEY(CyclesLocalPeer),
                      KEY(CyclesAnyPeer),
                      KEY(CyclesLoad),
                      KEY(Records),
                      KEY(CpuCount),
                      KEY(Mode),
                      KEY(Symbol),
                      KEY(SymbolMayBeCut),
                      KEY(Object),
                      KEY(SourceText),
                      KEY(SourceFile),
                      KEY(SourceLine),
                      KEY(SourceMayBeCut),
                      KEY(NodesText),
                      KEY(Nodes),
                      KEY(CallChain),
                      KEY(Others)};
}
json::Value value(const RecordedLine &X) {
  return json::Object{
      KEY(Report),
      KEY(TableLine),
      KEY(ParetoLine),
      KEY(Index),
      KEY(Address),
      KEY(Node),
      KEY(PaCount),
      KEY(DisplayShare),
      KEY(TotalHitm),
      KEY(LocalHitm),
      KEY(RemoteHitm),
      KEY(TotalPeer),
      KEY(LocalPeer),
      KEY(RemotePeer),
      KEY(Records),
      KEY(Loads),
      KEY(Stores),
      KEY(StoreL1Hit),
      KEY(StoreL1Miss),
      KEY(StoreNoLevel),
      KEY(FillBufferHit),
      KEY(L1Hit),
      KEY(L2Hit),
      KEY(LlcHit),
      KEY(LlcHitm),
      KEY(RemoteHit),
      KEY(RemoteLoadHitm),
      KEY(LlcMisses),
      KEY(LocalDram),
      KEY(RemoteDram),
      KEY(Others),
      KEY(Rows),
      {"RepeatOf", X.RepeatOf ? value(uint64_t(*X.RepeatOf)) : json::Value(nullptr)}};
}
template <class T> json::Value value(const std::vector<T> &List) {
  json::Array Result;
  for (const T &Item : List)
    Result.push_back(value(Item));
  return Result;
}
json::Value value(const TraceTotals &X) {
  return json::Object{KEY(Records),
                      KEY(LockedOperations),
                      KEY(Loads),
                      KEY(LoadUncacheable),
                      KEY(LoadIo),
                      KEY(LoadMiss),
                      KEY(LoadNoMapping),
                      KEY(FillBufferHit),
                      KEY(L1Hit),
                      KEY(L2Hit),
                      KEY(LlcHit),
                      KEY(LocalHitm),
                      KEY(RemoteHitm),
                      KEY(RemoteHit),
                      KEY(LocalDram),
                      KEY(RemoteDram),
                      KEY(MesiExclusive),
                      KEY(MesiShared),
                      KEY(LlcMisses),
                      KEY(BlockedByData),
                      KEY(BlockedByAddress),
                      KEY(LocalPeer),
                      KEY(RemotePeer),
                      KEY(AnyPeer),
                      KEY(MissesToLocalDram),
                      KEY(MissesToRemoteDram),
                      KEY(MissesToRemoteHit),
                      KEY(MissesToRemoteHitm),
                      KEY(Stores),
                      KEY(StoreUncacheable),
                      KEY(StoreNoMapping),
                      KEY(StoreL1Hit),
                      KEY(StoreL1Miss),
                      KEY(StoreNoLevel),
                      KEY(NoPageMap),
                      KEY(Unparsable)};
}
json::Value value(const SharedTotals &X) {
  return json::Object{KEY(Lines),        KEY(LoadHits),  KEY(FillBufferHits), KEY(L1Hits),
                      KEY(L2Hits),       KEY(LlcHits),   KEY(PeerHits),       KEY(Locked),
                      KEY(Blocked),      KEY(StoreHits), KEY(StoreL1Hits),    KEY(StoreNoLevel),
                      KEY(MergedRecords)};
}
json::Value value(const Recording &X) {
  return json::Object{KEY(Source), KEY(Layout),  KEY(Display), KEY(CoalesceKeys),
                      KEY(Events), KEY(Reports), KEY(Notes),   KEY(Statistics),
                      KEY(Trace),  KEY(Shared),  KEY(Lines),   KEY(Inconsistencies)};
}
#undef KEY

} // namespace

static json::Value dump(const char *Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return json::Object{{"recording", nullptr}, {"error", Buffer.getError().message()}};
  ProblemSink Sink;
  auto Read = evidence::readC2cReport(Path, (*Buffer)->getBuffer(), Sink);
  json::Array Problems;
  for (const Problem &P : Sink.sorted())
    Problems.push_back(json::fixUTF8(P.text()));
  json::Object Result{{"problems", std::move(Problems)}};
  if (Read) {
    Result["recording"] = value(*Read);
  } else {
    Result["recording"] = nullptr;
    Result["error"] = llvm::toString(Read.takeError());
  }
  return Result;
}

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    llvm::errs() << "usage: dump-recording FILE...\n";
    return 2;
  }
  for (int I = 1; I != Argc; ++I)
    llvm::outs() << dump(Argv[I]) << "\n";
  return 0;
}
