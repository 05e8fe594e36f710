//===-- Frontend.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/Frontend.h"

#include "tool/ast/BodyGate.h"
#include "tool/ast/BodyWalker.h"
#include "tool/ast/ClangArgs.h"
#include "tool/ast/DiagCollector.h"
#include "tool/ast/HeaderPieces.h"
#include "tool/ast/RecordingFiles.h"
#include "tool/ast/UnitExtractor.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/xxhash.h"

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
  bool MaySkip = true;    ///< bodies that the run knows
  bool Again = false;     ///< a skipped body was not the known one
  std::vector<GivenBody> Given = {};
};

class FactsConsumer : public clang::SemaConsumer {
public:
  FactsConsumer(clang::Preprocessor &PP, UnitRun &Run, const DiagCollector &Errors, uint64_t Base)
      : PP(PP), Run(Run), Errors(Errors) {
    if (Run.Options.Known)
      Gate.emplace(*Run.Options.Known, PP, Base, Run.MaySkip);
  }

  void InitializeSema(clang::Sema &S) override {
    if (Gate)
      Gate->setSema(&S);
  }
  void ForgetSema() override {
    if (Gate)
      Gate->setSema(nullptr);
  }
  bool shouldSkipFunctionBody(clang::Decl *D) override {
    return Gate && Gate->shouldSkip(D->getAsFunction());
  }

  void HandleTranslationUnit(clang::ASTContext &Ast) override {
    Run.Again = Gate && Gate->wasWrong();
    if (Run.Again)
      return;
    ExtractContext Context(Ast, PP, Run.Words, Run.Pool, Run.Problems, Run.Options,
                           Run.Command.File);
    std::optional<HeaderPieces> Pieces;
    if (Gate) {
      const clang::SourceManager &Sources = Context.sources();
      clang::SourceLocation Main = Sources.getLocForStartOfFile(Sources.getMainFileID());
      Pieces.emplace(Context, *Gate, !Errors.hasErrorOutside(Context.posOf(Main).File));
    }
    HeaderPieces *Shared = Pieces ? &*Pieces : nullptr;
    extractDeclarations(Context, Run.Facts, Shared);
    Run.Declared = true;
    if (Run.Options.Bodies) {
      model::UnitFacts Bodies; // apart, so that a crash leaves nothing half done in Run.Facts
      extractBodies(Context, Bodies, Shared);
      Run.Facts.Functions = std::move(Bodies.Functions);
      Run.Facts.Accesses = std::move(Bodies.Accesses);
      Run.Facts.Flows = std::move(Bodies.Flows);
      Run.Facts.Calls = std::move(Bodies.Calls);
      Run.Facts.Roots = std::move(Bodies.Roots);
      Run.Facts.Allocations = std::move(Bodies.Allocations);
      Run.Facts.Walks = std::move(Bodies.Walks);
    }
    if (Pieces)
      Run.Given = Pieces->moveTo(Run.Facts);
    Run.Parsed = true;
  }

private:
  clang::Preprocessor &PP;
  UnitRun &Run;
  const DiagCollector &Errors;
  std::optional<BodyGate> Gate;
};

/// What tells units apart before their first token, but for what shows in tokens: macros, files,
/// and the features of the processor, which are macros as well and no part of the ABI.
uint64_t stateBefore(const clang::CompilerInvocation &Invocation, const ExtractOptions &Options) {
  clang::CompilerInvocation Bare(Invocation);
  Bare.getPreprocessorOpts().Macros.clear();
  clang::TargetOptions &Target = Bare.getTargetOpts();
  Target.CPU.clear();
  Target.TuneCPU.clear();
  Target.FeaturesAsWritten.clear();
  return mixHash(llvm::xxh3_64bits(Bare.getModuleHash()),
                 Options.LineSize.bits() * 2 + Options.Bodies);
}

class FactsAction : public clang::ASTFrontendAction {
public:
  FactsAction(UnitRun &Run, const DiagCollector &Errors) : Run(Run), Errors(Errors) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        llvm::StringRef) override {
    uint64_t Base = Run.Options.Known ? stateBefore(CI.getInvocation(), Run.Options) : 0;
    return std::make_unique<FactsConsumer>(CI.getPreprocessor(), Run, Errors, Base);
  }

private:
  UnitRun &Run;
  const DiagCollector &Errors;
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

static void parse(UnitRun &Run, const clang::CompilerInvocation &Invocation,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
  DiagCollector Collector;
  clang::CompilerInstance Compiler;
  Compiler.setInvocation(std::make_shared<clang::CompilerInvocation>(Invocation));
  Compiler.getFrontendOpts().SkipFunctionBodies = Run.Options.Known != nullptr;
  Compiler.setVerboseOutputStream(llvm::nulls());
  Compiler.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  Compiler.createFileManager(Files);
  Compiler.createSourceManager(Compiler.getFileManager());
  FactsAction Action(Run, Collector);
  Compiler.ExecuteAction(Action);
  if (Run.Parsed)
    Collector.report(Run.Command.File, Run.Problems);
  else
    Run.Error = Run.Command.File + ": " +
                (Collector.errors().empty() ? "clang made nothing of it"
                                            : Collector.errors().front().Message);
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
  parse(Run, **Invocation, Files);
  if (!Run.Again)
    return;
  Run.MaySkip = false;
  Run.Error.clear();
  parse(Run, **Invocation, Files);
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
    if (Reads)
      Reads->Crashed = true;
    if (!Run.Declared)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "%s: clang crashed while reading it; its facts are missing",
                                     Command.File.c_str());
    Problems.fail(Command.File, "crashed while reading the function bodies; layouts were read, "
                                "accesses are missing");
    return std::move(Run.Facts);
  }
  if (!Run.Error.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s", Run.Error.c_str());
  for (GivenBody &G : Run.Given)
    Options.Known->add(G.Start, G.Others, G.Body);
  return std::move(Run.Facts);
}

} // namespace cachelint::ast
