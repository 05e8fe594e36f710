//===-- Names.cpp ---------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

namespace cachelint::btf {

using llvm::StringRef;

static bool isControl(char C) { return static_cast<unsigned char>(C) < 0x20 || C == 0x7f; }

static std::string printable(StringRef Text) {
  std::string Result;
  for (char C : llvm::json::fixUTF8(Text))
    if (isControl(C))
      Result += "\xef\xbf\xbd";
    else
      Result += C;
  return Result;
}

model::Str Names::intern(StringRef Text) {
  return Limit.spend(Text.size()) ? Pool.intern(Text) : model::Str();
}

model::Str Names::at(uint32_t Offset) {
  // Two numbers out of range are no keys of a DenseMap.
  if (!Types.hasText(Offset))
    return {};
  auto [It, New] = ByOffset.try_emplace(Offset);
  if (!New)
    return It->second;
  StringRef Text = Types.text(Offset).value_or("");
  bool Clean = llvm::json::isUTF8(Text) && llvm::none_of(Text, isControl);
  It->second = Clean ? intern(Text) : intern(printable(Text));
  return It->second;
}

} // namespace cachelint::btf
