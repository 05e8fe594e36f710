//===-- ClangArgs.h - a compile command as clang takes it -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_CLANGARGS_H
#define CACHELINT_AST_CLANGARGS_H

#include "tool/ast/Frontend.h"

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>

namespace cachelint::ast {

/// What of \p Command bears on the meaning of the source: without options that clang's driver has
/// never heard of (gcc's own), without those that make warnings errors, and without plugins.
std::vector<std::string> argsForClang(const CompileCommand &Command, llvm::StringRef ResourceDir);

/// The invocation for parsing alone. An argument that clang knows and refuses (a CPU or a language
/// level newer than it) is left out and named in \p Problems. An error when clang makes nothing of
/// the command at all.
llvm::Expected<std::unique_ptr<clang::CompilerInvocation>>
buildInvocation(const CompileCommand &Command, const ExtractOptions &Options,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, ProblemSink &Problems);

} // namespace cachelint::ast

#endif
