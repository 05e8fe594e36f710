//===-- FindingsText.cpp ---------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/Findings.h"
#include "tool/report/ShortPath.h"
#include "tool/report/SourceLines.h"

#include "fmt/format.h"
#include "llvm/Support/Path.h"

namespace cachelint::report {

using namespace model;

namespace {

class TextReport {
public:
  TextReport(llvm::StringRef Directory, llvm::raw_ostream &Out) : Directory(Directory), Out(Out) {}

  void finding(const Finding &F) {
    place(F.Pos);
    Out << severityName(F.Level) << ": " << F.Message << " [cachelint-" << F.Rule << "]\n";
    snippet(F.Pos);
    for (const Note &N : F.Notes) {
      place(N.Pos);
      Out << "note: " << N.Message << '\n';
      snippet(N.Pos);
    }
    for (const Fix &X : F.Fixes)
      fix(X);
    evidence(F);
  }

  void unexplained(const Unexplained &U) {
    Out << "unexplained: " << U.Where << ": " << countsText(U.Counts) << '\n';
  }

private:
  void place(const SourcePos &P) {
    if (P.File.empty())
      return;
    Out << shortPath(P.File, Directory) << ':';
    if (P.Line)
      Out << P.Line << ':';
    // Some compilers say no column of members.
    if (P.Line && P.Column)
      Out << P.Column << ':';
    Out << ' ';
  }

  void snippet(const SourcePos &P) {
    if (!P.valid() || P.Column == 0)
      return;
    std::optional<llvm::StringRef> Line = Lines.line(P.File, P.Line);
    if (!Line || P.Column > Line->size() + 1)
      return;
    std::string Number = fmt::format("{:>5}", P.Line);
    Out << Number << " | " << Line->rtrim() << '\n';
    // Tabs are kept, so that the caret stands below its column whatever the tab width.
    std::string Lead;
    for (char C : Line->take_front(P.Column - 1))
      Lead += C == '\t' ? '\t' : ' ';
    Out << std::string(Number.size(), ' ') << " | " << Lead << "^\n";
  }

  void fix(const Fix &X) {
    if (X.Edits.empty())
      return;
    place(X.Edits.front().Begin);
    Out << "note: fix: " << X.Description << '\n';
  }

  void evidence(const Finding &F) {
    if (F.Evidence.State == EvidenceState::None)
      return;
    place(F.Pos);
    Out << "note: recording: " << evidenceName(F.Evidence.State);
    if (F.Evidence.State != EvidenceState::Unobserved)
      Out << ": " << countsText(F.Evidence);
    Out << '\n';
  }

  llvm::StringRef Directory;
  llvm::raw_ostream &Out;
  SourceLines Lines;
};

} // namespace

void renderFindingsText(const FindingsDocument &Doc, llvm::StringRef Directory,
                        llvm::raw_ostream &Out) {
  TextReport R(Directory, Out);
  for (const Finding &F : Doc.Findings)
    R.finding(F);
  for (const Unexplained &U : Doc.UnexplainedLines)
    R.unexplained(U);
}

} // namespace cachelint::report
