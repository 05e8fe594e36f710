//===-- HeaderTest.cpp - one field of the header broken at a time ---------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/btf/BtfBytes.h"

#include <gmock/gmock.h>

namespace cachelint::btf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class HeaderTest : public BtfTest {
protected:
  HeaderTest() {
    uint32_t Int = Bytes.integer("int", 4);
    Bytes.structure("s", 8, {{"a", Int, 0}, {"b", Int, 32}});
  }
  BtfBytes Bytes;
  BtfBytes::Header H;
};

TEST_F(HeaderTest, GoodOneIsRead) {
  EXPECT_THAT(keys(read(Bytes.bytes(H))), ElementsAre("s"));
  EXPECT_EQ(problems(), "");
}

TEST_F(HeaderTest, FileWithoutTypes) {
  EXPECT_TRUE(read(BtfBytes().bytes()).Records.empty());
  EXPECT_EQ(problems(), "");
}

TEST_F(HeaderTest, EmptyFile) {
  EXPECT_THAT(errorOf(""), HasSubstr("in.btf: is neither BTF nor an ELF file"));
}

TEST_F(HeaderTest, CutInsideOfTheHeader) {
  EXPECT_THAT(errorOf(Bytes.bytes().substr(0, 23)), HasSubstr("in.btf: is cut: 23 bytes"));
}

TEST_F(HeaderTest, Magic) {
  H.Magic = 0xeb9e;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("is neither BTF"));
}

TEST_F(HeaderTest, Version) {
  H.Version = 2;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("BTF version 2 at offset 0x2 is not known"));
}

TEST_F(HeaderTest, Flags) {
  H.Flags = 0x40;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("BTF flags 0x40 at offset 0x3"));
}

TEST_F(HeaderTest, HeaderTooShort) {
  H.Length = 20;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("BTF header of 20 bytes"));
}

TEST_F(HeaderTest, HeaderLongerThanTheFile) {
  H.Length = 0xffffffff;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("BTF header of 4294967295 bytes"));
}

TEST_F(HeaderTest, LongerHeaderOfZerosIsRead) {
  H.More = {0, 0, 0, 0, 0};
  EXPECT_THAT(keys(read(Bytes.bytes(H))), ElementsAre("s"));
  EXPECT_EQ(problems(), "");
}

TEST_F(HeaderTest, LongerHeaderThatSaysSomethingIsReadAndTold) {
  H.More = {0, 0, 0, 7};
  EXPECT_THAT(keys(read(Bytes.bytes(H))), ElementsAre("s"));
  EXPECT_THAT(problems(), HasSubstr("in.btf(+0x20): 8 bytes at the end of the BTF header are not "
                                    "known, and passed over"));
}

TEST_F(HeaderTest, TypesOutOfStep) {
  H.TypeOff = 2;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("BTF types begin at 0x1a"));
}

TEST_F(HeaderTest, TypesBeyondTheEnd) {
  H.TypeOff = 0xfffffffc;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("is cut: BTF types are"));
}

TEST_F(HeaderTest, TypesLongerThanTheFile) {
  H.TypeLen = 0x10000;
  EXPECT_THAT(errorOf(Bytes.bytes(H)),
              HasSubstr("is cut: BTF types are 65536 bytes at 0x18 (header, offset 0x8)"));
}

TEST_F(HeaderTest, StringsBeyondTheEnd) {
  H.StrOff = 0x10000;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("is cut: BTF strings are"));
}

TEST_F(HeaderTest, StringsLongerThanTheFile) {
  H.StrLen = Bytes.stringBytes() + 1;
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("is cut: BTF strings are"));
}

TEST_F(HeaderTest, FileCutAnywhereIsAnError) {
  std::string Whole = Bytes.bytes();
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    EXPECT_NE(errorOf(Whole.substr(0, Size)), "no error") << Size;
}

