//===-- LayoutOracleTest.cpp - layouts against clang's own dump ----------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The clang program is run with -fdump-record-layouts-simple on the same source, and every record
// that it prints must have the same size, alignment and offsets here.
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/ParsedUnit.h"

#include "tool/model/Names.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace cachelint::ast {
namespace {

using llvm::StringRef;

struct Dumped {
  uint64_t Size = 0, Align = 0;                      // bits
  std::vector<uint64_t> Fields, Bases, VirtualBases; // bits, bytes, bytes
};

std::vector<uint64_t> numbers(StringRef List) {
  std::vector<uint64_t> Out;
  llvm::SmallVector<StringRef, 8> Parts;
  List.split('[').second.split(']').first.split(Parts, ',', -1, false);
  for (StringRef P : Parts) {
    uint64_t N = 0;
    EXPECT_FALSE(P.trim().getAsInteger(10, N)) << List.str();
    Out.push_back(N);
  }
  return Out;
}

std::map<std::string, Dumped> parseDump(StringRef Text) {
  std::map<std::string, Dumped> All;
  Dumped *Now = nullptr;
  llvm::SmallVector<StringRef, 0> Lines;
  Text.split(Lines, '\n');
  for (StringRef L : Lines) {
    L = L.trim();
    if (L.consume_front("Type: ")) {
      if (!L.consume_front("struct ") && !L.consume_front("union "))
        L.consume_front("class ");
      Now = &All[model::canonicalTemplateName(L)];
    }
    if (!Now)
      continue;
    if (L.consume_front("Size:"))
      L.getAsInteger(10, Now->Size);
    else if (L.consume_front("Alignment:"))
      L.getAsInteger(10, Now->Align);
    else if (L.starts_with("FieldOffsets"))
      Now->Fields = numbers(L);
    else if (L.starts_with("BaseOffsets"))
      Now->Bases = numbers(L);
    else if (L.starts_with("VBaseOffsets"))
      Now->VirtualBases = numbers(L);
  }
  return All;
}

std::map<std::string, Dumped> runClang(const ParsedUnit &U, StringRef Text) {
  llvm::SmallString<128> Source, Output, Errors;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile(
      "layout", llvm::sys::path::extension(U.Command.File).drop_front(), Source));
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("layout", "out", Output));
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("layout", "err", Errors));
  llvm::FileRemover R1(Source), R2(Output), R3(Errors);
  std::error_code EC;
  llvm::raw_fd_ostream(Source, EC) << Text;
  std::vector<std::string> Args = U.Command.Args;
  Args[0] = CACHELINT_CLANG;
  Args.pop_back(); // the file
  Args.pop_back(); // -c
  for (const char *A : {"-fsyntax-only", "-w", "-Xclang", "-fdump-record-layouts-simple"})
    Args.push_back(A);
  Args.push_back(Source.str().str());
  std::vector<StringRef> Refs(Args.begin(), Args.end());
  int Exit = llvm::sys::ExecuteAndWait(CACHELINT_CLANG, Refs, std::nullopt,
                                       {StringRef(""), Output.str(), Errors.str()});
  auto Said = llvm::MemoryBuffer::getFile(Errors);
  EXPECT_EQ(Exit, 0) << (Said ? (*Said)->getBuffer().str() : "");
  auto Buffer = llvm::MemoryBuffer::getFile(Output);
  return Buffer ? parseDump((*Buffer)->getBuffer()) : std::map<std::string, Dumped>();
}

void compare(const std::string &Name, const Dumped &D, const model::Record &R) {
  SCOPED_TRACE(Name);
  EXPECT_EQ(R.Size->bits(), D.Size);
  EXPECT_EQ(R.Align->bits(), D.Align);
  std::vector<uint64_t> Fields, Bases, VirtualBases;
  for (const model::Field &F : R.Fields) {
    ASSERT_TRUE(F.Offset);
    if (F.Kind == model::FieldKind::Field)
      Fields.push_back(F.Offset->bits());
    else if (F.Kind == model::FieldKind::Base)
      Bases.push_back(F.Offset->bytes());
    else if (F.Kind == model::FieldKind::VirtualBase)
      VirtualBases.push_back(F.Offset->bytes());
  }
  EXPECT_EQ(Fields, D.Fields);
  EXPECT_EQ(Bases, D.Bases);
  EXPECT_EQ(VirtualBases, D.VirtualBases);
}

void checkAgainstClang(const std::string &Text, const std::string &File,
                       std::vector<std::string> Args, size_t AtLeast) {
  ParsedUnit U(Text, File, Args);
  EXPECT_TRUE(U.Problems.sorted().empty());
  size_t Compared = 0;
  for (const auto &[Name, D] : runClang(U, Text)) {
    if (StringRef(Name).contains("(unnamed") || StringRef(Name).contains("(anonymous"))
      continue; // named by its place there
    ASSERT_TRUE(U.hasRecord(Name)) << Name;
    compare(Name, D, U.record(Name));
    ++Compared;
  }
  EXPECT_GE(Compared, AtLeast);
}

