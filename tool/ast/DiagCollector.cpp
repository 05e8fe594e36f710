//===-- DiagCollector.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/DiagCollector.h"

#include "tool/model/Names.h"

#include "fmt/format.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::ast {

// The first errors of a unit say what is wrong with it; the rest are mostly their consequences.
static constexpr size_t MaxKept = 8;

static std::string messageOf(const clang::Diagnostic &Info) {
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  std::string Message = llvm::StringRef(Text).rtrim('.').str();
  // "C++11 ..." and "ISO C ..." stay as they are.
  if (Message.size() > 1 && llvm::isUpper(Message[0]) && llvm::isLower(Message[1]))
    Message[0] = llvm::toLower(Message[0]);
  return Message;
}

void DiagCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                     const clang::Diagnostic &Info) {
  clang::DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level < clang::DiagnosticsEngine::Error)
    return;
  bool Fatal = Level == clang::DiagnosticsEngine::Fatal;
  if (Errors.size() >= MaxKept && !(Fatal && !hasFatal())) {
    ++Left;
    return;
  }
  Diagnosed D;
  D.Message = messageOf(Info);
  D.Fatal = Fatal;
  if (Info.hasSourceManager() && Info.getLocation().isValid()) {
    const clang::SourceManager &Sources = Info.getSourceManager();
    clang::PresumedLoc Where = Sources.getPresumedLoc(Sources.getExpansionLoc(Info.getLocation()));
    if (Where.isValid()) {
      llvm::SmallString<256> Path(Where.getFilename());
      Sources.getFileManager().makeAbsolutePath(Path);
      D.File = model::normalizedPath("", Path);
      D.Line = Where.getLine();
      D.Column = Where.getColumn();
    }
  }
  Errors.push_back(std::move(D));
}

bool DiagCollector::hasFatal() const {
  return llvm::any_of(Errors, [](const Diagnosed &D) { return D.Fatal; });
}

bool DiagCollector::hasErrorOutside(llvm::StringRef File) const {
  return Left != 0 ||
         llvm::any_of(Errors, [&](const Diagnosed &D) { return D.Fatal || D.File != File; });
}

void DiagCollector::report(llvm::StringRef Unit, ProblemSink &Problems) const {
  for (const Diagnosed &D : Errors) {
    Problem P;
    P.Input = D.File.empty() ? Unit.str() : D.File;
    P.Message = D.Message;
    if (D.Line != 0) {
      P.Line = D.Line;
      P.Column = D.Column;
    }
    if (D.Fatal) {
      // Many units may fail on one header: the unit is what is lost, the header says why.
      P = {ProblemLevel::Failure, Unit.str(), {}, {}, {}, D.Message};
      if (D.Line != 0)
        P.Message += fmt::format(" at {}:{}:{}", D.File, D.Line, D.Column);
      P.Message += "; the rest of the unit was read as far as it goes without";
    }
    Problems.add(std::move(P));
  }
  if (Left != 0)
    Problems.warn(Unit, fmt::format("{} more errors in this unit", Left));
  // What does not parse is not in the facts, so that silence about this unit means less.
  if (!Errors.empty() && !hasFatal())
    Problems.fail(Unit, "has errors; it was read as far as it goes");
}

} // namespace cachelint::ast
