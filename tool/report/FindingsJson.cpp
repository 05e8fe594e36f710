//===-- FindingsJson.cpp ---------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/Findings.h"
#include "tool/report/JsonText.h"

namespace cachelint::report {

using namespace model;
using llvm::json::OStream;

namespace {

llvm::json::Value textOrNull(llvm::StringRef Text) {
  return Text.empty() ? llvm::json::Value(nullptr) : jsonText(Text);
}

void position(OStream &J, const SourcePos &P) {
  J.attribute("file", textOrNull(P.File));
  J.attribute("line", P.Line ? llvm::json::Value(P.Line) : nullptr);
  J.attribute("column", P.Column ? llvm::json::Value(P.Column) : nullptr);
}

void counts(OStream &J, const EvidenceCounts &C) {
  J.attribute("localHitm", C.LocalHitm);
  J.attribute("remoteHitm", C.RemoteHitm);
  J.attribute("localPeer", C.LocalPeer);
  J.attribute("remotePeer", C.RemotePeer);
  J.attribute("loads", C.Loads);
  J.attribute("stores", C.Stores);
}

void fix(OStream &J, const Fix &X) {
  J.object([&] {
    J.attribute("description", jsonText(X.Description));
    J.attributeArray("edits", [&] {
      for (const Edit &E : X.Edits)
        J.object([&] {
          J.attribute("file", textOrNull(E.Begin.File));
          J.attribute("line", E.Begin.Line);
          J.attribute("column", E.Begin.Column);
          J.attribute("endLine", E.End.Line);
          J.attribute("endColumn", E.End.Column);
          J.attribute("text", jsonText(E.Text));
        });
    });
  });
}

void finding(OStream &J, const Finding &F) {
  J.object([&] {
    J.attribute("rule", jsonText(F.Rule));
    J.attribute("severity", severityName(F.Level));
    J.attribute("confidence", confidenceName(F.Sure));
    position(J, F.Pos);
    J.attribute("record", textOrNull(F.Record));
    J.attribute("field", textOrNull(F.Field));
    J.attribute("variable", textOrNull(F.Variable));
    J.attribute("message", jsonText(F.Message));
    J.attribute("evidence", evidenceName(F.Evidence.State));
    if (F.Evidence.State == EvidenceState::None)
      J.attribute("evidenceCounts", nullptr);
    else
      J.attributeObject("evidenceCounts", [&] { counts(J, F.Evidence); });
    J.attribute("lostBytes", F.Weight ? llvm::json::Value(F.Weight) : nullptr);
    J.attribute("fingerprint", jsonText(F.Fingerprint));
    J.attributeArray("notes", [&] {
      for (const Note &N : F.Notes)
        J.object([&] {
          position(J, N.Pos);
          J.attribute("message", jsonText(N.Message));
        });
    });
    J.attributeArray("fixes", [&] {
      for (const Fix &X : F.Fixes)
        fix(J, X);
    });
  });
}

} // namespace

void renderFindingsJson(const FindingsDocument &Doc, llvm::raw_ostream &Out) {
  OStream J(Out, /*IndentSize=*/1);
  J.object([&] {
    J.attributeArray("findings", [&] {
      for (const Finding &F : Doc.Findings)
        finding(J, F);
    });
    J.attributeArray("notRun", [&] {
      for (const NotRun &N : Doc.NotRunRules)
        J.object([&] {
          J.attribute("rule", jsonText(N.Rule));
          J.attribute("reason", jsonText(N.Reason));
        });
    });
    J.attributeArray("failed", [&] {
      for (const Problem &P : Doc.Failed)
        J.object([&] {
          J.attribute("input", jsonText(P.Input));
          J.attribute("reason", jsonText(P.text()));
        });
    });
    J.attributeArray("unexplained", [&] {
      for (const Unexplained &U : Doc.UnexplainedLines)
        J.object([&] {
          J.attribute("where", jsonText(U.Where));
          J.attribute("address", U.Address ? llvm::json::Value(*U.Address) : nullptr);
          J.attribute("record", textOrNull(U.Record));
          J.attribute("variable", textOrNull(U.Variable));
          counts(J, U.Counts);
        });
    });
  });
  Out << '\n';
}

} // namespace cachelint::report
