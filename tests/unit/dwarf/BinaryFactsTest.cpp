//===-- BinaryFactsTest.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Variables with their places, symbols, and the way from code to source.

#include "tests/unit/dwarf/BothCompilers.h"
#include "tests/unit/dwarf/ReadFile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace cachelint;
using namespace cachelint::test;
using model::Bits;
using model::StorageKind;

namespace {

const char *Variables = R"(
struct stats { long rx, tx; };
struct stats all[4] __attribute__((aligned(128)));
extern int declared[];
int declared[7];
extern int elsewhere;
static int file_static = 1;
_Thread_local int per_thread = 3;
static _Thread_local int per_thread_zero;
int cpu_counter __attribute__((section(".data..percpu")));
int *use(void) {
  static int counter;
  static const char text[] = "kept";
  int on_stack = counter++ + text[counter];
  all[0].rx += per_thread + per_thread_zero + on_stack + elsewhere;
  return &file_static;
}
int elsewhere;
)";

class BinaryFacts : public BothCompilers {};
INSTANTIATE_TEST_SUITE_P(Of, BinaryFacts, ::testing::Values(Compiler::Gcc, Compiler::Clang),
                         compilerName);

class Image {
public:
  explicit Image(const std::string &Path) {
    llvm::Expected<model::Binary> Read = dwarf::readImage(Path, Pool, Problems);
    if (Read)
      Is = std::move(*Read);
    else
      ADD_FAILURE() << llvm::toString(Read.takeError());
  }
  const model::Symbol &symbol(model::Str Name) const {
    static const model::Symbol None;
    std::vector<const model::Symbol *> Found = Is.symbolsNamed(Name);
    EXPECT_FALSE(Found.empty()) << Name.str();
    return Found.empty() ? None : *Found.front();
  }
  StringPool Pool;
  ProblemSink Problems;
  model::Binary Is;
};

TEST_P(BinaryFacts, VariablesOfALinkedFile) {
  for (const char *Flags : {"-g -gdwarf-5 -shared -fPIC", "-g -gdwarf-4 -shared -fPIC",
                            "-g -gdwarf-2 -shared -fPIC", "-gdwarf-5 -O2 -shared -fPIC"}) {
    SCOPED_TRACE(Flags);
    std::string Path = text(Variables, ".c", Flags);
    ReadFile F(Path);
    Image I(Path);
    const model::Variable &All = F.variable("all");
    EXPECT_EQ(All.Key, "all");
    EXPECT_EQ(All.Address, I.symbol("all").Address);
    EXPECT_EQ(All.Image, F.Facts.From.Input);
    EXPECT_FALSE(All.SectionOffset);
    EXPECT_EQ(All.Section, ".bss");
    EXPECT_EQ(All.Storage, StorageKind::Global);
    EXPECT_EQ(All.Type.Spelling, "struct stats[4]");
    EXPECT_EQ(All.Type.Size, Bits::fromBytes(64));
    EXPECT_EQ(All.Type.Record, "stats");
    const model::Variable &Declared = F.variable("declared");
    EXPECT_EQ(Declared.Type.Spelling, "int[7]");
    EXPECT_EQ(Declared.Address, I.symbol("declared").Address);
    const model::Variable &Static = F.variable("file_static");
    EXPECT_EQ(Static.Storage, StorageKind::FileStatic);
    EXPECT_EQ(Static.Section, ".data");
    EXPECT_EQ(Static.Key, "file_static@" + Static.Pos.File.str());
    const model::Variable &Counter = F.variable("use()::counter");
    EXPECT_EQ(Counter.Storage, StorageKind::LocalStatic);
    EXPECT_EQ(Counter.Function, "use");
    EXPECT_TRUE(Counter.Address);
    EXPECT_EQ(F.variable("elsewhere").Address, I.symbol("elsewhere").Address);
    for (const model::Variable &V : F.Facts.Variables)
      EXPECT_FALSE(V.Name.contains("on_stack"));
    EXPECT_TRUE(model::covers(F.Facts.From.Can, model::Capability::Addresses));
  }
}

TEST_P(BinaryFacts, ThreadLocalsHaveNoAddress) {
  // clang writes no location of thread-local variables before DWARF 5 for some models; both do
  // here.
  ReadFile F(text(Variables, ".c", "-gdwarf-5 -shared -fPIC"));
  for (const char *Name : {"per_thread", "per_thread_zero"}) {
    EXPECT_EQ(F.variable(Name).Storage, StorageKind::ThreadLocal) << Name;
    EXPECT_FALSE(F.variable(Name).Address) << Name;
  }
}

