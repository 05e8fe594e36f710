//===-- RecordsTest.cpp - records, fields, types of BTF -------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/btf/BtfBytes.h"

#include <gmock/gmock.h>

namespace cachelint::btf {
namespace {

using model::Bits;
using model::Record;
using model::RecordFlag;
using model::TypeTrait;
using ::testing::ElementsAre;

/// Both byte orders must give the same.
class RecordsTest : public BtfTest, public ::testing::WithParamInterface<bool> {
protected:
  RecordsTest() : B(GetParam()), Int(B.integer("int", 4)), Char(B.integer("char", 1)) {
    B.integer("long unsigned int", 8);
  }

  const Record &only(const char *Key) {
    Facts = read(B.bytes());
    const Record *R = find(Facts, Key);
    if (!R) {
      ADD_FAILURE() << "no " << Key;
      static const Record None;
      return None;
    }
    return *R;
  }
  /// The spelling of a field of this type, not the last one.
  std::string spelling(uint32_t Type) {
    std::string Name = "speller" + std::to_string(Type);
    B.structure(Name, 64, {{"f", Type, 0}, {"last", Int, 480}});
    return only(Name.c_str()).Fields.front().Type.Spelling.str();
  }

  BtfBytes B;
  uint32_t Int, Char;
  model::UnitFacts Facts;
};

INSTANTIATE_TEST_SUITE_P(ByteOrders, RecordsTest, ::testing::Bool(),
                         [](const auto &Info) { return Info.param ? "Little" : "Big"; });

TEST_P(RecordsTest, PlainFields) {
  uint32_t Ptr = B.pointer(B.next() + 1);
  B.structure("node", 24, {{"next", Ptr, 0}, {"count", Int, 64}, {"tag", Char, 128}});
  const Record &R = only("node");
  EXPECT_EQ(R.Kind, model::RecordKind::Struct);
  EXPECT_EQ(R.Size, Bits::fromBytes(24));
  EXPECT_EQ(R.Align, std::nullopt);
  EXPECT_EQ(R.Flags, RecordFlag::None);
  EXPECT_EQ(R.From.From, model::FrontEnd::Btf);
  EXPECT_TRUE(
      covers(R.From.Can, model::Capability::BitFields | model::Capability::DeclarationOrder));
  EXPECT_FALSE(covers(R.From.Can, model::Capability::Alignment));
  EXPECT_FALSE(covers(R.From.Can, model::Capability::AtomicTypes));
  ASSERT_EQ(R.Fields.size(), 3u);
  EXPECT_EQ(R.Fields[0].Name, "next");
  EXPECT_EQ(R.Fields[0].Type.Spelling, "struct node *");
  EXPECT_EQ(R.Fields[0].Type.Size, Bits::fromBytes(8));
  EXPECT_TRUE(R.Fields[0].Type.is(TypeTrait::Pointer));
  EXPECT_EQ(R.Fields[0].Type.Record, "");
  EXPECT_EQ(R.Fields[1].Offset, Bits::fromBytes(8));
  EXPECT_EQ(R.Fields[1].Extent, Bits::fromBytes(4));
  EXPECT_EQ(R.Fields[2].Offset, Bits::fromBytes(16));
  EXPECT_TRUE(R.Fields[2].Type.is(TypeTrait::CharLike));
  EXPECT_EQ(problems(), "");
}

TEST_P(RecordsTest, BitFieldsOfTheNewEncoding) {
  uint32_t U64 = B.typeDef("u64", 3);
  B.bitStructure("rule", 8,
                 {{"is_last", U64, 0, 1},
                  {"dlen", U64, 1, 12},
                  {"handle", U64, 13, 42},
                  {"data", B.array(Char, 0), 64, 0}});
  const Record &R = only("rule");
  EXPECT_EQ(R.Fields[2].Offset, Bits::fromBits(13));
  EXPECT_EQ(R.Fields[2].BitWidth, Bits::fromBits(42));
  EXPECT_EQ(R.Fields[2].Extent, Bits::fromBits(42));
  EXPECT_EQ(R.Fields[2].Type.Size, Bits::fromBytes(8));
  EXPECT_FALSE(R.Fields[3].isBitField());
  EXPECT_EQ(R.Fields[3].Offset, Bits::fromBytes(8));
  EXPECT_EQ(R.Flags, RecordFlag::None);
}

TEST_P(RecordsTest, BitFieldsOfTheOldEncoding) {
  uint32_t Three = B.oldBitField("unsigned int", 1, 0, 3);
  uint32_t Shifted = B.oldBitField("unsigned int", 2, 5, 9);
  uint32_t Through = B.typeDef("u32", Three);
  B.structure("old", 8, {{"a", Three, 0}, {"b", Shifted, 0}, {"c", Through, 14}, {"d", Int, 32}});
  const Record &R = only("old");
  EXPECT_EQ(R.Fields[0].Offset, Bits());
  EXPECT_EQ(R.Fields[0].BitWidth, Bits::fromBits(3));
  EXPECT_EQ(R.Fields[0].Type.Size, std::nullopt); // kept in one byte, declared with four
  EXPECT_EQ(R.Fields[1].Offset, Bits::fromBits(5));
  EXPECT_EQ(R.Fields[1].BitWidth, Bits::fromBits(9));
  EXPECT_EQ(R.Fields[2].Offset, Bits::fromBits(14));
  EXPECT_EQ(R.Fields[2].BitWidth, Bits::fromBits(3));
  EXPECT_FALSE(R.Fields[3].isBitField());
  EXPECT_EQ(R.Flags, RecordFlag::None);
}

TEST_P(RecordsTest, BitFieldOfTheOldEncodingThatFillsItsType) {
  B.structure("old", 8, {{"a", B.oldBitField("int", 1, 0, 4), 0}, {"b", Int, 4}});
  EXPECT_EQ(only("old").Fields[1].BitWidth, Bits::fromBits(32));
  EXPECT_EQ(only("old").Fields[1].Offset, Bits::fromBits(4));
}

TEST_P(RecordsTest, OffsetsOfLargeRecordsWithBitFieldsAreCut) {
  // 24 bits: producers write the place of b as that of a + 4 bytes.
  uint32_t Large = B.array(Char, 3 << 20);
  B.bitStructure("large", (3 << 20) + 8,
                 {{"flag", Int, 0, 1}, {"bulk", Large, 32}, {"b", Int, 16}, {"c", Int, 48}});
  const Record &R = only("large");
  EXPECT_EQ(R.Fields[1].Offset, Bits::fromBytes(4));
  EXPECT_EQ(R.Fields[2].Offset, std::nullopt);
  EXPECT_EQ(R.Fields[3].Offset, std::nullopt);
  EXPECT_TRUE(R.is(RecordFlag::Incomplete));
}

TEST_P(RecordsTest, SpellingsOfTypes) {
  uint32_t ConstChar = B.add(Kind::Const, "", Char);
  uint32_t Void = B.add(Kind::FuncProto, "", 0);
  uint32_t Callback = B.add(Kind::FuncProto, "", Int, 2, false, {0, B.pointer(0), 0, 0});
  uint32_t ConstPtr = B.add(Kind::Const, "", B.pointer(Char));
  EXPECT_EQ(spelling(B.integer("long unsigned int", 8)), "unsigned long");
  EXPECT_EQ(spelling(B.pointer(ConstChar)), "const char *");
  EXPECT_EQ(spelling(B.pointer(ConstPtr)), "char *const *");
  EXPECT_EQ(spelling(ConstPtr), "char *const");
  EXPECT_EQ(spelling(B.pointer(0)), "void *");
  EXPECT_EQ(spelling(B.pointer(Callback)), "int (*)(void *, ...)");
  EXPECT_EQ(spelling(B.array(B.pointer(Void), 4)), "void (*[4])(void)");
  EXPECT_EQ(spelling(B.array(B.array(Int, 2), 4)), "int[4][2]");
  EXPECT_EQ(spelling(B.pointer(B.array(Int, 2))), "int (*)[2]");
  EXPECT_EQ(spelling(B.add(Kind::Const, "", B.array(Int, 2))), "const int[2]");
  EXPECT_EQ(spelling(B.add(Kind::Volatile, "", B.add(Kind::Const, "", Int))), "const volatile int");
  EXPECT_EQ(spelling(B.add(Kind::Restrict, "", B.pointer(Int))), "int *");
  EXPECT_EQ(spelling(B.pointer(B.add(Kind::TypeTag, "user", Int))), "int *");
  EXPECT_EQ(spelling(B.add(Kind::Const, "", B.typeDef("u32", Int))), "const u32");
  EXPECT_EQ(spelling(B.pointer(B.add(Kind::Fwd, "opaque", 0))), "struct opaque *");
  EXPECT_EQ(spelling(B.pointer(B.add(Kind::Fwd, "opaque", 0, 0, true))), "union opaque *");
  EXPECT_EQ(spelling(B.add(Kind::Enum, "color", 4)), "enum color");
  EXPECT_EQ(spelling(B.add(Kind::Enum64, "", 8)), "enum {...}");
  EXPECT_EQ(spelling(B.add(Kind::Float, "double", 8)), "double");
  EXPECT_EQ(spelling(B.pointer(B.structure("", 4, {{"x", Int, 0}}))), "struct {...} *");
}

TEST_P(RecordsTest, Arrays) {
  uint32_t Matrix = B.array(B.typeDef("pair", B.array(Int, 2)), 3);
  B.structure("s", 24, {{"m", Matrix, 0}});
  const model::TypeUse &Use = only("s").Fields[0].Type;
  EXPECT_EQ(Use.Spelling, "pair[3]");
  EXPECT_THAT(Use.Extents, ElementsAre(3, 2));
  EXPECT_EQ(Use.Size, Bits::fromBytes(24));
  EXPECT_EQ(Use.ElementSize, Bits::fromBytes(4));
  EXPECT_TRUE(Use.is(TypeTrait::Scalar));
}

TEST_P(RecordsTest, OnlyTheLastOfSeveralMembersIsFlexible) {
  uint32_t None = B.array(Int, 0);
  B.structure("s", 4, {{"mark", None, 0}, {"a", Int, 0}, {"rest", None, 32}});
  B.structure("alone", 0, {{"mark", None, 0}});
  B.unite("u", 4, {{"a", Int, 0}, {"mark", None, 0}});
  const Record &R = only("s");
  EXPECT_FALSE(R.Fields[0].Type.isFlexibleArray());
  EXPECT_EQ(R.Fields[0].Type.Spelling, "int[0]");
  EXPECT_EQ(R.Fields[0].Extent, Bits());
  EXPECT_TRUE(R.Fields[2].Type.isFlexibleArray());
  EXPECT_EQ(R.Fields[2].Type.Spelling, "int[]");
  EXPECT_EQ(R.Fields[2].Type.Size, std::nullopt);
  EXPECT_EQ(R.Fields[2].Extent, Bits());
  EXPECT_FALSE(R.is(RecordFlag::Incomplete));
  EXPECT_FALSE(only("alone").Fields[0].Type.isFlexibleArray());
  EXPECT_FALSE(only("u").Fields[1].Type.isFlexibleArray());
}

TEST_P(RecordsTest, FlexibleArrayOfUnnamedRecords) {
  uint32_t Item = B.structure("", 4, {{"x", Int, 0}});
  B.structure("s", 4, {{"n", Int, 0}, {"items", B.array(Item, 0), 32}});
  EXPECT_EQ(only("s").Fields[1].Type.Record, "s::(anonymous struct #1)");
  EXPECT_EQ(only("s").Fields[1].Type.Spelling, "struct {...}[]");
}

TEST_P(RecordsTest, UnnamedRecordsAreNamedByTheirPlace) {
  uint32_t First = B.structure("", 4, {{"x", Int, 0}});
  uint32_t Second = B.unite("", 8, {{"y", Int, 0}, {"z", B.structure("", 8, {{"i", Int, 0}}), 0}});
  uint32_t Third = B.structure("", 4, {{"far", Int, 0}});
  B.structure("outer", 32,
              {{"a", B.array(First, 2), 0},
               {"", Second, 64},
               {"again", First, 128},
               {"p", B.pointer(Third), 192}});
  EXPECT_EQ(only("outer").Fields[0].Type.Record, "outer::(anonymous struct #1)");
  EXPECT_THAT(keys(Facts),
              ElementsAre("outer", "outer::(anonymous struct #1)", "outer::(anonymous struct #3)",
                          "outer::(anonymous union #2)",
                          "outer::(anonymous union #2)::(anonymous struct #1)"));
  EXPECT_EQ(find(Facts, "outer")->Fields[1].Type.Record, "outer::(anonymous union #2)");
  EXPECT_EQ(find(Facts, "outer")->Fields[1].Name, "");
  EXPECT_TRUE(find(Facts, "outer::(anonymous struct #3)")->is(RecordFlag::Anonymous));
  EXPECT_FALSE(find(Facts, "outer")->is(RecordFlag::Anonymous));
}

/// pahole keeps one of equal unnamed records, whoever declared them.
TEST_P(RecordsTest, SharedUnnamedRecordHasANameForEachUse) {
  uint32_t Shared = B.structure("", 4, {{"counter", Int, 0}});
  uint32_t Atomic = B.typeDef("atomic_t", Shared);
  B.typeDef("other_t", Shared);
  B.typeDef("list_p", B.pointer(Shared));
  B.structure("user", 12, {{"a", Atomic, 0}, {"b", Shared, 32}, {"c", Atomic, 64}});
  EXPECT_EQ(only("user").Fields[0].Type.Record, "atomic_t");
  EXPECT_EQ(find(Facts, "user")->Fields[0].Type.Spelling, "atomic_t");
  EXPECT_EQ(find(Facts, "user")->Fields[1].Type.Record, "user::(anonymous struct #1)");
  EXPECT_THAT(keys(Facts), ElementsAre("atomic_t", "list_p::(anonymous struct #1)", "other_t",
                                       "user", "user::(anonymous struct #1)"));
  EXPECT_FALSE(find(Facts, "atomic_t")->is(RecordFlag::Anonymous));
}

/// struct_group() of the kernel: a union of two equal records, one without and one with a name.
TEST_P(RecordsTest, MemberWithoutANameSharesItsRecordWithNone) {
  uint32_t Shared = B.structure("", 4, {{"saddr", Int, 0}});
  B.unite("addresses", 4, {{"", Shared, 0}, {"addrs", Shared, 0}, {"more", B.array(Shared, 1), 0}});
  B.unite("turned", 4, {{"addrs", Shared, 0}, {"", Shared, 0}});
  const Record &R = only("addresses");
  EXPECT_EQ(R.Fields[0].Type.Record, "addresses::(anonymous struct #1)");
  EXPECT_EQ(R.Fields[1].Type.Record, "addresses::(anonymous struct #2)");
  EXPECT_EQ(R.Fields[2].Type.Record, "addresses::(anonymous struct #2)");
  EXPECT_EQ(only("turned").Fields[1].Type.Record, "turned::(anonymous struct #2)");
}

TEST_P(RecordsTest, UnnamedRecordThatNothingDeclares) {
  uint32_t Id = B.structure("", 4, {{"x", Int, 0}, {"", B.unite("", 4, {{"y", Int, 0}}), 0}});
  Facts = read(B.bytes());
  std::string Key = "(anonymous struct at type " + std::to_string(Id) + ")";
  EXPECT_THAT(keys(Facts), ElementsAre(Key, Key + "::(anonymous union #1)"));
}

TEST_P(RecordsTest, EqualRecordsAreUnitedAndDifferentOnesKept) {
  B.structure("twin", 4, {{"a", Int, 0}});
  B.structure("twin", 4, {{"a", Int, 0}});
  B.structure("pair", 8, {{"b", Int, 32}, {"a", Int, 0}});
  B.structure("pair", 4, {{"a", Int, 0}});
  Facts = read(B.bytes());
  EXPECT_THAT(keys(Facts), ElementsAre("pair", "pair", "twin"));
  EXPECT_EQ(Facts.Records[0].Size, Bits::fromBytes(8)); // as in the file
}

TEST_P(RecordsTest, OffsetsThatProvePacking) {
  uint32_t Inside = B.structure("inside", 5, {{"c", Char, 0}, {"i", Int, 8}});
  B.structure("tail", 5, {{"i", Int, 0}, {"c", Char, 32}});
  B.structure("array", 9, {{"c", Char, 0}, {"i", B.array(Int, 2), 8}});
  B.bitStructure("bits", 8, {{"a", Int, 0, 20}, {"b", Int, 20, 20}});
  B.structure("plain", 8, {{"c", Char, 0}, {"i", Int, 32}});
  B.bitStructure("plainbits", 8, {{"a", Int, 0, 20}, {"b", Int, 32, 20}});
  // What is inside may have been packed instead.
  B.structure("around", 6, {{"c", Char, 0}, {"r", Inside, 8}});
  for (const char *Packed : {"inside", "tail", "array", "bits"})
    EXPECT_TRUE(only(Packed).is(RecordFlag::PackedInferred)) << Packed;
  for (const char *Plain : {"plain", "plainbits", "around"})
    EXPECT_FALSE(only(Plain).is(RecordFlag::PackedInferred)) << Plain;
  EXPECT_FALSE(only("inside").is(RecordFlag::Packed));
}

TEST_P(RecordsTest, MemberOfUnknownTypeMakesTheRecordIncomplete) {
  // What clang 19 writes for `_Atomic int`.
  B.structure("s", 8, {{"a", 0, 0}, {"b", Int, 32}});
  const Record &R = only("s");
  EXPECT_EQ(R.Fields[0].Type.Spelling, "...");
  EXPECT_EQ(R.Fields[0].Extent, std::nullopt);
  EXPECT_TRUE(R.is(RecordFlag::Incomplete));
  EXPECT_EQ(R.Fields[1].Offset, Bits::fromBytes(4));
}

TEST_P(RecordsTest, MemberThatReusesTailPadding) {
  // C++: struct base { int i; char c; }; struct derived : base { char d; };
  uint32_t BaseId = B.structure("base", 8, {{"i", Int, 0}, {"c", Char, 32}});
  B.structure("derived", 8, {{"", BaseId, 0}, {"d", Char, 40}});
  EXPECT_EQ(only("derived").Fields[0].Extent, Bits::fromBytes(5));
  EXPECT_EQ(only("derived").Fields[0].Type.Size, Bits::fromBytes(8));
}

TEST_P(RecordsTest, ForwardDeclarationsAreNoRecords) {
  B.structure("s", 8, {{"p", B.pointer(B.add(Kind::Fwd, "elsewhere", 0)), 0}});
  Facts = read(B.bytes());
  EXPECT_THAT(keys(Facts), ElementsAre("s"));
}

TEST_P(RecordsTest, TraitsThroughTypedefsAndQualifiers) {
  model::Vocabulary Words;
  Words.LockTypes = {"spinlock*"};
  Words.AtomicTypes = {"atomic_t"};
  Words.WireTypes = {"__be32"};
  Options.Words = &Words;
  uint32_t Lock = B.structure("spinlock", 4, {{"v", Int, 0}});
  uint32_t LockT = B.typeDef("spinlock_t", Lock);
  uint32_t Atomic = B.typeDef("atomic_t", B.structure("", 4, {{"counter", Int, 0}}));
  uint32_t Volatile = B.add(Kind::Volatile, "", B.typeDef("cint", B.add(Kind::Const, "", Int)));
  B.structure("s", 24,
              {{"l", LockT, 0},
               {"a", B.array(Atomic, 2), 32},
               {"v", Volatile, 96},
               {"p", B.pointer(Volatile), 128}});
  B.structure("wire", 8, {{"n", B.typeDef("__be32", Int), 0}, {"m", Int, 32}});
  const Record &R = only("s");
  EXPECT_EQ(R.Fields[0].Type.Traits, TypeTrait::Record | TypeTrait::Lock);
  EXPECT_EQ(R.Fields[1].Type.Traits, TypeTrait::Record | TypeTrait::Atomic);
  EXPECT_EQ(R.Fields[2].Type.Traits, TypeTrait::Scalar | TypeTrait::Const | TypeTrait::Volatile);
  EXPECT_EQ(R.Fields[3].Type.Traits, TypeTrait::Pointer);
  EXPECT_FALSE(R.is(RecordFlag::WireFormat));
  EXPECT_TRUE(only("wire").is(RecordFlag::WireFormat));
}

TEST_P(RecordsTest, CharactersAreNoBooleans) {
  uint32_t Bool = B.integer("_Bool", 1, 4);
  uint32_t Byte = B.integer("unsigned char", 1);
  B.structure("s", 2, {{"b", Bool, 0}, {"c", Byte, 8}});
  EXPECT_EQ(only("s").Fields[0].Type.Traits, TypeTrait::Scalar);
  EXPECT_EQ(only("s").Fields[1].Type.Traits, TypeTrait::Scalar | TypeTrait::CharLike);
}

TEST_P(RecordsTest, PointersHaveTheSizeOfLong) {
  BtfBytes Narrow(GetParam());
  uint32_t Ptr = Narrow.pointer(Narrow.integer("long int", 4));
  Narrow.structure("s", 4, {{"p", Ptr, 0}});
  Facts = read(Narrow.bytes());
  EXPECT_EQ(Facts.Records[0].Fields[0].Type.Size, Bits::fromBytes(4));
}

TEST_P(RecordsTest, PointersOfUnknownSize) {
  BtfBytes Bare(GetParam());
  Bare.structure("s", 8, {{"p", Bare.pointer(0), 0}});
  Facts = read(Bare.bytes());
  EXPECT_EQ(Facts.Records[0].Fields[0].Type.Size, std::nullopt);
  EXPECT_TRUE(Facts.Records[0].is(RecordFlag::Incomplete));
}

TEST_P(RecordsTest, WantedRecordsBringWhatTheyHold) {
  uint32_t Held = B.structure("held", 4, {{"x", Int, 0}});
  uint32_t Far = B.structure("far", 4, {{"x", Int, 0}});
  uint32_t Deep = B.structure("deep", 4, {{"h", Held, 0}});
  B.structure("wanted", 16,
              {{"d", B.array(Deep, 1), 0},
               {"p", B.pointer(Far), 64},
               {"", B.unite("", 4, {{"u", Int, 0}}), 32}});
  B.structure("unwanted", 4, {{"x", Int, 0}});
  for (const char *Pattern : {"wanted", "w*"}) {
    Options.Records = {Pattern};
    EXPECT_THAT(keys(read(B.bytes())),
                ElementsAre("deep", "held", "wanted", "wanted::(anonymous union #1)"))
        << Pattern;
  }
  Options.Records = {"wanted::(anonymous union #1)", "far"};
  EXPECT_THAT(keys(read(B.bytes())), ElementsAre("far", "wanted::(anonymous union #1)"));
  Options.Records = {"absent"};
  EXPECT_TRUE(read(B.bytes()).Records.empty());
}

TEST_P(RecordsTest, WantedTypedefAndTemplate) {
  B.typeDef("counter_t", B.structure("", 4, {{"x", Int, 0}}));
  B.structure("Ring<unsigned int, 4U>", 4, {{"x", Int, 0}});
  Options.Records = {"counter_t", "Ring<unsigned int, 4>"};
  EXPECT_THAT(keys(read(B.bytes())), ElementsAre("Ring<unsigned int, 4>", "counter_t"));
}

TEST_P(RecordsTest, NamesThatAreNoText) {
  B.structure("bad\xff\x1b", 4, {{"\x80", Int, 0}});
  Facts = read(B.bytes());
  ASSERT_EQ(Facts.Records.size(), 1u);
  EXPECT_EQ(Facts.Records[0].Key, "bad\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(Facts.Records[0].Fields[0].Name, "\xef\xbf\xbd");
}

TEST_P(RecordsTest, TargetOfBareBtfIsTheCallers) {
  Options.Target = "aarch64-unknown-linux-gnu";
  B.structure("s", 4, {{"x", Int, 0}});
  EXPECT_EQ(only("s").From.Target, "aarch64-unknown-linux-gnu");
  EXPECT_EQ(Facts.From.Input, "in.btf");
}

} // namespace
} // namespace cachelint::btf
