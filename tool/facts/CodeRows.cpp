//===-- CodeRows.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/CodeRows.h"

#include "tool/facts/LoadBase.h"

#include "llvm/Demangle/Demangle.h"

#include <algorithm>
#include <map>

namespace cachelint::facts {

using namespace model;

llvm::StringRef baseName(llvm::StringRef Path) {
  size_t Slash = Path.find_last_of('/');
  return Slash == llvm::StringRef::npos ? Path : Path.substr(Slash + 1);
}

bool isKernelRow(const RecordedRow &Row) {
  return Row.Mode == 'k' || (Row.Object && llvm::StringRef(*Row.Object).starts_with("[kernel"));
}

/// perf prints the raw address where it knows no symbol, and makes up names for entries of the
/// procedure linkage table.
static bool namesSymbol(llvm::StringRef Text) {
  return !Text.empty() && !Text.starts_with("0x") && !Text.ends_with("@plt") &&
         Text.find_first_not_of("0123456789abcdef") != llvm::StringRef::npos;
}

std::vector<CodeGroup> codeGroups(const Recording &R, bool Kernel) {
  std::map<llvm::StringRef, std::map<uint64_t, CodeRow>> ByObject;
  for (const RecordedLine &Line : R.Lines)
    for (const RecordedRow &Row : Line.Rows) {
      if (!Row.CodeAddress || !Row.Symbol || !namesSymbol(*Row.Symbol) ||
          isKernelRow(Row) != Kernel)
        continue;
      CodeRow C;
      C.Address = *Row.CodeAddress;
      C.Symbol = *Row.Symbol;
      C.SymbolMayBeCut = Row.SymbolMayBeCut;
      if (Row.SourceFile && Row.SourceLine && !Row.SourceMayBeCut) {
        C.File = *Row.SourceFile;
        C.Line = *Row.SourceLine;
      }
      llvm::StringRef Object;
      if (Kernel)
        Object = "kernel";
      else if (Row.Object)
        Object = *Row.Object;
      ByObject[Object].try_emplace(C.Address, C);
    }
  std::vector<CodeGroup> Groups;
  for (auto &[Object, Rows] : ByObject) {
    Groups.push_back({Object, {}});
    for (auto &Entry : Rows)
      Groups.back().Rows.push_back(Entry.second);
  }
  return Groups;
}

/// "ns::f" of "ns::f(int) const": perf leaves out what is behind the name. Parentheses that belong
/// to it are "operator()" and "(anonymous namespace)".
static llvm::StringRef withoutParameters(llvm::StringRef Name) {
  unsigned Depth = 0;
  for (size_t I = 0; I != Name.size(); ++I) {
    if (Name[I] == '<')
      ++Depth;
    else if (Name[I] == '>' && Depth)
      --Depth;
    else if (Name[I] == '(' && Depth == 0) {
      llvm::StringRef Rest = Name.substr(I);
      if (Rest.starts_with("(anonymous namespace)") || Name.take_front(I).ends_with("operator"))
        continue;
      return Name.take_front(I);
    }
  }
  return Name;
}

static bool isBeginning(llvm::StringRef Printed, bool MayBeCut, llvm::StringRef Name) {
  return Printed == Name || (MayBeCut && Name.starts_with(Printed));
}

bool isSymbolName(llvm::StringRef Printed, bool MayBeCut, llvm::StringRef Linkage) {
  if (isBeginning(Printed, MayBeCut, Linkage))
    return true;
  if (!Linkage.starts_with("_Z") && !Linkage.starts_with("_R"))
    return false;
  std::string Demangled = llvm::demangle(Linkage.str());
  return isBeginning(Printed, MayBeCut, Demangled) ||
         isBeginning(Printed, MayBeCut, withoutParameters(Demangled));
}

} // namespace cachelint::facts
