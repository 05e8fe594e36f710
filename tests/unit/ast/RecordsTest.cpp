//===-- RecordsTest.cpp - records from the AST ---------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/ParsedUnit.h"

#include "gmock/gmock.h"

namespace cachelint::ast {
namespace {

using model::Bits;
using model::FieldKind;
using model::RecordFlag;

std::optional<Bits> bytes(uint64_t N) { return Bits::fromBytes(N); }
std::optional<Bits> bits(uint64_t N) { return Bits::fromBits(N); }

TEST(AstRecords, TrailingAttributesCount) {
  ParsedUnit U(R"(struct packed { char c; int d; } __attribute__((packed));
                  struct big { char c; int d; } __attribute__((aligned(64)));
                  _Static_assert(sizeof(struct packed) == 5, "");)",
               "a.c");
  EXPECT_EQ(U.record("packed").Size, bytes(5));
  EXPECT_EQ(fieldOf(U.record("packed"), "d").Offset, bytes(1));
  EXPECT_TRUE(U.record("packed").is(RecordFlag::Packed));
  EXPECT_EQ(U.record("big").Size, bytes(64));
  EXPECT_EQ(U.record("big").Align, bytes(64));
  EXPECT_EQ(U.record("big").DeclaredAlign, bytes(64));
  EXPECT_FALSE(U.record("big").is(RecordFlag::Packed));
  EXPECT_TRUE(U.Problems.sorted().empty());
}

TEST(AstRecords, BitFieldsToTheBit) {
  ParsedUnit U("struct b { int before; long a : 1, b : 1, c : 1; int : 5; int after; };", "a.c");
  const model::Record &R = U.record("b");
  EXPECT_EQ(fieldOf(R, "b").Offset, bits(33));
  EXPECT_EQ(fieldOf(R, "b").BitWidth, bits(1));
  EXPECT_EQ(fieldOf(R, "c").Offset, bits(34));
  EXPECT_EQ(fieldOf(R, "").BitWidth, bits(5));
  EXPECT_FALSE(fieldOf(R, "after").BitWidth);
}

TEST(AstRecords, BasesAndVTablePointers) {
  ParsedUnit U(R"(struct VB { virtual ~VB(); long v; };
    struct L : virtual VB { long l; }; struct R : virtual VB { long r; };
    struct Diamond : L, R { long d; };
    struct Empty {}; struct Plain { int p; };
    struct Derived : Empty, Plain { virtual void f(); char c; };)");
  const model::Record &D = U.record("Diamond");
  ASSERT_EQ(D.Fields.size(), 4u);
  EXPECT_EQ(D.Fields[0].Kind, FieldKind::Base);
  EXPECT_EQ(D.Fields[0].Name, "L");
  EXPECT_EQ(D.Fields[1].Offset, bytes(16));
  EXPECT_EQ(D.Fields[2].Kind, FieldKind::VirtualBase);
  EXPECT_EQ(D.Fields[2].Name, "VB");
  EXPECT_EQ(D.Fields[2].Offset, bytes(40));
  EXPECT_EQ(D.Fields[2].Extent, bytes(16));
  EXPECT_EQ(D.Fields[3].Offset, bytes(32));
  // L alone is 32 bytes, its virtual base included; in here it has 16 of its own.
  EXPECT_EQ(U.record("L").Size, bytes(32));
  EXPECT_EQ(D.Fields[0].Extent, bytes(16));

  const model::Record &E = U.record("Derived");
  EXPECT_EQ(E.Fields[0].Kind, FieldKind::VPtr);
  EXPECT_EQ(E.Fields[0].Extent, bytes(8));
  EXPECT_EQ(E.Fields[1].Name, "Empty");
  EXPECT_EQ(E.Fields[1].Extent, bytes(0));
  EXPECT_EQ(E.Fields[2].Offset, bytes(8));
  EXPECT_EQ(fieldOf(E, "c").Offset, bytes(12));
  EXPECT_TRUE(E.is(RecordFlag::Polymorphic));
  EXPECT_FALSE(U.record("Plain").is(RecordFlag::Polymorphic));
}

TEST(AstRecords, ReusedTailsBelongToTheSuccessor) {
  ParsedUnit U(R"(struct NP { NP(); int a; char b; };
    struct InBase : NP { char d; };
    struct InMember { [[no_unique_address]] NP n; char c; };
    struct Empty {}; struct Two { [[no_unique_address]] Empty e; [[no_unique_address]] Empty e2; int x; };
    struct Flexible { int n; char data[]; };)");
  EXPECT_EQ(U.record("InBase").Size, bytes(8));
  EXPECT_EQ(U.record("InBase").Fields[0].Extent, bytes(5));
  EXPECT_EQ(fieldOf(U.record("InBase"), "d").Offset, bytes(5));
  EXPECT_EQ(fieldOf(U.record("InMember"), "n").Extent, bytes(5));
  EXPECT_EQ(U.record("Two").Size, bytes(4));
  EXPECT_EQ(fieldOf(U.record("Two"), "e").Extent, bytes(0));
  EXPECT_EQ(fieldOf(U.record("Two"), "e2").Extent, bytes(0));
  const model::Field &Data = fieldOf(U.record("Flexible"), "data");
  EXPECT_TRUE(Data.Type.isFlexibleArray());
  EXPECT_EQ(Data.Extent, bytes(0));
  EXPECT_FALSE(Data.Type.Size);
  EXPECT_EQ(Data.Type.ElementSize, bytes(1));
}

TEST(AstRecords, OtherTargets) {
  const char *Text = "struct s { char c; long long l; void *p; long double d; };";
  ParsedUnit I386(Text, "a.c", {"--target=i386-linux-gnu"});
  EXPECT_EQ(fieldOf(I386.record("s"), "l").Offset, bytes(4));
  EXPECT_EQ(fieldOf(I386.record("s"), "d").Offset, bytes(16));
  EXPECT_EQ(I386.record("s").Size, bytes(28));
  EXPECT_EQ(I386.record("s").From.Target, "i386-unknown-linux-gnu");
  ParsedUnit Arm(Text, "a.c", {"--target=aarch64-linux-gnu"});
  EXPECT_EQ(Arm.record("s").Size, bytes(48));
  EXPECT_EQ(fieldOf(Arm.record("s"), "d").Offset, bytes(32));
}

TEST(AstRecords, TypeUses) {
  ParsedUnit U(R"(typedef unsigned char u8; typedef struct { int v; } atomic_count_t;
    typedef union { int a; } pthread_mutex_t; struct spin_lock { int l; };
    struct s { u8 pad[3]; atomic_count_t n; pthread_mutex_t m; struct spin_lock locks[2];
               _Atomic(long) a; volatile int v; const int *p; int grid[2][3]; };)",
               "a.c");
  const model::Record &R = U.record("s");
  using model::TypeTrait;
  EXPECT_EQ(fieldOf(R, "pad").Type.Traits, TypeTrait::CharLike | TypeTrait::Scalar);
  EXPECT_EQ(fieldOf(R, "n").Type.Traits, TypeTrait::Atomic | TypeTrait::Record);
  EXPECT_EQ(fieldOf(R, "m").Type.Traits, TypeTrait::Lock | TypeTrait::Record);
  EXPECT_EQ(fieldOf(R, "locks").Type.Traits, TypeTrait::Lock | TypeTrait::Record);
  EXPECT_EQ(fieldOf(R, "locks").Type.Record, "spin_lock");
  EXPECT_EQ(fieldOf(R, "a").Type.Traits, TypeTrait::Atomic | TypeTrait::Scalar);
  EXPECT_EQ(fieldOf(R, "v").Type.Traits, TypeTrait::Volatile | TypeTrait::Scalar);
  EXPECT_EQ(fieldOf(R, "p").Type.Traits, TypeTrait::Pointer);
  EXPECT_THAT(fieldOf(R, "grid").Type.Extents, testing::ElementsAre(2, 3));
  EXPECT_EQ(fieldOf(R, "grid").Type.ElementSize, bytes(4));
  EXPECT_EQ(fieldOf(R, "grid").Type.Size, bytes(24));
}

