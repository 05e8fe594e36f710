//===-- SplitTest.cpp - BTF that goes on where another file ends ----------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/btf/BtfBytes.h"

#include <gmock/gmock.h>

namespace cachelint::btf {
namespace {

using model::Bits;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SplitTest : public BtfTest {
protected:
  SplitTest() {
    Int = Below.integer("int", 4);
    Below.integer("long int", 8);
    List = Below.structure("list_head", 16, {{"next", Below.pointer(Below.next() + 2), 0}});
    Page = Below.structure("page", 8, {{"", Below.unite("", 8, {{"u", Int, 0}}), 0}});
  }
  BtfBytes Below;
  uint32_t Int, List, Page;
};

TEST_F(SplitTest, OwnRecordsAndWhatTheyHold) {
  BtfBytes Module(Below);
  Module.structure("driver", 32,
                   {{"next", List, 0}, {"p", Page, 128}, {"page", Module.pointer(Int), 192}});
  auto On = base(Below.bytes());
  model::UnitFacts Facts = read(Module.bytes(), On.get());
  // list_head is held by driver, page brings its union; nothing else of the base is listed.
  EXPECT_THAT(keys(Facts),
              ElementsAre("driver", "list_head", "page", "page::(anonymous union #1)"));
  EXPECT_EQ(find(Facts, "driver")->Fields[0].Type.Size, Bits::fromBytes(16));
  EXPECT_EQ(find(Facts, "driver")->Fields[2].Type.Spelling, "int *");
  EXPECT_EQ(find(Facts, "driver")->Fields[2].Type.Size, Bits::fromBytes(8));
  EXPECT_EQ(problems(), "");
}

TEST_F(SplitTest, OneBaseForSeveralModules) {
  auto On = base(Below.bytes());
  for (const char *Name : {"one", "two"}) {
    BtfBytes Module(Below);
    Module.structure(Name, 4, {{"x", Int, 0}});
    EXPECT_THAT(keys(read(Module.bytes(), On.get())), ElementsAre(Name));
  }
}

TEST_F(SplitTest, WithoutItsBase) {
  BtfBytes Module(Below);
  Module.structure("driver", 16, {{"next", List, 0}});
  EXPECT_THAT(errorOf(Module.bytes()),
              HasSubstr("in.btf: is split BTF, which goes on where another file ends: give that "
                        "file as its base"));
}

TEST_F(SplitTest, WithABaseThatIsTooSmall) {
  BtfBytes Module(Below);
  Module.structure("driver", 20, {{"next", List, 0}, {"x", Int, 128}});
  auto On = base(BtfBytes().bytes());
  read(Module.bytes(), On.get());
  EXPECT_THAT(problems(), HasSubstr("BTF type 1 refers to type 4, and the last one is 1"));
}

TEST_F(SplitTest, OfAnotherByteOrder) {
  BtfBytes Module(Below);
  Module.structure("driver", 16, {{"next", List, 0}});
  auto On = base(BtfBytes(/*LittleEndian=*/false).bytes());
  EXPECT_THAT(errorOf(Module.bytes(), On.get()), HasSubstr("its base has another byte order"));
}

TEST_F(SplitTest, WholeFileDoesNotNeedTheBase) {
  auto On = base(BtfBytes().bytes());
  Options.Records = {"page"};
  EXPECT_THAT(keys(read(Below.bytes(), On.get())),
              ElementsAre("page", "page::(anonymous union #1)"));
}

TEST_F(SplitTest, BaseThatIsBroken) {
  std::string Bytes = Below.bytes();
  Bytes[2] = 9;
  auto Result = Base::read(llvm::MemoryBufferRef(Bytes, "base.btf"), Problems);
  ASSERT_FALSE(static_cast<bool>(Result));
  EXPECT_THAT(llvm::toString(Result.takeError()), HasSubstr("base.btf: BTF version 9"));
}

} // namespace
} // namespace cachelint::btf