TEST_P(BinaryFacts, ObjectFilesHaveSectionsButNoAddresses) {
  ReadFile F(text(Variables, ".c", "-gdwarf-5 -c -fno-common"));
  EXPECT_FALSE(F.variable("all").Address);
  EXPECT_EQ(F.variable("all").Section, ".bss");
  EXPECT_TRUE(F.variable("all").SectionOffset);
  EXPECT_TRUE(F.variable("all").Defined);
  EXPECT_FALSE(F.variable("all").Image.empty());
  EXPECT_EQ(F.variable("file_static").Section, ".data");
  EXPECT_EQ(F.variable("cpu_counter").Section, ".data..percpu");
  EXPECT_EQ(F.variable("cpu_counter").Storage, StorageKind::PerCpu);
}

TEST_P(BinaryFacts, AlignmentOfVariables) {
  ReadFile F(text(Variables, ".c", "-gdwarf-5 -shared -fPIC"));
  EXPECT_EQ(F.variable("all").DeclaredAlign, Bits::fromBytes(128));
  EXPECT_EQ(F.variable("all").Type.Align, Bits::fromBytes(8));
  EXPECT_FALSE(F.variable("declared").DeclaredAlign);
}

TEST_P(BinaryFacts, NamesOfCxx) {
  ReadFile F(text(R"(
namespace ns { inline namespace v1 { int in_namespace; } }
namespace { int hidden = 2; }
template <class T> struct Holder { static T shared; };
template <class T> T Holder<T>::shared = 4;
struct Plain { inline static int in_class = 1; int method(); };
int Plain::method() { static int local; return ++local + hidden; }
int use() { return ns::in_namespace + hidden + Holder<long>::shared + Plain::in_class; }
)",
                  ".cpp", "-g -shared -fPIC"));
  EXPECT_EQ(F.variable("ns::v1::in_namespace").LinkageName, "_ZN2ns2v112in_namespaceE");
  const model::Variable &Hidden = F.variable("(anonymous namespace)::hidden");
  EXPECT_EQ(Hidden.Storage, StorageKind::FileStatic);
  EXPECT_EQ(F.variable("Holder<long>::shared").Type.Spelling, "long");
  EXPECT_EQ(F.variable("Plain::in_class").Storage, StorageKind::Global);
  EXPECT_EQ(F.variable("Plain::method()::local").Function, "Plain::method");
  std::vector<std::string> Names;
  for (const model::Function &Fn : F.Facts.Functions)
    Names.push_back(Fn.Name.str());
  EXPECT_THAT(Names, testing::IsSupersetOf({"Plain::method", "use"}));
}

TEST_P(BinaryFacts, Images) {
  Image Shared(text(Variables, ".c", "-g -shared -fPIC -Wl,--build-id=0xc0ffee00"));
  EXPECT_EQ(Shared.Is.Kind, model::BinaryKind::PositionIndependent);
  EXPECT_EQ(Shared.Is.BuildId, "c0ffee00");
  EXPECT_EQ(Shared.Is.Target, "x86_64-pc-linux-gnu");
  EXPECT_EQ(Shared.Is.PointerBytes, 8u);
  EXPECT_FALSE(Shared.Is.KernelImage);
  const model::Symbol &Use = Shared.symbol("use");
  EXPECT_EQ(Use.Kind, model::SymbolKind::Function);
  EXPECT_GT(Use.Size, 0u);
  ASSERT_NE(Shared.Is.functionAt(Use.Address + 1), nullptr);
  EXPECT_EQ(Shared.Is.functionAt(Use.Address + 1)->Name, "use");
  ASSERT_NE(Shared.Is.sectionAt(Use.Address), nullptr);
  EXPECT_EQ(Shared.Is.sectionAt(Use.Address)->Name, ".text");
  const model::Segment *Text = Shared.Is.segmentAt(Use.Address);
  ASSERT_NE(Text, nullptr);
  EXPECT_TRUE(Text->Executable);
  EXPECT_GE(Text->Align, 4096u);
  EXPECT_EQ(Shared.symbol("per_thread").Kind, model::SymbolKind::ThreadLocal);
  EXPECT_EQ(Shared.symbol("file_static").Binding, model::SymbolBinding::Local);

  Image Fixed(text("int main(void) { return 0; }", ".c", "-g -no-pie"));
  EXPECT_EQ(Fixed.Is.Kind, model::BinaryKind::Fixed);
  Image Object(text(Variables, ".c", "-g -c"));
  EXPECT_EQ(Object.Is.Kind, model::BinaryKind::Relocatable);
}

