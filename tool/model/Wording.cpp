//===-- Wording.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"

namespace cachelint::model {

std::string quotedList(llvm::ArrayRef<std::string> Names) {
  // Three names are as short as two and "1 more".
  const size_t Shown = Names.size() <= 3 ? Names.size() : 2;
  std::string Text;
  for (size_t I = 0; I < Shown; ++I) {
    const char *Between = I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ";
    Text += fmt::format("{}'{}'", Between, Names[I]);
  }
  if (Shown < Names.size())
    Text += fmt::format(" and {} more", Names.size() - Shown);
  return Text;
}

bool addOnce(std::vector<std::string> &Names, std::string Name) {
  if (Name.empty() || llvm::is_contained(Names, Name))
    return false;
  Names.push_back(std::move(Name));
  return true;
}

std::string counted(uint64_t N, llvm::StringRef Unit) {
  return fmt::format("{} {}{}", N, Unit.str(), N == 1 ? "" : "s");
}

llvm::StringRef keywordOf(RecordKind K) {
  switch (K) {
  case RecordKind::Struct:
    return "struct";
  case RecordKind::Class:
    return "class";
  case RecordKind::Union:
    break;
  }
  return "union";
}

std::string nameOf(const Field &F) {
  switch (F.Kind) {
  case FieldKind::Base:
    return "(base " + F.Name.str() + ")";
  case FieldKind::VirtualBase:
    return "(virtual base " + F.Name.str() + ")";
  case FieldKind::VPtr:
    return "(vtable pointer)";
  case FieldKind::Field:
    break;
  }
  return F.Name.str();
}

} // namespace cachelint::model
