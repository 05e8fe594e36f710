//===-- DiagCollector.h - what clang complains about -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_DIAGCOLLECTOR_H
#define CACHELINT_AST_DIAGCOLLECTOR_H

#include "tool/support/Problems.h"

#include "clang/Basic/Diagnostic.h"

#include <string>
#include <vector>

namespace cachelint::ast {

struct Diagnosed {
  std::string File; ///< absolute; empty for what is about the command line
  unsigned Line = 0, Column = 0;
  std::string Message; ///< lower-case start, no full stop
  bool Fatal = false;
};

/// Keeps clang's errors; warnings are of no interest here.
class DiagCollector : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  const std::vector<Diagnosed> &errors() const { return Errors; }
  bool hasFatal() const;
  /// Is there an error elsewhere than in \p File, or one that ended the reading?
  bool hasErrorOutside(llvm::StringRef File) const;
  /// Names the errors of the unit \p Unit: each at its place, the first few of many, and the unit
  /// as failed.
  void report(llvm::StringRef Unit, ProblemSink &Problems) const;

private:
  std::vector<Diagnosed> Errors;
  unsigned Left = 0; ///< not kept
};

} // namespace cachelint::ast

#endif
