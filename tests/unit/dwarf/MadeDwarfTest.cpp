//===-- MadeDwarfTest.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// DWARF that no compiler at hand writes: old encodings, and faults.

#include "tests/unit/dwarf/DwarfWriter.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "llvm/ADT/StringExtras.h"

#include <dwarf.h>

using namespace cachelint;
using namespace cachelint::test;
using model::Bits;

namespace {

uint64_t n(int64_t Value) { return static_cast<uint64_t>(Value); }

const Entry Int = {DW_TAG_base_type,
                   {{DW_AT_byte_size, DW_FORM_data1, n(4)},
                    {DW_AT_encoding, DW_FORM_data1, n(DW_ATE_signed)},
                    {DW_AT_name, DW_FORM_string, "int"}},
                   {},
                   "int"};

Entry structure(std::string Name, uint64_t Size, std::vector<Entry> Members) {
  return {DW_TAG_structure_type,
          {{DW_AT_name, DW_FORM_string, Name}, {DW_AT_byte_size, DW_FORM_udata, Size}},
          std::move(Members),
          Name};
}

Entry member(std::string Name, std::vector<Attribute> More, std::string Type = "@int") {
  std::vector<Attribute> All = {{DW_AT_name, DW_FORM_string, Name},
                                {DW_AT_type, DW_FORM_ref4, Type}};
  All.insert(All.end(), More.begin(), More.end());
  return {DW_TAG_member, All, {}, ""};
}

std::optional<Bits> offsetOf(const model::Record &R, llvm::StringRef Name) {
  for (const model::Field &F : R.Fields)
    if (F.Name == Name)
      return F.Offset;
  ADD_FAILURE() << "no field " << Name.str();
  return std::nullopt;
}

TEST(MadeDwarf, EachFormOfAMemberLocation) {
  for (unsigned Version : {2, 4, 5}) {
    DwarfWriter W(Version);
    std::string PlusUconst = {DW_OP_plus_uconst, char(0x80), 1};
    std::string ConstPlus = {DW_OP_const1u, 12, DW_OP_plus};
    std::string NeedsMemory = {DW_OP_dup, DW_OP_deref, DW_OP_plus};
    W.add({Int,
           structure(
               "s", 200,
               {member("none", {}),
                member("data1", {{DW_AT_data_member_location, DW_FORM_data1, n(200)}}),
                member("udata", {{DW_AT_data_member_location, DW_FORM_udata, n(8)}}),
                member("sdata", {{DW_AT_data_member_location, DW_FORM_sdata, n(16)}}),
                member("implicit", {{DW_AT_data_member_location, DW_FORM_implicit_const, n(20)}}),
                member("data4", {{DW_AT_data_member_location, DW_FORM_data4, n(24)}}),
                member("block", {{DW_AT_data_member_location, DW_FORM_block1, PlusUconst}}),
                member("sum", {{DW_AT_data_member_location, DW_FORM_block1, ConstPlus}}),
                member("memory", {{DW_AT_data_member_location, DW_FORM_block1, NeedsMemory}}),
                member("list", {{DW_AT_data_member_location, DW_FORM_sec_offset, n(4)}}),
                member("negative", {{DW_AT_data_member_location, DW_FORM_sdata, n(-8)}})})});
    ReadSections Read(W.sections());
    const model::Record &R = Read.record("s");
    auto At = [&](llvm::StringRef Name) { return offsetOf(R, Name); };
    EXPECT_EQ(At("none"), Bits());
    EXPECT_EQ(At("data1"), Bits::fromBytes(200)); // not -56
    EXPECT_EQ(At("udata"), Bits::fromBytes(8));
    EXPECT_EQ(At("sdata"), Bits::fromBytes(16));
    EXPECT_EQ(At("implicit"), Bits::fromBytes(20));
    EXPECT_EQ(At("data4"), Bits::fromBytes(24));
    EXPECT_EQ(At("block"), Bits::fromBytes(128));
    EXPECT_EQ(At("sum"), Bits::fromBytes(12));
    EXPECT_FALSE(At("memory"));
    EXPECT_FALSE(At("list"));
    EXPECT_FALSE(At("negative"));
    EXPECT_TRUE(R.is(model::RecordFlag::Incomplete));
  }
}

TEST(MadeDwarf, EachFormOfABitPosition) {
  auto Bitfield = [](std::string Name, uint64_t Size, std::vector<Attribute> More) {
    More.push_back({DW_AT_bit_size, DW_FORM_data1, Size});
    return member(Name, More);
  };
  for (bool Little : {true, false}) {
    DwarfWriter W(3, Little);
    W.add({Int,
           structure(
               "s", 32,
               {Bitfield("data", 3, {{DW_AT_data_bit_offset, DW_FORM_data1, n(0x80)}}),
                Bitfield("implicit", 3, {{DW_AT_data_bit_offset, DW_FORM_implicit_const, n(128)}}),
                Bitfield("old", 3,
                         {{DW_AT_bit_offset, DW_FORM_data1, n(29)},
                          {DW_AT_data_member_location, DW_FORM_data1, n(4)}}),
                Bitfield("sized", 5,
                         {{DW_AT_byte_size, DW_FORM_data1, n(1)},
                          {DW_AT_bit_offset, DW_FORM_data1, n(2)},
                          {DW_AT_data_member_location, DW_FORM_data1, n(9)}}),
                Bitfield("crossing", 31,
                         {{DW_AT_bit_offset, DW_FORM_sdata, n(-3)},
                          {DW_AT_data_member_location, DW_FORM_data1, n(12)}}),
                Bitfield("crossing8", 31,
                         {{DW_AT_bit_offset, DW_FORM_data8, n(-3)},
                          {DW_AT_data_member_location, DW_FORM_data1, n(12)}}),
                Bitfield("before", 3, {{DW_AT_bit_offset, DW_FORM_sdata, n(Little ? 99 : -99)}}),
                Bitfield("whole", 8, {{DW_AT_data_member_location, DW_FORM_data1, n(2)}})})});
    ReadSections Read(W.sections());
    const model::Record &R = Read.record("s");
    auto At = [&](llvm::StringRef Name) { return offsetOf(R, Name); };
    EXPECT_EQ(At("data"), Bits::fromBits(128));
    EXPECT_EQ(At("implicit"), Bits::fromBits(128));
    // Counted from the most significant bit of an int at byte 4.
    EXPECT_EQ(At("old"), Bits::fromBits(Little ? 32 + 0 : 32 + 29));
    EXPECT_EQ(At("sized"), Bits::fromBits(Little ? 72 + 1 : 72 + 2));
    EXPECT_EQ(At("crossing"), Bits::fromBits(Little ? 96 + 4 : 96 - 3));
    EXPECT_EQ(At("crossing8"), At("crossing"));
    EXPECT_FALSE(At("before"));
    EXPECT_EQ(At("whole"), Bits::fromBits(16));
  }
}

Entry array(std::string Label, std::vector<Attribute> Bound) {
  return {DW_TAG_array_type,
          {{DW_AT_type, DW_FORM_ref4, "@int"}},
          {{DW_TAG_subrange_type, Bound, {}, ""}},
          Label};
}

TEST(MadeDwarf, BoundsOfArrays) {
  DwarfWriter W;
  W.add({Int, array("count", {{DW_AT_count, DW_FORM_data1, n(200)}}),
         array("upper", {{DW_AT_upper_bound, DW_FORM_data1, n(255)}}),
         array("minus", {{DW_AT_upper_bound, DW_FORM_sdata, n(-1)}}),
         array("minus4", {{DW_AT_upper_bound, DW_FORM_data4, n(0xffffffff)}}),
         array("lower", {{DW_AT_upper_bound, DW_FORM_data1, n(9)},
                         {DW_AT_lower_bound, DW_FORM_data1, n(3)}}),
         array("open", {}),
         array("expr", {{DW_AT_upper_bound, DW_FORM_exprloc, std::string{DW_OP_lit3}}}),
         array("memory",
               {{DW_AT_upper_bound, DW_FORM_exprloc, std::string{DW_OP_lit3, DW_OP_deref}}}),
         array("huge", {{DW_AT_count, DW_FORM_data8, n(int64_t(1) << 55)}}),
         structure("s", 8,
                   {member("count", {}, "@count"), member("upper", {}, "@upper"),
                    member("minus", {}, "@minus"), member("minus4", {}, "@minus4"),
                    member("lower", {}, "@lower"), member("open", {}, "@open"),
                    member("expr", {}, "@expr"), member("memory", {}, "@memory"),
                    member("huge", {}, "@huge")})});
  ReadSections Read(W.sections());
  std::vector<std::optional<Bits>> Sizes;
  for (const model::Field &F : Read.record("s").Fields)
    Sizes.push_back(F.Type.Size);
  std::vector<std::optional<Bits>> Expected = {
      Bits::fromBytes(800), Bits::fromBytes(1024), Bits(),       Bits(),      Bits::fromBytes(28),
      std::nullopt,         Bits::fromBytes(16),   std::nullopt, std::nullopt};
  EXPECT_EQ(Sizes, Expected);
}

TEST(MadeDwarf, CyclesEnd) {
  DwarfWriter W;
  auto Chain = [](unsigned Tag, std::string Label, std::string To) {
    return Entry{Tag, {{DW_AT_type, DW_FORM_ref4, To}}, {}, Label};
  };
  W.add({Chain(DW_TAG_typedef, "self", "@self"), Chain(DW_TAG_const_type, "a", "@b"),
         Chain(DW_TAG_volatile_type, "b", "@a"), Chain(DW_TAG_pointer_type, "p", "@p"),
         structure("loop", 8,
                   {member("me", {}, "@loop"), member("self", {}, "@self"), member("cv", {}, "@a"),
                    member("ptr", {}, "@p")}),
         Entry{DW_TAG_structure_type,
               {{DW_AT_byte_size, DW_FORM_data1, n(8)}},
               {member("inner", {}, "@unnamed")},
               "unnamed"}});
  ReadSections Read(W.sections());
  EXPECT_EQ(Read.record("loop").Fields.size(), 4u);
  EXPECT_EQ(Read.record("loop").Fields[3].Type.Size, Bits::fromBytes(8));
  EXPECT_EQ(Read.Facts.Records.size(), 2u);
}

TEST(MadeDwarf, DeepChainsAreCut) {
  DwarfWriter W;
  std::vector<Entry> Entries{Int};
  for (unsigned I = 0; I != 5000; ++I)
    Entries.push_back({I % 2 ? DW_TAG_typedef : DW_TAG_pointer_type,
                       {{DW_AT_type, DW_FORM_ref4, I ? "@" + std::to_string(I - 1) : "@int"}},
                       {},
                       std::to_string(I)});
  Entries.push_back(structure("s", 8, {member("deep", {}, "@4999")}));
  W.add(Entries);
  ReadSections Read(W.sections());
  EXPECT_LT(Read.record("s").Fields[0].Type.Spelling.size(), 2000u);
}

TEST(MadeDwarf, FunctionTypesThatBranchAreCut) {
  // Each takes two of the one before: written out, the last has 2^40 parameters.
  DwarfWriter W;
  std::vector<Entry> Entries{Int};
  for (unsigned I = 0; I != 40; ++I) {
    std::string Before = I ? "@" + std::to_string(I - 1) : "@int";
    Entry Parameter{DW_TAG_formal_parameter, {{DW_AT_type, DW_FORM_ref4, Before}}, {}, ""};
    Entries.push_back(
        {DW_TAG_subroutine_type, {}, {Parameter, Parameter}, "f" + std::to_string(I)});
    Entries.push_back({DW_TAG_pointer_type,
                       {{DW_AT_type, DW_FORM_ref4, "@f" + std::to_string(I)}},
                       {},
                       std::to_string(I)});
  }
  Entries.push_back(structure("s", 8, {member("f", {}, "@39")}));
  W.add(Entries);
  ReadSections Read(W.sections());
  EXPECT_LT(Read.record("s").Fields[0].Type.Spelling.size(), 10000u);
}

TEST(MadeDwarf, BothByteOrdersAndAddressSizes) {
  for (bool Little : {true, false})
    for (unsigned AddressSize : {4, 8}) {
      DwarfWriter W(4, Little, AddressSize);
      W.add({Int, Entry{DW_TAG_pointer_type, {{DW_AT_type, DW_FORM_ref4, "@int"}}, {}, "p"},
             structure("s", 16,
                       {member("p", {{DW_AT_data_member_location, DW_FORM_data2, n(8)}}, "@p")})});
      ReadSections Read(W.sections());
      EXPECT_EQ(offsetOf(Read.record("s"), "p"), Bits::fromBytes(8));
      EXPECT_EQ(Read.record("s").Fields[0].Type.Size, Bits::fromBytes(AddressSize));
    }
}

std::vector<std::string> problemTexts(const ReadSections &Read) {
  std::vector<std::string> Texts;
  for (const Problem &P : Read.Problems.sorted())
    Texts.push_back(P.text());
  return Texts;
}

TEST(MadeDwarf, ADamagedUnitDoesNotHideTheNext) {
  DwarfWriter W;
  W.add({Int, structure("first", 4, {member("a", {})})});
  size_t Second = W.Info.size();
  W.add({Int, structure("second", 4, {member("b", {})})});
  // The code of the first entry of the first unit's list, behind header and unit entry.
  size_t At = W.Info.find("unit.c") + 7;
  W.Info[At] = 0x7e;
  ReadSections Read(W.sections());
  EXPECT_EQ(Read.record("second").Size, Bits::fromBytes(4));
  EXPECT_THAT(problemTexts(Read),
              testing::ElementsAre("made.o(.debug_info+0x" + llvm::utohexstr(At, true) +
                                   "): abbreviation code 126 is not in the unit's table"));
  // A unit of a version that does not exist is passed over by its length.
  W.Info[Second + 4] = 9;
  W.Info[At] = 2;
  ReadSections Other(W.sections());
  EXPECT_EQ(Other.record("first").Size, Bits::fromBytes(4));
  EXPECT_THAT(problemTexts(Other),
              testing::ElementsAre(testing::HasSubstr("DWARF version 9 is not known")));
}

TEST(MadeDwarf, ARecordThatWasCutIsNotListed) {
  DwarfWriter W;
  W.add({Int, structure("whole", 4, {member("a", {})}),
         structure("cut", 8, {member("b", {}), member("c", {})})});
  // The entry of "c" gets a code that is not there.
  size_t At = W.Info.rfind("c", W.Info.size());
  W.Info[At - 1] = 0x7e;
  ReadSections Read(W.sections());
  ASSERT_EQ(Read.Facts.Records.size(), 1u);
  EXPECT_EQ(Read.Facts.Records[0].Key, "whole");
  EXPECT_EQ(problemTexts(Read).size(), 1u);
}

TEST(MadeDwarf, HeadersThatLeadOutside) {
  DwarfWriter W;
  W.add({Int, structure("s", 4, {member("a", {})})});
  std::string Whole = W.Info;
  // Cut anywhere: never more than the sections have, always a word about it.
  for (size_t Size = 0; Size < Whole.size(); ++Size) {
    W.Info = Whole.substr(0, Size);
    ReadSections Read(W.sections());
    EXPECT_EQ(problemTexts(Read).empty(), Size == 0) << Size;
  }
  W.Info = Whole;
  W.Info[6] = 0x70; // .debug_abbrev has no such offset
  EXPECT_THAT(problemTexts(ReadSections(W.sections())),
              testing::ElementsAre(testing::HasSubstr("abbreviation table at .debug_abbrev+0x")));
  W.Info = Whole;
  W.Info[10] = 3;
  EXPECT_THAT(problemTexts(ReadSections(W.sections())),
              testing::ElementsAre(testing::HasSubstr("address size 3 is not known")));
}

TEST(MadeDwarf, EveryByteWrongOnce) {
  DwarfWriter W(5);
  Entry Location{DW_TAG_variable,
                 {{DW_AT_name, DW_FORM_string, "v"},
                  {DW_AT_type, DW_FORM_ref4, "@s"},
                  {DW_AT_location, DW_FORM_exprloc, std::string("\x03\x10\0\0\0\0\0\0\0", 9)}},
                 {},
                 ""};
  W.add({Int, array("ten", {{DW_AT_count, DW_FORM_data1, n(10)}}),
         structure("s", 44,
                   {member("a", {}),
                    member("b", {{DW_AT_data_member_location, DW_FORM_data1, n(4)}}, "@ten")}),
         Location});
  std::string Info = W.Info, Abbrev = W.Abbrev;
  unsigned Reads = 0;
  for (std::string *Which : {&W.Info, &W.Abbrev})
    for (size_t At = 0; At != Which->size(); ++At)
      for (int Flip = 1; Flip != 256; ++Flip) {
        W.Info = Info;
        W.Abbrev = Abbrev;
        (*Which)[At] = static_cast<char>((*Which)[At] ^ Flip);
        ReadSections Read(W.sections());
        ++Reads;
        for (const model::Record &R : Read.Facts.Records)
          EXPECT_FALSE(R.Key.empty());
      }
  EXPECT_GT(Reads, 40000u);
}

TEST(MadeDwarf, NamesOfOtherLanguagesAreLeftAsTheyAre) {
  // In C++ arguments are brought to one form, and "<lambda()>" is a name that gcc made up.
  std::vector<std::string> Names = {"Option<fn(*const u8)>", "bucket<string,struct {}>",
                                    "<&str as Debug>::{vtable_type}"};
  for (uint64_t Language : {DW_LANG_Rust, DW_LANG_Go}) {
    DwarfWriter W;
    std::vector<Entry> Entries = {Int};
    for (const std::string &Name : Names)
      Entries.push_back(
          structure(Name, 4, {member("a", {{DW_AT_data_member_location, DW_FORM_udata, n(0)}})}));
    W.add(Entries, Language);
    ReadSections Read(W.sections());
    std::vector<std::string> Keys;
    for (const model::Record &R : Read.Facts.Records)
      Keys.push_back(R.Key.str());
    EXPECT_THAT(Keys, testing::UnorderedElementsAreArray(Names));
  }
}

TEST(MadeDwarf, AFunctionOfGoIsAPointerThatSaysItsSize) {
  Entry Function = {
      DW_TAG_subroutine_type,
      {{DW_AT_name, DW_FORM_string, "func(int)"}, {DW_AT_byte_size, DW_FORM_udata, n(8)}},
      {},
      "func"};
  DwarfWriter W;
  W.add({Int, Function,
         structure("sort.lessSwap", 16,
                   {member("Less", {{DW_AT_data_member_location, DW_FORM_udata, n(0)}}, "@func"),
                    member("Swap", {{DW_AT_data_member_location, DW_FORM_udata, n(8)}}, "@func")})},
        DW_LANG_Go);
  ReadSections Read(W.sections());
  const model::Record &R = Read.record("sort.lessSwap");
  ASSERT_EQ(R.Fields.size(), 2u);
  EXPECT_EQ(R.Fields[0].Type.Size, Bits::fromBytes(8));
}

} // namespace