TEST(AstRecords, StdAtomicIsAtomicInAnyInlineNamespace) {
  ParsedUnit U(
      R"(namespace std { inline namespace v1 { template <typename T> struct atomic { T t; }; } }
    struct S { std::atomic<int> a; int b; };)");
  EXPECT_TRUE(fieldOf(U.record("S"), "a").Type.is(model::TypeTrait::Atomic));
  EXPECT_FALSE(fieldOf(U.record("S"), "b").Type.is(model::TypeTrait::Atomic));
}

TEST(AstRecords, FlagsOfAgreedLayouts) {
  ParsedUnit U(R"(typedef unsigned int uint32_t; typedef unsigned int be32;
    struct header { be32 seq; }; struct config { uint32_t a; uint32_t reserved[2]; };
    #pragma pack(push, 1)
    struct squeezed { char c; uint32_t d; };
    struct bytes { char a, b; };
    #pragma pack(pop)
    struct free { uint32_t a; int reserved_words; };
    struct checked { int a; }; struct macro_checked { int a; long b; }; struct measured { int a; };
    _Static_assert(sizeof(struct checked) == 4, "");
    #define BUILD_BUG_ON(x) ((void)sizeof(char[1 - 2 * !!(x)]))
    unsigned long f(void) { BUILD_BUG_ON(__builtin_offsetof(struct macro_checked, b) != 8);
                   return sizeof(struct measured); })",
               "a.c");
  EXPECT_TRUE(U.record("header").is(RecordFlag::WireFormat));
  EXPECT_TRUE(U.record("config").is(RecordFlag::WireFormat));
  EXPECT_TRUE(U.record("squeezed").is(RecordFlag::Packed));
  EXPECT_TRUE(U.record("squeezed").is(RecordFlag::WireFormat));
  EXPECT_FALSE(U.record("bytes").is(RecordFlag::Packed)); // the pragma changes nothing here
  EXPECT_FALSE(U.record("free").is(RecordFlag::WireFormat));
  EXPECT_TRUE(U.record("checked").is(RecordFlag::OrderAsserted));
  EXPECT_TRUE(U.record("macro_checked").is(RecordFlag::OrderAsserted));
  EXPECT_FALSE(U.record("measured").is(RecordFlag::OrderAsserted));
}