TEST_F(HeaderTest, LastStringWithoutEnd) {
  Bytes.Strings.back() = 'x';
  read(Bytes.bytes());
  EXPECT_THAT(problems(), HasSubstr("the last of the BTF strings has no end"));
}

TEST_F(HeaderTest, TypeCutByTheEndOfTypes) {
  H.TypeLen = Bytes.typeBytes() - 12;
  EXPECT_TRUE(read(Bytes.bytes(H)).Records.empty());
  EXPECT_TRUE(Problems.hasFailures());
  EXPECT_THAT(problems(), HasSubstr("in.btf(+0x28): BTF type 2 of 36 bytes reaches beyond"));
}

TEST_F(HeaderTest, RestTooShortForAType) {
  H.TypeLen = Bytes.typeBytes() - 28;
  EXPECT_TRUE(read(Bytes.bytes(H)).Records.empty());
  EXPECT_TRUE(Problems.hasFailures());
  EXPECT_THAT(problems(), HasSubstr("in.btf(+0x28): BTF types end inside of type 2"));
}

TEST_F(HeaderTest, UnknownKindStopsThere) {
  Bytes.add(static_cast<Kind>(0x55), "future", 0);
  Bytes.structure("after", 4, {});
  EXPECT_THAT(keys(read(Bytes.bytes())), ElementsAre("s"));
  EXPECT_TRUE(Problems.hasFailures());
  EXPECT_THAT(problems(), HasSubstr("in.btf(+0x50): BTF type 3 is of kind 85, which is not known"));
}

TEST_F(HeaderTest, KindZeroStopsThere) {
  Bytes.add(Kind::Void, "", 0);
  Bytes.structure("after", 4, {});
  EXPECT_THAT(keys(read(Bytes.bytes())), ElementsAre("s"));
  EXPECT_THAT(problems(), HasSubstr("is of kind 0"));
}

/// Since Linux 7.1 a file can tell how long types are that readers do not know.
TEST_F(HeaderTest, LayoutSectionLeadsPastUnknownKinds) {
  Bytes.add(static_cast<Kind>(23), "future", 0, 2, false, {1, 2, 3}); // 4 bytes, and 4 for each
  Bytes.structure("after", 4, {});
  H.Layout.assign(24 * 4, '\0');
  H.Layout[23 * 4] = 4;
  H.Layout[23 * 4 + 1] = 4;
  H.More = {Bytes.typeBytes() + Bytes.stringBytes(), static_cast<uint32_t>(H.Layout.size())};
  EXPECT_THAT(keys(read(Bytes.bytes(H))), ElementsAre("after", "s"));
  EXPECT_EQ(problems(), "");
}

TEST_F(HeaderTest, LayoutSectionBeyondTheEnd) {
  H.More = {0x1000, 4};
  EXPECT_THAT(errorOf(Bytes.bytes(H)), HasSubstr("is cut: BTF layouts are 4 bytes"));
}

TEST_F(HeaderTest, KindsAboutCodeArePassedOver) {
  Bytes.add(Kind::LocParam, "", 8, 2, false, {0x28, 7, 16});
  Bytes.add(Kind::LocProto, "", 0, 1, false, {3});
  Bytes.add(Kind::LocSec, "inline.text", 0, 1, false, {0, 4, 0x10});
  Bytes.structure("after", 4, {});
  EXPECT_THAT(keys(read(Bytes.bytes())), ElementsAre("after", "s"));
  EXPECT_EQ(problems(), "");
}

TEST_F(HeaderTest, MoreMembersThanSixteenBitsCount) {
  std::vector<MemberSpec> Members(70000, {"m", 1, 0});
  Bytes.unite("wide", 4, Members);
  model::UnitFacts Facts = read(Bytes.bytes());
  ASSERT_NE(find(Facts, "wide"), nullptr);
  EXPECT_EQ(find(Facts, "wide")->Fields.size(), 70000u);
}

} // namespace
} // namespace cachelint::btf
