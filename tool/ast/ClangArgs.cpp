//===-- ClangArgs.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ClangArgs.h"

#include "tool/ast/DiagCollector.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Driver/Options.h"
#include "clang/Frontend/Utils.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

#ifndef CACHELINT_CLANG_RESOURCE_DIR
#error "CMakeLists.txt of this folder says where clang's own headers are"
#endif

namespace cachelint::ast {

using llvm::StringRef;

static std::vector<const char *> pointersTo(const std::vector<std::string> &Args) {
  std::vector<const char *> Out;
  for (const std::string &A : Args)
    Out.push_back(A.c_str());
  return Out;
}

/// Indices into \p Args of options that are in no table of clang's.
static llvm::SmallSet<unsigned, 8> unknownOptions(const std::vector<std::string> &Args) {
  llvm::SmallSet<unsigned, 8> Unknown;
  std::vector<const char *> Raw = pointersTo(Args);
  unsigned MissingIndex = 0, MissingCount = 0;
  bool MsvcStyle = llvm::is_contained(Args, "--driver-mode=cl");
  llvm::opt::Visibility Visible(MsvcStyle ? clang::driver::options::CLOption
                                          : clang::driver::options::ClangOption);
  llvm::opt::InputArgList List = clang::driver::getDriverOptTable().ParseArgs(
      llvm::ArrayRef(Raw).drop_front(), MissingIndex, MissingCount, Visible);
  for (const llvm::opt::Arg *A : List)
    if (A->getOption().matches(clang::driver::options::OPT_UNKNOWN))
      Unknown.insert(A->getIndex() + 1);
  return Unknown;
}

static bool bearsOnMeaning(StringRef Arg) {
  return !(Arg.starts_with("-Werror") || Arg == "-pedantic-errors" || Arg == "/WX" ||
           Arg.starts_with("-fplugin=") || Arg.starts_with("-fplugin-arg-") ||
           Arg.starts_with("-resource-dir"));
}

std::vector<std::string> argsForClang(const CompileCommand &Command, StringRef ResourceDir) {
  if (Command.Args.empty())
    return {};
  llvm::SmallSet<unsigned, 8> Unknown = unknownOptions(Command.Args);
  std::vector<std::string> Out = {Command.Args.front()};
  Out.push_back("-resource-dir=" + ResourceDir.str());
  for (unsigned I = 1; I < Command.Args.size(); ++I) {
    if (Command.Args[I] == "-resource-dir") {
      ++I; // its value is the next argument
      continue;
    }
    if (!Unknown.contains(I) && bearsOnMeaning(Command.Args[I]))
      Out.push_back(Command.Args[I]);
  }
  // Also silences what clang calls an error by default and gcc, for whom the code was written, does
  // not, e.g. -Wimplicit-function-declaration.
  Out.push_back("-Wno-everything");
  Out.push_back("-Wno-unknown-warning-option");
  return Out;
}

/// The argument that clang's message quotes: "unsupported option '-mfoo' for target 'x'", "invalid
/// value 'gnu99x' in '-std=gnu99x'". 0 when it quotes none of them.
static unsigned refusedArgument(const std::vector<std::string> &Args, StringRef Message) {
  llvm::SmallVector<StringRef, 8> Parts;
  Message.split(Parts, '\'');
  for (size_t P = 1; P < Parts.size(); P += 2)
    for (unsigned I = 1; I < Args.size(); ++I) {
      StringRef Arg = Args[I], Quoted = Parts[P];
      bool Same = Arg == Quoted || (Quoted.ends_with("=") && Arg.starts_with(Quoted));
      if (Quoted.starts_with("-") && Same)
        return I;
    }
  return 0;
}

static llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> silentEngine(DiagCollector &Collector) {
  return new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                      &Collector, /*ShouldOwnClient=*/false);
}

/// Clears the CPU when this clang does not know it: the layout of records hangs on the ABI alone.
static void dropUnknownCpu(clang::CompilerInvocation &Invocation, const std::string &Unit,
                           ProblemSink &Problems) {
  clang::TargetOptions &Target = Invocation.getTargetOpts();
  DiagCollector Collector;
  auto Engine = silentEngine(Collector);
  auto Trial = std::make_shared<clang::TargetOptions>(Target);
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> Info =
      clang::TargetInfo::CreateTargetInfo(*Engine, Trial);
  if (Info || Target.CPU.empty())
    return;
  Problems.warn(Unit, "this clang does not know the CPU '" + Target.CPU + "' of " + Target.Triple +
                          "; read for the default one");
  Target.CPU.clear();
  Target.TuneCPU.clear();
  Target.FeaturesAsWritten.clear();
}

static void prepareForParsing(clang::CompilerInvocation &Invocation) {
  clang::FrontendOptions &Front = Invocation.getFrontendOpts();
  Front.DisableFree = false; // one process reads many units
  Front.Plugins.clear();
  Front.AddPluginActions.clear();
  Front.ShowStats = false;
  Invocation.getDependencyOutputOpts() = {};
  clang::DiagnosticOptions &Diag = Invocation.getDiagnosticOpts();
  Diag.IgnoreWarnings = true;
  Diag.ErrorLimit = 0; // clang stops at the limit, and records behind it would be lost
  Diag.ShowCarets = false;
  Diag.VerifyDiagnostics = false;
  Diag.DiagnosticLogFile.clear();
  Diag.DiagnosticSerializationFile.clear();
  Invocation.getLangOpts().SpellChecking = false;
}

llvm::Expected<std::unique_ptr<clang::CompilerInvocation>>
buildInvocation(const CompileCommand &Command, const ExtractOptions &Options,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, ProblemSink &Problems) {
  StringRef ResourceDir =
      Options.ResourceDir.empty() ? CACHELINT_CLANG_RESOURCE_DIR : StringRef(Options.ResourceDir);
  std::vector<std::string> Args = argsForClang(Command, ResourceDir);
  std::string FirstError = "the compile command is empty";
  while (!Args.empty()) {
    DiagCollector Collector;
    clang::CreateInvocationOptions Create;
    Create.Diags = silentEngine(Collector);
    Create.VFS = Files;
    std::vector<const char *> Raw = pointersTo(Args);
    auto Invocation = clang::createInvocation(Raw, Create);
    if (Invocation) {
      dropUnknownCpu(*Invocation, Command.File, Problems);
      prepareForParsing(*Invocation);
      return Invocation;
    }
    if (Collector.errors().empty()) {
      FirstError = "the compile command compiles no C or C++ source";
      break;
    }
    FirstError = Collector.errors().front().Message;
    unsigned Refused = 0;
    for (const Diagnosed &E : Collector.errors())
      if ((Refused = refusedArgument(Args, E.Message)))
        break;
    if (!Refused)
      break;
    Problems.warn(Command.File, "clang refuses an argument of the compile command, which was left "
                                "out: " +
                                    FirstError);
    Args.erase(Args.begin() + Refused);
  }
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", Command.File.c_str(),
                                 FirstError.c_str());
}

} // namespace cachelint::ast
