//===-- ContentionText.cpp -------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/Contention.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace cachelint::report {

using namespace model;

namespace {

std::string numberText(const std::optional<uint64_t> &N) { return N ? fmt::format("{}", *N) : "-"; }

/// A column is as wide as its widest cell, and left out where no row has anything in it.
class Table {
public:
  explicit Table(std::vector<std::string> Headers) : Rows{std::move(Headers)} {}
  void add(std::vector<std::string> Cells) { Rows.push_back(std::move(Cells)); }

  void print(llvm::raw_ostream &Out) const {
    size_t Columns = Rows.front().size();
    std::vector<size_t> Width(Columns, 0);
    for (size_t C = 0; C != Columns; ++C) {
      for (size_t R = 1; R != Rows.size(); ++R)
        Width[C] = std::max(Width[C], Rows[R][C].size());
      if (Width[C])
        Width[C] = std::max(Width[C], Rows[0][C].size());
    }
    for (const auto &Row : Rows) {
      std::string Text = " ";
      for (size_t C = 0; C != Columns; ++C)
        if (Width[C])
          Text += fmt::format(" {:<{}} ", Row[C], Width[C]);
      Out << llvm::StringRef(Text).rtrim() << '\n';
    }
  }

private:
  std::vector<std::vector<std::string>> Rows;
};

class TextReport {
public:
  TextReport(const ContentionDocument &Doc, llvm::raw_ostream &Out) : Doc(Doc), Out(Out) {}

  void print() {
    head();
    for (const JoinedLine &L : Doc.Joined->Lines)
      line(L);
    if (Doc.Joined->Lines.empty())
      Out << "the recording lists no cache line\n";
    for (const Unexplained &U : Doc.UnexplainedLines)
      Out << "unexplained: " << U.Where << ": " << countsText(U.Counts) << '\n';
  }

private:
  void head() {
    const Recording &R = *Doc.Joined->From;
    // What stands before the report says where it comes from: recorded when and how, or made.
    for (const NumberedText &N : R.Notes)
      if (!R.Statistics.empty() ? N.Line < R.Statistics.front().InputLine : N.Line < 20)
        if (!llvm::StringRef(N.Text).trim().empty())
          Out << N.Text << '\n';
    Out << R.Source;
    if (R.Layout)
      Out << ": columns of " << layoutName(*R.Layout);
    Out << '\n';
    totals(R.Trace);
    for (const Inconsistency &I : R.Inconsistencies)
      Out << fmt::format("  line {}: {}\n", I.InputLine, I.Message);
    for (const BinaryFit &B : Doc.Joined->Binaries)
      Out << "  " << B.Path << ": " << B.Message << '\n';
    Out << '\n';
  }

  void totals(const TraceTotals &T) {
    std::string Text;
    auto Add = [&Text](const std::optional<uint64_t> &N, const char *What) {
      if (N)
        Text += fmt::format("{}{} {}", Text.empty() ? "" : ", ", *N, What);
    };
    Add(T.Records, "records");
    Add(T.Loads, "loads");
    Add(T.Stores, "stores");
    Add(T.LocalHitm, "local HITM");
    Add(T.RemoteHitm, "remote HITM");
    Add(T.LocalPeer, "local peer snoops");
    Add(T.RemotePeer, "remote peer snoops");
    Add(T.AnyPeer, "peer snoops");
    if (!Text.empty())
      Out << "  " << Text << '\n';
  }

  void line(const JoinedLine &L) {
    Out << "cache line ";
    Out << (L.Line->Address ? fmt::format("0x{:x}", *L.Line->Address) : std::string("?"));
    if (!L.Variable.empty())
      Out << "  " << objectKindName(L.Kind) << ' ' << L.Variable;
    if (!L.Record.empty() && L.Record != L.Variable)
      Out << " (" << L.Record << ')';
    Out << ": " << countsText(L.Counts) << '\n';
    Out << "  " << verdictName(L.Verdict);
    if (!L.VerdictWhy.empty())
      Out << ": " << L.VerdictWhy;
    Out << '\n';
    for (size_t I : L.Findings)
      finding(Doc.Findings[I]);
    rows(L);
    Out << '\n';
  }

  void finding(const Finding &F) {
    Out << "  confirms ";
    if (F.Pos.valid())
      Out << llvm::sys::path::filename(F.Pos.File) << ':' << F.Pos.Line << ": ";
    Out << F.Message << " [cachelint-" << F.Rule << "]\n";
  }

  void rows(const JoinedLine &L) {
    Table T({"offset", "field", "access", "local HITM", "remote HITM", "local peer", "remote peer",
             "stores", "thread", "cpus", "function", "source", "by"});
    for (const JoinedRow &R : L.Rows)
      T.add(cells(R));
    if (!L.Rows.empty())
      T.print(Out);
    // The same reason for many rows is said once.
    std::vector<std::string> Said;
    for (const JoinedRow &R : L.Rows)
      if (R.By == ResolvedBy::None && !R.Why.empty() && !llvm::is_contained(Said, R.Why)) {
        Out << "  not resolved: " << R.Why << '\n';
        Said.push_back(R.Why);
      }
  }

  static std::string shareText(const Share &S) {
    if (S.Count)
      return *S.Count ? fmt::format("{}", *S.Count) : "";
    if (S.Printed)
      return S.Printed->Digits ? fmt::format("{:.{}f}%", S.Printed->value(), S.Printed->Decimals)
                               : "";
    return "";
  }

  static std::string storesText(const RecordedRow &R) {
    uint64_t Sum = 0;
    bool Known = true, Any = false;
    std::string Percents;
    for (const Share *S : {&R.StoreL1Hit, &R.StoreL1Miss, &R.StoreNoLevel}) {
      if (!S->Printed || !S->Printed->Digits)
        continue;
      Any = true;
      Known &= S->Count.has_value();
      Sum += S->Count.value_or(0);
      Percents += (Percents.empty() ? "" : "+") + shareText(*S);
    }
    if (!Any)
      return "";
    return Known ? fmt::format("{}", Sum) : Percents;
  }

  static std::string sourceText(const JoinedRow &R) {
    if (R.Pos.valid())
      return fmt::format("{}:{}", llvm::sys::path::filename(R.Pos.File).str(), R.Pos.Line);
    return R.Row->SourceText.value_or("");
  }

  static std::vector<std::string> cells(const JoinedRow &R) {
    const RecordedRow &Row = *R.Row;
    return {Row.Offset ? fmt::format("0x{:02x}", Row.Offset->bytes()) : "?",
            R.Field.empty() ? "?" : R.Field,
            R.Access == RowAccess::Unknown ? "" : accessName(R.Access).str(),
            shareText(Row.LocalHitm),
            shareText(Row.RemoteHitm),
            shareText(Row.LocalPeer),
            shareText(Row.RemotePeer),
            storesText(Row),
            Row.Tid ? numberText(Row.Tid) : "",
            Row.CpuCount ? numberText(Row.CpuCount) : "",
            R.Function.empty() ? Row.Symbol.value_or("") : R.Function,
            sourceText(R),
            R.By == ResolvedBy::None ? "" : resolvedByName(R.By).str()};
  }

  const ContentionDocument &Doc;
  llvm::raw_ostream &Out;
};

} // namespace

void renderContentionText(const ContentionDocument &Doc, llvm::raw_ostream &Out) {
  TextReport(Doc, Out).print();
}

} // namespace cachelint::report
