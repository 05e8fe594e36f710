//===-- Names.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Names.h"

#include "fmt/format.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <optional>

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

namespace {

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; }

/// Rewrites the words of a template name one run at a time. A run is what stands between brackets,
/// commas and other signs, so that "long unsigned int" is seen as a whole.
class TemplateNameRewriter {
public:
  explicit TemplateNameRewriter(StringRef In) : In(In) {}

  std::string run() {
    while (Pos < In.size()) {
      if (isNameChar(In[Pos]))
        words();
      else
        sign();
    }
    return std::move(Out);
  }

private:
  void words();
  void sign();

  StringRef In;
  size_t Pos = 0;
  unsigned Depth = 0;
  std::string Out;
};

std::optional<StringRef> withoutIntegerSuffix(StringRef Word) {
  if (!llvm::isDigit(Word.front()))
    return std::nullopt;
  StringRef Digits = Word.rtrim("uUlL");
  return llvm::all_of(Digits, llvm::isDigit) ? std::optional(Digits) : std::nullopt;
}

bool isTagKeyword(StringRef Word) {
  return Word == "struct" || Word == "class" || Word == "union" || Word == "enum";
}

void TemplateNameRewriter::words() {
  std::string Run;
  std::string Qualifiers; // kept apart: "const unsigned int" is no single built-in name
  while (Pos < In.size() && isNameChar(In[Pos])) {
    StringRef Word = In.substr(Pos).take_while(isNameChar);
    Pos += Word.size();
    if (Depth != 0 && (Word == "const" || Word == "volatile"))
      Qualifiers += (Word + " ").str();
    else if (Depth == 0 || !isTagKeyword(Word)) {
      Word = withoutIntegerSuffix(Word).value_or(Word);
      Run += (Run.empty() ? "" : " ") + Word.str();
    }
    if (Pos + 1 < In.size() && In[Pos] == ' ' && isNameChar(In[Pos + 1]))
      ++Pos;
    else
      break;
  }
  std::string Whole = Qualifiers + (Depth == 0 ? Run : canonicalBaseType(Run));
  Out += llvm::StringRef(Whole).rtrim(' ');
}

void TemplateNameRewriter::sign() {
  char C = In[Pos++];
  if (C == '<')
    ++Depth;
  else if (C == '>' && Depth > 0)
    --Depth;
  if (C == ' ') {
    // Only what separates words is kept; ", " is written anew below, "> >" closes up.
    bool Wanted = Pos < In.size() && In[Pos] != '>' && !Out.empty() && Out.back() != ' ';
    if (Wanted)
      Out += ' ';
    return;
  }
  if ((C == '*' || C == '&') && !Out.empty() && isNameChar(Out.back()))
    Out += ' '; // gcc before 13 writes "char*"
  Out += C;
  if (C == ',' && Depth > 0)
    Out += ' ';
}

} // namespace

std::string canonicalTemplateName(StringRef Name) {
  return Name.contains('<') && !Name.starts_with("operator") ? TemplateNameRewriter(Name).run()
                                                             : Name.str();
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