const char *Code = R"(namespace ns {
struct Counter {
  long value;
  __attribute__((always_inline)) inline void add(long n) {
    value += n;
  }
  void twice(long n);
};
void Counter::twice(long n) {
  add(n);
  add(n + 1);
}
}
template <class T> __attribute__((noinline)) T templ(T t) {
  return t * 3;
}
int main(int argc, char **) {
  ns::Counter c{argc};
  c.twice(2);
  return templ(argc) + c.value;
}
)";

TEST_P(BinaryFacts, SourceOfCode) {
  for (const char *Flags :
       {"-g -O1 -pie -fPIE", "-gdwarf-4 -O1 -no-pie", "-gdwarf-3 -O1 -pie -fPIE"}) {
    SCOPED_TRACE(Flags);
    std::string Path = text(Code, ".cpp", Flags);
    Image I(Path);
    StringPool Pool;
    ProblemSink Problems;
    llvm::Expected<std::unique_ptr<model::CodeMap>> Map = dwarf::openCodeMap(Path, Pool, Problems);
    ASSERT_TRUE(static_cast<bool>(Map)) << llvm::toString(Map.takeError());
    const model::Symbol &Twice = I.symbol("_ZN2ns7Counter5twiceEl");
    const model::Symbol &Templ = I.symbol("_Z5templIiET_S0_");
    std::optional<model::SourcePos> Entry = (*Map)->sourceOf(Templ.Address);
    ASSERT_TRUE(Entry);
    EXPECT_TRUE(Entry->Line == 14 || Entry->Line == 15) << Entry->Line;
    EXPECT_TRUE(Entry->File.starts_with("/") && Entry->File.ends_with(".cpp")) << Entry->File.str();
    // Somewhere in it are the instructions of the inlined function.
    bool SawInlined = false;
    for (uint64_t At = Twice.Address; At != Twice.end(); ++At) {
      std::vector<model::CodeFrame> Frames = (*Map)->framesAt(At);
      ASSERT_FALSE(Frames.empty());
      EXPECT_EQ(Frames.back().Function, "ns::Counter::twice");
      if (Frames.size() != 2)
        continue;
      SawInlined = true;
      EXPECT_EQ(Frames[0].Function, "ns::Counter::add");
      EXPECT_TRUE(Frames[1].Pos.Line == 10 || Frames[1].Pos.Line == 11) << Frames[1].Pos.Line;
      EXPECT_EQ(Frames[1].Pos.File, Entry->File);
    }
    EXPECT_TRUE(SawInlined);
    std::vector<model::CodeFrame> Template = (*Map)->framesAt(Templ.Address);
    ASSERT_EQ(Template.size(), 1u);
    EXPECT_EQ(Template[0].Function, "templ");
    EXPECT_FALSE((*Map)->sourceOf(1));
    EXPECT_TRUE((*Map)->framesAt(1).empty());
  }
}

TEST_P(BinaryFacts, SeparateDebugFile) {
  std::string Whole = text(Variables, ".c", "-g -shared -fPIC");
  std::string Debug = freshPath(".debug"), Stripped = freshPath(".so");
  runLlvmTool("llvm-objcopy", {"--only-keep-debug", Whole, Debug});
  runLlvmTool("llvm-objcopy", {"--strip-all", "--add-gnu-debuglink=" + Debug, Whole, Stripped});
  ReadFile F(Stripped);
  EXPECT_EQ(F.Error, "");
  EXPECT_EQ(F.record("stats").Size, Bits::fromBytes(16));
  EXPECT_EQ(F.variable("all").Section, ".bss");
  Image I(Stripped), Original(Whole);
  EXPECT_EQ(I.symbol("file_static").Address, Original.symbol("file_static").Address);
  // The debug file alone will do for layouts and addresses.
  ReadFile Alone(Debug);
  EXPECT_EQ(Alone.variable("all").Address, F.variable("all").Address);
}

} // namespace