// The dump is lazy, like every correct layout: sizeof asks for each record.
const char *const CSource = R"(
  #include <stdint.h>
  struct trailing_packed { char c; int d; long e; } __attribute__((packed));
  struct trailing_aligned { char c; int d; } __attribute__((aligned(64)));
  struct pea { int before; long a : 1, b : 1, c : 1; int after; };
  struct dp { uint64_t is_last : 1, dlen : 12, handle : 42; uint8_t data[]; };
  struct ext { uint32_t refcnt; uint8_t offset[3]; uint8_t chunks; char data[] __attribute__((aligned(8))); };
  struct zero { unsigned short quix; int xyz[0]; unsigned x : 1; long long array[40]; };
  struct packed_bits { char a; unsigned b : 20; unsigned c : 20; short d; } __attribute__((packed));
  #pragma pack(push, 2)
  struct pragma2 { char a; long b; int c : 3; };
  #pragma pack(pop)
  struct marker { int a; char line1[0] __attribute__((aligned(64))); int b; };
  union mixed { char a[5]; long b; struct { int x; short y; } in; };
  struct nested { char c; union { int i; long l; }; struct pea p; _Bool f : 1; };
  struct zero_width { char a : 3; int : 0; char b : 2; };
  struct with_long_double { char c; long double d; _Complex float f; };
  typedef struct { char c; short s; } tagless;
  int use[] = { sizeof(struct trailing_packed), sizeof(struct trailing_aligned), sizeof(struct pea),
    sizeof(struct dp), sizeof(struct ext), sizeof(struct zero), sizeof(struct packed_bits),
    sizeof(struct pragma2), sizeof(struct marker), sizeof(union mixed), sizeof(struct nested),
    sizeof(struct zero_width), sizeof(struct with_long_double), sizeof(tagless) };
)";

const char *const CxxSource = R"(
  struct NP { NP(); int a; char b; };
  struct DN : NP { char d; };
  struct BFD : NP { int q : 4; int r : 5; };
  struct E {}; struct E2 {};
  struct Nua { [[no_unique_address]] E e; [[no_unique_address]] E e2; int x; };
  struct NuaTail { [[no_unique_address]] NP n; char c; };
  struct Ebo : E, E2 { int x; };
  struct EboClash : E { E first; int x; };
  struct Pods { int E::*pm; void (E::*pmf)(); };
  struct VB { virtual ~VB(); long v; char tail; };
  struct DL : virtual VB { int l; }; struct DR : virtual VB { int r; };
  struct DIA : DL, DR { char d; };
  struct BitsAfterVptr { virtual void f(); unsigned a : 3; unsigned b : 20; };
  class Mixed { public: int a; private: char b; protected: long c; };
  template <typename T, unsigned N> struct Ring { T slots[N]; alignas(64) unsigned head; struct Slot { T t; char used; }; Slot one; };
  namespace ns { struct alignas(32) Over { char c; }; }
  struct Final final : ns::Over { [[no_unique_address]] E e; bool b; };
  enum class Small : unsigned char { A };
  struct Enums { Small s : 2; Small t; char8_t u; };
  struct Refs { int &r; int &&rr; const char *p; };
  int use[] = { sizeof(DN), sizeof(BFD), sizeof(Nua), sizeof(NuaTail), sizeof(Ebo), sizeof(EboClash),
    sizeof(Pods), sizeof(DIA), sizeof(BitsAfterVptr), sizeof(Mixed), sizeof(Ring<short, 5>),
    sizeof(Ring<NP, 2>), sizeof(Final), sizeof(Enums), sizeof(Refs) };
)";

TEST(AstLayoutOracle, C) { checkAgainstClang(CSource, "layout.c", {}, 14); }
TEST(AstLayoutOracle, CFor32Bit) {
  checkAgainstClang(CSource, "layout.c", {"--target=i386-linux-gnu", "-ffreestanding"}, 14);
}
TEST(AstLayoutOracle, CForArm) {
  checkAgainstClang(CSource, "layout.c", {"--target=aarch64-linux-gnu", "-ffreestanding"}, 14);
}
TEST(AstLayoutOracle, Cxx) { checkAgainstClang(CxxSource, "layout.cpp", {}, 20); }
TEST(AstLayoutOracle, CxxFor32Bit) {
  checkAgainstClang(CxxSource, "layout.cpp", {"--target=i386-linux-gnu"}, 20);
}
TEST(AstLayoutOracle, CxxOfMicrosoft) {
  checkAgainstClang(CxxSource, "layout.cpp", {"--target=x86_64-pc-windows-msvc"}, 20);
}

} // namespace
} // namespace cachelint::ast