TEST(AstRecords, InitialisationByPosition) {
  ParsedUnit U(R"(struct a { int x, y; } va = {1, 2}; struct b { int x, y; } vb = {.x = 1, .y = 2};
    struct c { int x, y; } vc = {0}; struct d { int x, y; } vd[] = {{1, 2}, {3, 4}};
    struct e { struct a in; int z; } ve = {.in = {.x = 1}, .z = 2};)",
               "a.c");
  EXPECT_TRUE(U.record("a").is(RecordFlag::PositionalInit));
  EXPECT_FALSE(U.record("b").is(RecordFlag::PositionalInit));
  EXPECT_FALSE(U.record("c").is(RecordFlag::PositionalInit));
  EXPECT_TRUE(U.record("d").is(RecordFlag::PositionalInit));
  EXPECT_FALSE(U.record("e").is(RecordFlag::PositionalInit));
}

TEST(AstRecords, LineMarks) {
  ParsedUnit U(R"(#define LINE_GUARD char guard0[64] __attribute__((aligned(64)))
    struct plain { int a; char name[64]; };
    struct whole { int a; } __attribute__((aligned(64)));
    struct field { int a; int b __attribute__((aligned(64))); };
    struct pad { int a; char pad0[60]; int b; };
    struct guard { int a; LINE_GUARD; int b; };
    struct marker { int a; char cacheline1[0]; int b; };
    struct wide { int a __attribute__((aligned(16))); };)",
               "a.c");
  EXPECT_FALSE(U.record("plain").is(RecordFlag::HasLineMarks));
  EXPECT_FALSE(U.record("wide").is(RecordFlag::HasLineMarks));
  for (const char *Name : {"whole", "field", "pad", "guard", "marker"})
    EXPECT_TRUE(U.record(Name).is(RecordFlag::HasLineMarks)) << Name;
  EXPECT_EQ(fieldOf(U.record("field"), "b").DeclaredAlign, bytes(64));
}

TEST(AstRecords, PlacesForEdits) {
  ParsedUnit U("struct s {\n  int a; /* x */ int b, c;\n  int d __attribute__((aligned(8)));\n};\n"
               "#define DECLARE(n) struct n { int x; }\nDECLARE(made);\n",
               "a.c");
  const model::Record &R = U.record("s");
  EXPECT_EQ(R.Pos, (model::SourcePos{"/src/a.c", 1, 8}));
  EXPECT_EQ(R.AfterTag, (model::SourcePos{"/src/a.c", 1, 7}));
  EXPECT_EQ(R.AfterBrace, (model::SourcePos{"/src/a.c", 4, 2}));
  EXPECT_EQ(fieldOf(R, "a").End, (model::SourcePos{"/src/a.c", 2, 9}));
  EXPECT_FALSE(fieldOf(R, "b").End.valid()); // b and c share a declaration
  EXPECT_FALSE(fieldOf(R, "c").End.valid());
  EXPECT_EQ(fieldOf(R, "d").Pos, (model::SourcePos{"/src/a.c", 3, 7}));
  EXPECT_EQ(fieldOf(R, "d").End, (model::SourcePos{"/src/a.c", 3, 37}));
  const model::Record &M = U.record("made");
  EXPECT_EQ(M.Pos, (model::SourcePos{"/src/a.c", 6, 1}));
  EXPECT_FALSE(M.AfterTag.valid());
  EXPECT_FALSE(M.AfterBrace.valid());
  EXPECT_FALSE(M.Fields[0].End.valid());
}

