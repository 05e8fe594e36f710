//===-- TemplateNames.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Names of templates as gcc and clang write them into DW_AT_name, brought to one form.

#include "tool/model/Names.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

namespace cachelint::model {

using llvm::StringRef;

namespace {

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; }

/// Rewrites a name from left to right. What stands between brackets, commas and other signs is
/// taken as a whole, so that "long unsigned int" is seen as one type.
class TemplateNameRewriter {
public:
  explicit TemplateNameRewriter(StringRef In) : In(In) {}

  std::string run();

private:
  void words();
  void addType(const std::string &Type, const std::string &Qualifiers);
  bool character();
  bool address();
  bool opensScope() const;
  void sign();
  size_t typeStart() const;

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

bool isQualifier(StringRef Word) { return Word == "const" || Word == "volatile"; }

} // namespace

std::string TemplateNameRewriter::run() {
  while (Pos < In.size()) {
    if (character() || address())
      continue;
    if (isNameChar(In[Pos]))
      words();
    else
      sign();
  }
  return std::move(Out);
}

/// Where the type begins that the output ends with: "ns::Foo" of "map<int, ns::Foo".
size_t TemplateNameRewriter::typeStart() const {
  size_t At = Out.size();
  for (unsigned Nested = 0; At > 0; --At) {
    char C = Out[At - 1];
    if (C == '>' || C == ')')
      ++Nested;
    else if ((C == '<' || C == '(') && Nested-- == 0)
      break;
    else if (Nested == 0 && !isNameChar(C) && C != ':' && C != '>' && C != ')' && C != '<' &&
             C != '(')
      break;
  }
  return At;
}

/// gcc writes "ns::Foo const*", clang "const ns::Foo *".
void TemplateNameRewriter::addType(const std::string &Type, const std::string &Qualifiers) {
  StringRef Before = Out;
  if (Qualifiers.empty()) {
    Out += Type;
  } else if (Type.empty() && (Before.ends_with("*") || Before.ends_with("&"))) {
    Out += StringRef(Qualifiers).rtrim(' '); // "int *const": of the pointer
  } else {
    bool Continues = Type.empty() || Before.ends_with("::");
    if (Type.empty()) // the space before "const" is not needed now
      Out.resize(StringRef(Out).rtrim(' ').size());
    Out.insert(Continues ? typeStart() : Out.size(), Qualifiers);
    Out += Type;
  }
}

void TemplateNameRewriter::words() {
  std::string Run;
  bool Const = false, Volatile = false; // kept apart: "const unsigned int" is no built-in name
  while (Pos < In.size() && isNameChar(In[Pos])) {
    StringRef Word = In.substr(Pos).take_while(isNameChar);
    Pos += Word.size();
    if (Depth != 0 && isQualifier(Word)) {
      (Word == "const" ? Const : Volatile) = true;
    } else if (Depth == 0 || !isTagKeyword(Word)) {
      Word = withoutIntegerSuffix(Word).value_or(Word);
      Run += (Run.empty() ? "" : " ") + Word.str();
    }
    if (Pos + 1 < In.size() && In[Pos] == ' ' && isNameChar(In[Pos + 1]))
      ++Pos;
    else
      break;
  }
  addType(Depth == 0 ? Run : canonicalBaseType(Run),
          std::string(Const ? "const " : "") + (Volatile ? "volatile " : ""));
}

/// A character becomes its number, which is the same in every producer.
bool TemplateNameRewriter::character() {
  StringRef Rest = In.substr(Pos);
  if (Depth == 0 || !Rest.consume_front("'"))
    return false;
  int Value;
  if (Rest.consume_front("\\x")) {
    unsigned Code;
    if (Rest.consumeInteger(16, Code))
      return false;
    Value = static_cast<signed char>(Code);
  } else if (Rest.size() > 1 && Rest[0] == '\\' && llvm::isDigit(Rest[1])) {
    unsigned Code;
    Rest = Rest.drop_front();
    if (Rest.consumeInteger(8, Code))
      return false;
    Value = static_cast<signed char>(Code);
  } else if (Rest.size() > 1 && Rest[0] == '\\') {
    static constexpr StringRef Names = "abtnvfr\"'\\?", Codes = "\a\b\t\n\v\f\r\"'\\?";
    size_t Index = Names.find(Rest[1]);
    if (Index == StringRef::npos)
      return false;
    Value = Codes[Index];
    Rest = Rest.drop_front(2);
  } else if (!Rest.empty()) {
    Value = static_cast<signed char>(Rest.front());
    Rest = Rest.drop_front();
  } else {
    return false;
  }
  if (!Rest.consume_front("'"))
    return false;
  Out += std::to_string(Value);
  Pos = In.size() - Rest.size();
  return true;
}

/// gcc writes the address of an object as "(& name)".
bool TemplateNameRewriter::address() {
  StringRef Rest = In.substr(Pos);
  if (Depth == 0 || !Rest.consume_front("(& "))
    return false;
  StringRef Name = Rest.take_while([](char C) { return isNameChar(C) || C == ':'; });
  if (Name.empty() || !Rest.substr(Name.size()).starts_with(")"))
    return false;
  Out += "&" + Name.str();
  Pos = In.size() - Rest.size() + Name.size() + 1;
  return true;
}

/// Behind an opening parenthesis: whether it is that of "main()::Local".
bool TemplateNameRewriter::opensScope() const {
  unsigned Nested = 1;
  for (size_t At = Pos; At < In.size(); ++At) {
    if (In[At] == '(')
      ++Nested;
    else if (In[At] == ')' && --Nested == 0)
      return In.substr(At + 1).starts_with("::");
  }
  return false;
}

void TemplateNameRewriter::sign() {
  char C = In[Pos++];
  if (C == '<')
    ++Depth;
  else if (C == '>' && Depth > 0)
    --Depth;
  if (C == ' ') {
    // Only what separates words is kept; ", " is written anew below, "> >" closes up, and nothing
    // stands between a star and what follows it.
    bool Wanted = Pos < In.size() && In[Pos] != '>' && !Out.empty() && Out.back() != ' ' &&
                  Out.back() != '*' && Out.back() != '&';
    if (Wanted)
      Out += ' ';
    return;
  }
  bool AfterType = !Out.empty() && (isNameChar(Out.back()) || Out.back() == '>');
  // gcc writes "char*" and "bool(char)".
  if (Depth > 0 && AfterType && (C == '*' || C == '&' || (C == '(' && !opensScope())))
    Out += ' ';
  Out += C;
  if (C == ',' && Depth > 0)
    Out += ' ';
}

std::string canonicalTemplateName(StringRef Name) {
  return Name.contains('<') && !Name.starts_with("operator") ? TemplateNameRewriter(Name).run()
                                                             : Name.str();
}

} // namespace cachelint::model
