//===-- RecordFactsTest.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// What offsets alone do not say: extents, spellings, traits, records of several units.

#include "tests/unit/dwarf/BothCompilers.h"
#include "tests/unit/dwarf/ReadFile.h"
#include "tool/model/Layout.h"
#include "tool/model/Vocabulary.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace cachelint;
using namespace cachelint::test;
using model::Bits;
using model::FieldKind;
using model::RecordFlag;
using model::TypeTrait;
using testing::Contains;
using testing::Not;

namespace {

Bits bytes(uint64_t N) { return Bits::fromBytes(N); }

class RecordFacts : public BothCompilers {};
INSTANTIATE_TEST_SUITE_P(Of, RecordFacts, ::testing::Values(Compiler::Gcc, Compiler::Clang),
                         compilerName);

TEST_P(RecordFacts, ExtentsOfBasesAndEmptyMembers) {
  ReadFile F(input("classes.cpp"));
  EXPECT_EQ(F.field("TailReused", "NonPod").Extent, bytes(5));
  EXPECT_EQ(F.field("TailReused", "NonPod").Type.Size, bytes(8));
  EXPECT_EQ(F.field("BitsInTail", "NonPod").Extent, bytes(5));
  EXPECT_EQ(F.field("BitsInTail", "q").Offset, bytes(5));
  EXPECT_EQ(F.field("FromEmpty", "Empty").Extent, Bits());
  EXPECT_EQ(F.field("NoAddress", "e").Extent, Bits());
  EXPECT_EQ(F.field("NoAddress", "e2").Extent, Bits());
  EXPECT_EQ(F.field("NoAddressTail", "n").Extent, bytes(5));
  EXPECT_EQ(F.field("EmptyMember", "e").Extent, bytes(1));
}

TEST_P(RecordFacts, FieldsHolesAndPaddingFillTheRecord) {
  for (const char *Input : {"records.c", "bitfields.c", "classes.cpp"}) {
    ReadFile F(input(Input));
    for (const model::Record &R : F.Facts.Records) {
      std::optional<model::RecordLayout> L = model::layoutOf(R, {});
      ASSERT_TRUE(L);
      if (!L->Complete || R.Kind == model::RecordKind::Union || L->Fields.empty())
        continue;
      Bits Sum = L->HoleTotal + L->TailPadding;
      for (const model::PlacedField &P : L->Fields)
        Sum += P.Extent;
      if (!Sum.isZero()) // else it is an empty class
        EXPECT_EQ(Sum, *R.Size) << R.Key.str();
    }
  }
}

TEST_P(RecordFacts, VtablesAndVirtualBases) {
  ReadFile F(input("classes.cpp"));
  const model::Field &VPtr = F.field("Virtual", "_vptr");
  EXPECT_EQ(VPtr.Kind, FieldKind::VPtr);
  EXPECT_EQ(VPtr.Offset, Bits());
  EXPECT_EQ(VPtr.Type.Spelling, "void **");
  EXPECT_TRUE(F.record("Derived").is(RecordFlag::Polymorphic));
  EXPECT_EQ(F.field("Many", "Second").Kind, FieldKind::Base);
  EXPECT_EQ(F.field("Many", "Second").Offset, bytes(16));
  // Where a virtual base is, DWARF does not say; also not that of a base.
  for (const char *Key : {"Left", "Diamond"}) {
    const model::Field &V = F.field(Key, "VBase");
    EXPECT_EQ(V.Kind, FieldKind::VirtualBase) << Key;
    EXPECT_FALSE(V.Offset) << Key;
    EXPECT_TRUE(F.record(Key).is(RecordFlag::Incomplete)) << Key;
    EXPECT_FALSE(model::covers(F.record(Key).From.Can, model::Capability::VirtualBases));
  }
}

TEST_P(RecordFacts, KeysOfUnnamedAndLocalRecords) {
  ReadFile C(input("records.c"));
  EXPECT_THAT(C.recordKeys(), Contains("anonymous::(anonymous union #1)"));
  EXPECT_THAT(C.recordKeys(), Contains("anonymous::(anonymous union #1)::(anonymous struct #1)"));
  EXPECT_THAT(C.recordKeys(), Contains("function()::local"));
  EXPECT_THAT(C.recordKeys(), Contains("function()::unnamed::(anonymous struct #1)"));
  EXPECT_THAT(C.recordKeys(), Not(Contains("second_name")));
  EXPECT_EQ(C.field("anonymous", "").Type.Record, "anonymous::(anonymous union #1)");
  EXPECT_EQ(C.field("anonymous", "list").Type.Record, "anonymous::(anonymous struct #3)");
  EXPECT_EQ(C.field("anonymous", "list").Type.ElementSize, bytes(3));
  EXPECT_TRUE(C.record("anonymous::(anonymous struct #2)").is(RecordFlag::Anonymous));
  EXPECT_FALSE(C.record("typedef_named").is(RecordFlag::Anonymous));
  ReadFile Cxx(input("classes.cpp"));
  EXPECT_THAT(Cxx.recordKeys(), Contains("Outer::(anonymous union #1)"));
  EXPECT_THAT(Cxx.recordKeys(), Contains("inFunction()::Local"));
}

TEST_P(RecordFacts, SpellingsOfC) {
  ReadFile F(input("records.c"));
  EXPECT_EQ(F.field("plain", "u").Type.Spelling, "u64");
  EXPECT_EQ(F.field("plain", "l").Type.Spelling, "long");
  EXPECT_EQ(F.field("plain", "p").Type.Spelling, "void *");
  EXPECT_EQ(F.field("odd_types", "ld").Type.Spelling, "long double");
  EXPECT_EQ(F.field("odd_types", "cd").Type.Spelling, "_Complex double");
  EXPECT_EQ(F.field("odd_types", "v").Type.Spelling, "int __vector(4)");
  EXPECT_EQ(F.field("odd_types", "b").Type.Spelling, "_Bool");
  EXPECT_EQ(F.field("odd_types", "k").Type.Spelling, "enum kind");
  EXPECT_EQ(F.field("odd_types", "f").Type.Spelling, "int (*)(struct plain *, const char *, ...)");
  EXPECT_EQ(F.field("odd_types", "pp").Type.Spelling, "const volatile int *const *");
  EXPECT_EQ(F.field("arrays", "table").Type.Spelling, "int[2][3][4]");
  EXPECT_EQ(F.field("arrays", "inner").Type.Spelling, "struct plain[3]");
  EXPECT_EQ(F.field("arrays", "cs").Type.Spelling, "const short[2][2]");
  EXPECT_EQ(F.field("arrays", "ptrs").Type.Spelling, "int *[4]");
  EXPECT_EQ(F.field("arrays", "parr").Type.Spelling, "int (*)[4]");
  EXPECT_EQ(F.field("anonymous", "").Type.Spelling, "union {...}");
  EXPECT_EQ(F.field("anonymous", "pointer").Type.Spelling, "struct {...} *");
  EXPECT_EQ(F.field("flexible", "data").Type.Spelling, "short[]");
  EXPECT_EQ(F.field("atomics", "ai").Type.Spelling, "_Atomic(int)");
  EXPECT_EQ(F.field("atomics", "ap").Type.Spelling, "_Atomic(long) *");
}

TEST_P(RecordFacts, SpellingsOfCxx) {
  ReadFile F(input("classes.cpp"));
  EXPECT_EQ(F.field("Outer", "n").Type.Spelling, "Outer::Nested *");
  EXPECT_EQ(F.field("Outer", "ref").Type.Spelling, "int &");
  EXPECT_EQ(F.field("Outer", "member").Type.Spelling, "int Outer::*");
  EXPECT_EQ(F.field("Outer", "method").Type.Spelling, "void (Outer::*)(int)");
  EXPECT_EQ(F.field("Outer", "byte").Type.Spelling, "Byte");
  EXPECT_EQ(F.field("ns::v1::Ring<unsigned int, 4>", "slots").Type.Spelling,
            "ns::v1::Ring<unsigned int, 4>::Slot[4]");
}

TEST_P(RecordFacts, ArraysAndFlexibleTails) {
  ReadFile F(input("records.c"));
  const model::TypeUse &Table = F.field("arrays", "table").Type;
  ASSERT_EQ(Table.Extents.size(), 3u);
  EXPECT_EQ(Table.Extents[0], 2u);
  EXPECT_EQ(Table.Extents[2], 4u);
  EXPECT_EQ(Table.ElementSize, bytes(4));
  EXPECT_EQ(Table.Size, bytes(96));
  const model::Field &Data = F.field("flexible", "data");
  EXPECT_TRUE(Data.Type.isFlexibleArray());
  EXPECT_FALSE(Data.Type.Size);
  EXPECT_EQ(Data.Extent, Bits());
  EXPECT_EQ(Data.Offset, bytes(6));
  const model::Field &Zero = F.field("zero_arrays", "xyz");
  EXPECT_EQ(Zero.Type.Size, Bits());
  EXPECT_FALSE(Zero.Type.isFlexibleArray());
}

TEST_P(RecordFacts, TraitsOfTypes) {
  model::Vocabulary Words;
  Words.LockTypes = {"spin*_t"};
  Words.AtomicTypes = {"atomic_t"};
  dwarf::ReadOptions Options;
  Options.Words = &Words;
  ReadFile F(text(R"(
    typedef struct { int counter; } atomic_t;
    typedef struct { int slock; } spinlock_t;
    struct s {
      atomic_t a; spinlock_t l; _Atomic int at; volatile long v; const char *p; char pad[3];
      struct s *next; enum { A } e; spinlock_t *lp; const int c; _Bool b;
    } s;)"),
             Options);
  auto Has = [&](const char *Field, TypeTrait T) { return F.field("s", Field).Type.is(T); };
  EXPECT_TRUE(Has("a", TypeTrait::Atomic) && Has("a", TypeTrait::Record));
  EXPECT_TRUE(Has("l", TypeTrait::Lock));
  EXPECT_FALSE(Has("l", TypeTrait::Atomic));
  EXPECT_FALSE(Has("lp", TypeTrait::Lock)); // a pointer to one is none
  EXPECT_TRUE(Has("lp", TypeTrait::Pointer));
  EXPECT_TRUE(Has("at", TypeTrait::Atomic) && Has("at", TypeTrait::Scalar));
  EXPECT_TRUE(Has("v", TypeTrait::Volatile));
  EXPECT_FALSE(Has("p", TypeTrait::Const));
  EXPECT_TRUE(Has("c", TypeTrait::Const));
  EXPECT_TRUE(Has("pad", TypeTrait::CharLike));
  EXPECT_FALSE(Has("b", TypeTrait::CharLike));
  EXPECT_TRUE(Has("e", TypeTrait::Scalar));
}

TEST_P(RecordFacts, PackingAndAlignment) {
  ReadFile F(input("records.c"));
  EXPECT_TRUE(F.record("packed").is(RecordFlag::PackedInferred));
  EXPECT_FALSE(F.record("plain").is(RecordFlag::PackedInferred));
  // The odd place is the fault of the inner record, not of the one that has it there.
  EXPECT_TRUE(F.record("packed_by_chance").is(RecordFlag::PackedInferred));
  EXPECT_FALSE(F.record("holds_packed").is(RecordFlag::PackedInferred));
  EXPECT_EQ(F.record("on_line").DeclaredAlign, bytes(128));
  EXPECT_EQ(F.field("on_line", "tail").DeclaredAlign, bytes(64));
  EXPECT_FALSE(F.field("on_line", "head").DeclaredAlign);
  // Aligned by a member: in effect, but not declared on the record.
  EXPECT_EQ(F.record("aligned_by_member").Align, bytes(64));
  EXPECT_FALSE(F.record("aligned_by_member").DeclaredAlign);
  EXPECT_EQ(F.field("holds_aligned", "ai").Type.Align, bytes(32));
  EXPECT_FALSE(F.field("holds_aligned", "ai").DeclaredAlign);
  EXPECT_EQ(F.record("holds_aligned").Align, bytes(128));
  EXPECT_TRUE(F.record("on_line").is(RecordFlag::HasLineMarks));
}

TEST_P(RecordFacts, StaticMembersAreNoFields) {
  for (const char *Flags : {"-c -gdwarf-4", "-c -gdwarf-5"}) {
    ReadFile F(input("classes.cpp", Flags));
    for (const model::Field &Field : F.record("Outer").Fields)
      EXPECT_NE(Field.Name, "shared");
    EXPECT_EQ(F.variable("Outer::shared").Type.Spelling, "int");
  }
}

TEST_P(RecordFacts, BaseThatOnlyAnotherUnitDefines) {
  // The key function is in another unit, so this one has a declaration of Base and no more.
  const char *Header = "struct Base { virtual void key(); long x; char c; };\n";
  std::string Use = text(std::string(Header) + "struct Derived : Base { char d; }; Derived object;",
                         ".cpp", "-c -g -fPIC");
  std::string Define = text(std::string(Header) + "void Base::key() {}", ".cpp", "-c -g -fPIC");
  ReadFile Both(text("", ".cpp", "-g -shared -fPIC " + Use + " " + Define));
  EXPECT_EQ(Both.field("Derived", "Base").Type.Size, bytes(24));
  EXPECT_EQ(Both.field("Derived", "Base").Extent, bytes(17));
  EXPECT_FALSE(Both.record("Derived").is(RecordFlag::Incomplete));
  ReadFile Alone(Use);
  if (Alone.records("Base").empty()) { // as clang does; gcc may define it anyway
    EXPECT_FALSE(Alone.field("Derived", "Base").Type.Size);
    EXPECT_TRUE(Alone.record("Derived").is(RecordFlag::Incomplete));
  }
}

TEST_P(RecordFacts, OneRecordOfManyUnits) {
  const char *Same = "struct same { int a; long b; };\n";
  std::string A = text(std::string(Same) + "struct other { int a; } o1; struct same s1;");
  std::string B =
      text(std::string(Same) + "struct other { int a; char more; } o2; struct same s2;");
  ReadFile F(text("", ".c", "-g -shared " + A + " " + B));
  EXPECT_EQ(F.records("same").size(), 1u);
  // Two layouts of one name stay two.
  ASSERT_EQ(F.records("other").size(), 2u);
  EXPECT_NE(F.records("other")[0]->Size, F.records("other")[1]->Size);
}

TEST_P(RecordFacts, OnlyTheRecordsAskedFor) {
  dwarf::ReadOptions Options;
  Options.Records = {"holds_align*", "pla?n"};
  ReadFile F(input("records.c"), Options);
  EXPECT_THAT(F.recordKeys(), testing::ElementsAre("holds_aligned", "on_line", "plain"));
  Options.Records = {"flexible"};
  Options.FirstDefinitionOnly = true;
  ReadFile One(input("records.c"), Options);
  EXPECT_THAT(One.recordKeys(), testing::ElementsAre("flexible"));
}

TEST_P(RecordFacts, Capabilities) {
  using model::Capability;
  ReadFile Five(input("records.c", "-c -gdwarf-5"));
  EXPECT_TRUE(model::covers(Five.Facts.From.Can, Capability::Alignment | Capability::AtomicTypes |
                                                     Capability::BitFields |
                                                     Capability::DeclarationOrder));
  EXPECT_FALSE(model::covers(Five.Facts.From.Can, Capability::Addresses)); // an object file
  EXPECT_FALSE(model::covers(Five.Facts.From.Can, Capability::Packing));
  EXPECT_FALSE(model::covers(Five.Facts.From.Can, Capability::AccessSites));
  ReadFile Four(input("records.c", "-c -gdwarf-4"));
  EXPECT_FALSE(model::covers(Four.Facts.From.Can, Capability::AtomicTypes));
  EXPECT_EQ(model::covers(Four.Facts.From.Can, Capability::Alignment), GetParam() == Compiler::Gcc);
  EXPECT_EQ(Four.Facts.From.Target, "x86_64-pc-linux-gnu");
}

TEST_P(RecordFacts, PositionsOfDeclarations) {
  for (const char *Flags : {"-c -gdwarf-2", "-c -gdwarf-4", "-c -gdwarf-5"}) {
    ReadFile F(text("\n\nstruct s {\n  int a;\n} v;\n", ".c", Flags));
    EXPECT_EQ(F.record("s").Pos.Line, 3u);
    EXPECT_EQ(F.field("s", "a").Pos.Line, 4u);
    EXPECT_TRUE(F.record("s").Pos.File.starts_with("/")) << F.record("s").Pos.File.str();
    EXPECT_TRUE(F.record("s").Pos.File.ends_with(".c"));
    EXPECT_EQ(F.variable("v").Pos.Line, 5u);
  }
}

TEST_P(RecordFacts, SameFactsFromAnyNumberOfThreads) {
  std::string Objects;
  for (const char *Input : {"records.c", "bitfields.c", "classes.cpp"})
    Objects += " " + input(Input, "-c -g -fPIC");
  std::string Library = text("", ".cpp", "-g -shared" + Objects);
  dwarf::ReadOptions One, Many;
  Many.Threads = 4;
  ReadFile A(Library, One), B(Library, Many);
  EXPECT_EQ(A.recordKeys(), B.recordKeys());
  EXPECT_GT(A.Facts.Records.size(), 40u);
  ASSERT_EQ(A.Facts.Variables.size(), B.Facts.Variables.size());
  for (size_t I = 0; I != A.Facts.Variables.size(); ++I)
    EXPECT_EQ(A.Facts.Variables[I].Key, B.Facts.Variables[I].Key);
  for (size_t I = 0; I != A.Facts.Records.size(); ++I)
    EXPECT_EQ(A.Facts.Records[I].Pos, B.Facts.Records[I].Pos);
  ASSERT_EQ(A.Facts.Functions.size(), B.Facts.Functions.size());
}

} // namespace
