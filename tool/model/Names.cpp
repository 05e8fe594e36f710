//===-- Names.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Names.h"

#include "fmt/format.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

namespace cachelint::model {

using llvm::StringRef;

StringRef recordKeyword(RecordKind Kind) {
  switch (Kind) {
  case RecordKind::Struct:
    return "struct";
  case RecordKind::Class:
    return "class";
  case RecordKind::Union:
    return "union";
  }
  return "struct";
}

std::string anonymousName(RecordKind Kind, unsigned Index) {
  return fmt::format("(anonymous {} #{})", recordKeyword(Kind).str(), Index);
}

std::string canonicalBaseType(StringRef Name) {
  unsigned Long = 0;
  bool Unsigned = false, Signed = false, Short = false;
  StringRef Core;
  llvm::SmallVector<StringRef, 4> Words;
  Name.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef W : Words) {
    if (W == "long")
      ++Long;
    else if (W == "short")
      Short = true;
    else if (W == "int")
      continue; // said by the absence of all others
    else if (W == "unsigned")
      Unsigned = true;
    else if (W == "signed")
      Signed = true;
    else if (Core.empty() && (W == "char" || W == "double" || W == "__int128"))
      Core = W;
    else
      return Name.str(); // "_Bool", "_Complex float", a name
  }
  if (Words.empty() || (Words.size() == 1 && !Signed && !Unsigned))
    return Name.str();
  // "signed" says something for char only.
  std::string Out = Unsigned ? "unsigned " : Signed && Core == "char" ? "signed " : "";
  if (Short)
    return Out + "short";
  for (unsigned I = 0; I < Long; ++I)
    Out += I + 1 < Long || !Core.empty() ? "long " : "long";
  if (!Core.empty())
    return Out + Core.str();
  return Long == 0 ? Out + "int" : Out;
}

std::string variableKey(StringRef QualifiedName, StringRef File) {
  return fmt::format("{}@{}", QualifiedName.str(), File.str());
}

std::string normalizedPath(StringRef Directory, StringRef File) {
  llvm::SmallString<256> Path(File);
  if (!llvm::sys::path::is_absolute(Path) && !Directory.empty()) {
    Path = Directory;
    llvm::sys::path::append(Path, File);
  }
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

} // namespace cachelint::model