TEST(AstRecords, SpellingOfALineAlignment) {
  EXPECT_EQ(ParsedUnit("struct s { int x; };", "a.c").record("s").LineAlignSpelling,
            "__attribute__((aligned(64)))");
  ParsedUnit Cxx("struct s { int x; };");
  EXPECT_EQ(Cxx.record("s").LineAlignSpelling, "alignas(64)");
  EXPECT_TRUE(Cxx.record("s").LineAlignIsKeyword);
  ParsedUnit Macro("#define ALIGNED(n) __attribute__((__aligned__(n)))\n"
                   "#define __line_aligned ALIGNED(64)\nstruct s { int x; };",
                   "a.c");
  EXPECT_EQ(Macro.record("s").LineAlignSpelling, "__line_aligned");
  EXPECT_FALSE(Macro.record("s").LineAlignIsKeyword);
  // Defined as nothing, or undefined again: using it would do nothing or declare a variable.
  ParsedUnit Void("#define __line_aligned\nstruct s { int x; };", "a.c");
  EXPECT_EQ(Void.record("s").LineAlignSpelling, "__attribute__((aligned(64)))");
  ParsedUnit Undefined("#define __line_aligned __attribute__((aligned(64)))\nstruct s { int x; };\n"
                       "#undef __line_aligned\n",
                       "a.c");
  EXPECT_EQ(Undefined.record("s").LineAlignSpelling, "__attribute__((aligned(64)))");
  ExtractOptions Wide;
  Wide.LineSize = Bits::fromBytes(128);
  EXPECT_EQ(ParsedUnit("struct s { int x; };", "a.cpp", {}, Wide).record("s").LineAlignSpelling,
            "alignas(128)");
}

TEST(AstRecords, OfSystemHeadersWhatTheProgramHolds) {
  ExtractOptions Options;
  Options.Files["/src/lib.h"] = R"(#pragma GCC system_header
    namespace lib { struct Unused { int x; }; struct Part { int x; }; struct Base { int y; };
      struct Member : Base { Part p; Unused *u; }; struct Pointed { int z; }; struct Arg { int a; };
      template <typename T> struct Box { T *t; }; struct Sized { int s; };
      constexpr int Constant = 1; extern int Variable; })";
  ParsedUnit U(R"(#include "lib.h"
    struct Own { lib::Member m; }; lib::Pointed *global; void f(lib::Box<lib::Arg> &b) { b.t = nullptr; }
    unsigned long size() { return sizeof(lib::Sized); })",
               "a.cpp", {}, Options);
  for (const char *Name : {"Own", "lib::Member", "lib::Part", "lib::Base", "lib::Pointed",
                           "lib::Box<lib::Arg>", "lib::Arg", "lib::Sized"})
    EXPECT_TRUE(U.hasRecord(Name)) << Name;
  EXPECT_FALSE(U.hasRecord("lib::Unused"));
  EXPECT_TRUE(U.record("lib::Part").is(RecordFlag::SystemHeader));
  EXPECT_FALSE(U.record("Own").is(RecordFlag::SystemHeader));
  EXPECT_EQ(U.Facts.Variables.size(), 2u); // not the constant
}

TEST(AstRecords, BrokenOnesAreLeftOut) {
  ParsedUnit U(R"(struct whole { int a; }; struct broken { struct missing m; int b; };
                  struct holds { struct broken b; }; struct after { int c; };)",
               "a.c");
  EXPECT_TRUE(U.hasRecord("whole"));
  EXPECT_FALSE(U.hasRecord("broken"));
  EXPECT_FALSE(U.hasRecord("holds"));
  EXPECT_TRUE(U.hasRecord("after"));
}

} // namespace
} // namespace cachelint::ast
