//===-- Frontend.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/Frontend.h"

#include "tool/ast/BodyWalker.h"
#include "tool/ast/ClangArgs.h"
#include "tool/ast/DiagCollector.h"
#include "tool/ast/RecordingFiles.h"
#include "tool/ast/UnitExtractor.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <mutex>

namespace cachelint::ast {

namespace {

/// What one run of clang works on. Everything outlives the run.
struct UnitRun {
  const CompileCommand &Command;
  const model::Vocabulary &Words;
  StringPool &Pool;
  ProblemSink &Problems;
  const ExtractOptions &Options;
  UnitReads *Reads;
  model::UnitFacts Facts = {};
  bool Declared = false;  ///< records and variables are in Facts
  bool Parsed = false;    ///< everything is, with or without errors in the source
  std::string Error = {}; ///< why nothing was read
};

class FactsConsumer : public clang::ASTConsumer {
public:
  FactsConsumer(clang::Preprocessor &PP, UnitRun &Run) : PP(PP), Run(Run) {}

  void HandleTranslationUnit(clang::ASTContext &Ast) override {
    ExtractContext Context(Ast, PP, Run.Words, Run.Pool, Run.Problems, Run.Options,
                           Run.Command.File);
    extractDeclarations(Context, Run.Facts);
    Run.Declared = true;
    if (Run.Options.Bodies) {
      model::UnitFacts Bodies; // apart, so that a crash leaves nothing half done in Run.Facts
      extractBodies(Context, Bodies);
      Run.Facts.Functions = std::move(Bodies.Functions);
      Run.Facts.Accesses = std::move(Bodies.Accesses);
      Run.Facts.Flows = std::move(Bodies.Flows);
      Run.Facts.Calls = std::move(Bodies.Calls);
      Run.Facts.Roots = std::move(Bodies.Roots);
      Run.Facts.Allocations = std::move(Bodies.Allocations);
      Run.Facts.Walks = std::move(Bodies.Walks);
    }
    Run.Parsed = true;
  }

private:
  clang::Preprocessor &PP;
  UnitRun &Run;
};

class FactsAction : public clang::ASTFrontendAction {
public:
  explicit FactsAction(UnitRun &Run) : Run(Run) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        llvm::StringRef) override {
    return std::make_unique<FactsConsumer>(CI.getPreprocessor(), Run);
  }

private:
  UnitRun &Run;
};

} // namespace

/// A file system of its own for each unit: the working directory is part of it, and units of one
/// database are compiled in different ones.
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesOf(UnitRun &Run) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk(
      llvm::vfs::createPhysicalFileSystem().release());
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files = Disk;
  if (!Run.Options.Files.empty()) {
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    for (const auto &[Path, Text] : Run.Options.Files)
      Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBuffer(Text, Path));
    auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Disk);
    Overlay->pushOverlay(Memory);
    Files = Overlay;
  }
  if (Files->setCurrentWorkingDirectory(Run.Command.Directory))
    Run.Error = Run.Command.File + ": compiled in " + Run.Command.Directory +
                ", but there is no such directory";
  return Files;
}

static void runClang(UnitRun &Run) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files = filesOf(Run);
  llvm::IntrusiveRefCntPtr<RecordingFiles> Recording;
  if (Run.Reads)
    Files = Recording = llvm::makeIntrusiveRefCnt<RecordingFiles>(Files);
  auto KeepReads = llvm::make_scope_exit([&] {
    if (Recording)
      *Run.Reads = Recording->reads();
  });
  if (Run.Error.empty() && !Files->exists(Run.Command.File))
    Run.Error = Run.Command.File + ": no such file";
  if (!Run.Error.empty())
    return;
  auto Invocation = buildInvocation(Run.Command, Run.Options, Files, Run.Problems);
  if (!Invocation) {
    Run.Error = llvm::toString(Invocation.takeError());
    return;
  }
  DiagCollector Collector;
  clang::CompilerInstance Compiler;
  Compiler.setInvocation(std::move(*Invocation));
  Compiler.setVerboseOutputStream(llvm::nulls());
  Compiler.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  Compiler.createFileManager(Files);
  Compiler.createSourceManager(Compiler.getFileManager());
  FactsAction Action(Run);
  Compiler.ExecuteAction(Action);
  if (Run.Parsed)
    Collector.report(Run.Command.File, Run.Problems);
  else
    Run.Error = Run.Command.File + ": " +
                (Collector.errors().empty() ? "clang made nothing of it"
                                            : Collector.errors().front().Message);
}

llvm::Expected<model::UnitFacts> extractUnit(const CompileCommand &Command,
                                             const model::Vocabulary &Words, StringPool &Pool,
                                             ProblemSink &Problems, const ExtractOptions &Options,
                                             UnitReads *Reads) {
  static std::once_flag Enabled;
  std::call_once(Enabled, llvm::CrashRecoveryContext::Enable);

  UnitRun Run{Command, Words, Pool, Problems, Options, Reads};
  llvm::CrashRecoveryContext Recovery;
  // clang gives its parser 8 MB; the visitors behind it recurse over expressions as well, and there
  // is no second stack on which to catch an overflow. Only touched pages cost memory.
  constexpr unsigned StackBytes = 64u << 20;
  if (!Recovery.RunSafelyOnThread([&] { runClang(Run); }, StackBytes)) {
    if (!Run.Declared)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "%s: clang crashed while reading it; its facts are missing",
                                     Command.File.c_str());
    Problems.fail(Command.File, "crashed while reading the function bodies; layouts were read, "
                                "accesses are missing");
    if (Reads)
      Reads->Crashed = true;
    return std::move(Run.Facts);
  }
  if (!Run.Error.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s", Run.Error.c_str());
  return std::move(Run.Facts);
}

} // namespace cachelint::ast
