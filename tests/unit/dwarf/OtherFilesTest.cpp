//===-- OtherFilesTest.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// DWARF that is not in the file that was given: members of archives, split units, debug files.

#include "tests/unit/dwarf/BothCompilers.h"
#include "tests/unit/dwarf/ReadFile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace cachelint;
using namespace cachelint::test;
using model::Bits;
using testing::Contains;
using testing::HasSubstr;

namespace {

const char *First = R"(
template <class T> struct Box { char c; T v; };
struct Held;
struct Holder { char c; Held *p; Box<int> b; } holder;
typedef struct { char a; long b; } Named;
Named named;
static long counter[8] __attribute__((aligned(64)));
long next() { static Box<short> local; return ++counter[local.c]; }
int main() { return (int)next(); }
)";
const char *Second = R"(
template <class T> struct Box { char c; T v; };
struct Second { Box<long> b; alignas(64) int hot; } second;
struct Drifting { int a; } drifting;
)";

std::string folderOf(const std::string &Path) { return llvm::sys::path::parent_path(Path).str(); }

std::string dwoOf(const std::string &Object) {
  return llvm::StringRef(Object).drop_back(2).str() + ".dwo";
}

/// All that is read, as text: for comparisons.
std::string textOf(const ReadFile &F) {
  std::string Text;
  auto Add = [&](llvm::StringRef Word) { Text += Word.str() + " "; };
  auto AddBits = [&](std::optional<Bits> B) { Add(B ? std::to_string(B->bits()) : "-"); };
  for (const model::Record &R : F.Facts.Records) {
    Add(R.Key);
    AddBits(R.Size);
    AddBits(R.Align);
    Add(llvm::sys::path::extension(R.Pos.File));
    Add(std::to_string(R.Pos.Line));
    for (const model::Field &M : R.Fields) {
      Add(M.Name);
      Add(M.Type.Spelling);
      AddBits(M.Offset);
      AddBits(M.Type.Size);
    }
    Text += "\n";
  }
  for (const model::Variable &V : F.Facts.Variables) {
    Add(V.Name);
    Add(V.Type.Spelling);
    Add(V.Section);
    Add(V.Address ? "placed" : "-");
    Add(std::to_string(V.Pos.Line));
    Text += "\n";
  }
  return Text;
}

class OtherFiles : public BothCompilers {
protected:
  /// Compiles both units with these flags, and links them.
  std::string program(llvm::StringRef Flags) {
    Objects.clear();
    for (const char *Source : {First, Second})
      Objects.push_back(text(Source, ".cpp", ("-c " + Flags).str()));
    std::string Program = freshPath(".exe");
    link(Program);
    return Program;
  }
  void link(const std::string &Program) {
    std::string Words;
    for (const std::string &O : Objects)
      Words += O + " ";
    std::string Made = text("", ".c", Words);
    ASSERT_FALSE(Made.empty());
    ASSERT_FALSE(llvm::sys::fs::copy_file(Made, Program));
  }
  std::vector<std::string> Objects;
};

INSTANTIATE_TEST_SUITE_P(Of, OtherFiles, testing::Values(Compiler::Gcc, Compiler::Clang),
                         compilerName);

TEST_P(OtherFiles, SplitUnitsGiveWhatWholeOnesGive) {
  for (std::string Flags : {"-gdwarf-4", "-gdwarf-5", "-gdwarf-4 -fdebug-types-section",
                            "-gdwarf-5 -fdebug-types-section"}) {
    ReadFile Whole(program(Flags));
    ReadFile Split(program(Flags + " -gsplit-dwarf"));
    EXPECT_EQ(Split.Error, "") << Flags;
    EXPECT_TRUE(Split.Problems.sorted().empty()) << Flags;
    EXPECT_EQ(textOf(Split), textOf(Whole)) << Flags;
    EXPECT_EQ(Split.record("Named").Size, Bits::fromBytes(16)) << Flags;
    EXPECT_EQ(Split.record("Box<short>").Size, Bits::fromBytes(4)) << Flags;
    EXPECT_TRUE(Split.variable("counter").Address) << Flags;
  }
}

TEST_P(OtherFiles, APackageOfSplitUnits) {
  for (std::string Flags : {"-gdwarf-4", "-gdwarf-5", "-gdwarf-4 -fdebug-types-section",
                            "-gdwarf-5 -fdebug-types-section"}) {
    // llvm-dwp does not end on what gcc writes for version 5, and no other packager knows it.
    if (GetParam() == Compiler::Gcc && llvm::StringRef(Flags).contains("dwarf-5"))
      continue;
    std::string Program = program(Flags + " -gsplit-dwarf");
    runLlvmTool("llvm-dwp", {"-e", Program, "-o", Program + ".dwp"});
    for (const std::string &O : Objects)
      ASSERT_EQ(std::remove(dwoOf(O).c_str()), 0);
    ReadFile Packed(Program);
    EXPECT_EQ(Packed.Error, "") << Flags;
    EXPECT_TRUE(Packed.Problems.sorted().empty()) << Flags;
    EXPECT_EQ(textOf(Packed), textOf(ReadFile(program(Flags)))) << Flags;
    // A package whose index is cut gives nothing, and says so.
    std::string Bytes = readFile(Program + ".dwp");
    writeFile(Program + ".dwp", Bytes.substr(0, 200));
    EXPECT_TRUE(ReadFile(Program).Problems.hasFailures());
  }
}

TEST_P(OtherFiles, AMissingSplitUnitLeavesTheOthers) {
  std::string Program = program("-gdwarf-5 -gsplit-dwarf");
  ASSERT_EQ(std::remove(dwoOf(Objects[1]).c_str()), 0);
  ReadFile F(Program);
  ASSERT_EQ(F.Problems.sorted().size(), 1u);
  EXPECT_TRUE(F.Problems.hasFailures());
  EXPECT_THAT(F.Problems.sorted()[0].Message, HasSubstr("1 of 2 split units cannot be read: \"" +
                                                        dwoOf(Objects[1]) + "\" is not there"));
  EXPECT_EQ(F.record("Holder").Size, Bits::fromBytes(24));
  // It may lie beside the program instead.
  std::string Beside = folderOf(Program) + "/moved";
  ASSERT_FALSE(llvm::sys::fs::create_directories(Beside));
  std::string Moved = Beside + "/" + llvm::sys::path::filename(Program).str();
  ASSERT_FALSE(llvm::sys::fs::copy_file(Program, Moved));
  ASSERT_FALSE(llvm::sys::fs::rename(
      dwoOf(Objects[0]), Beside + "/" + llvm::sys::path::filename(dwoOf(Objects[0])).str()));
  ReadFile G(Moved);
  EXPECT_EQ(G.record("Holder").Size, Bits::fromBytes(24));
}

TEST_P(OtherFiles, ASplitUnitOfAnotherBuildIsNotTaken) {
  std::string Program = program("-gdwarf-5 -gsplit-dwarf -DOther");
  ASSERT_FALSE(llvm::sys::fs::copy_file(dwoOf(Objects[0]), dwoOf(Objects[1])));
  ReadFile F(Program);
  ASSERT_EQ(F.Problems.sorted().size(), 1u);
  EXPECT_THAT(F.Problems.sorted()[0].Message, HasSubstr("is of another build"));
  EXPECT_TRUE(F.records("Second").empty());
}

TEST_P(OtherFiles, MembersOfAnArchive) {
  program("-gdwarf-5");
  std::string Path = freshPath(".a");
  runLlvmTool("llvm-ar", {"rcs", Path, Objects[0], Objects[1]});
  std::string Thin = freshPath(".a");
  runLlvmTool("llvm-ar", {"--thin", "rcs", Thin, Objects[0], Objects[1]});
  dwarf::ReadOptions Two;
  Two.Threads = 2;
  ReadFile F(Path), G(Thin), H(Path, Two);
  EXPECT_EQ(F.Error, "");
  EXPECT_TRUE(F.Problems.sorted().empty());
  EXPECT_EQ(F.record("Holder").From.Input,
            Path + "(" + llvm::sys::path::filename(Objects[0]).str() + ")");
  EXPECT_EQ(F.record("Second").From.Input,
            Path + "(" + llvm::sys::path::filename(Objects[1]).str() + ")");
  EXPECT_EQ(F.Facts.From.Input, Path);
  EXPECT_FALSE(model::covers(F.Facts.From.Can, model::Capability::Addresses));
  EXPECT_EQ(textOf(F), textOf(G));
  EXPECT_EQ(textOf(F), textOf(H));
}

TEST_P(OtherFiles, AnArchivesFaultsAreItsMembers) {
  std::string Good = text(Second, ".cpp"), Plain = text(First, ".cpp", "-c -g0");
  std::string Path = freshPath(".a");
  runLlvmTool("llvm-ar", {"rcs", Path, Plain, Good});
  ReadFile F(Path);
  EXPECT_EQ(F.record("Second").Size, Bits::fromBytes(128));
  ASSERT_EQ(F.Problems.sorted().size(), 1u);
  EXPECT_EQ(F.Problems.sorted()[0].Input,
            Path + "(" + llvm::sys::path::filename(Plain).str() + ")");
  EXPECT_THAT(F.Problems.sorted()[0].Message, testing::StartsWith("has no DWARF"));
  EXPECT_FALSE(F.Problems.hasFailures());

  std::string Bytes = readFile(Path);
  writeFile(Path, Bytes.substr(0, Bytes.size() - 100));
  EXPECT_THAT(ReadFile(Path).Error, HasSubstr("no member of the archive has DWARF"));
  writeFile(Path, "!<arch>\n");
  EXPECT_THAT(ReadFile(Path).Error, HasSubstr("is an archive without ELF files"));
}

TEST_P(OtherFiles, ADebugFileByNameAndChecksum) {
  std::string Program = program("-gdwarf-5 -O1");
  link(Program + "2");
  std::string Folder = folderOf(Program) + "/debug";
  std::string Debug = Folder + folderOf(Program) + "/program.debug";
  ASSERT_FALSE(llvm::sys::fs::create_directories(folderOf(Debug)));
  std::string Stripped = freshPath(".stripped");
  // Without a build-id, or that would be what counts.
  runLlvmTool("llvm-objcopy", {"--remove-section=.note.gnu.build-id", Program, Program});
  runLlvmTool("llvm-objcopy", {"--only-keep-debug", Program, Debug});
  runLlvmTool("llvm-objcopy", {"--strip-debug", "--add-gnu-debuglink=" + Debug, Program, Stripped});
  ReadFile Without(Stripped);
  EXPECT_THAT(Without.Error,
              HasSubstr("its debug file \"program.debug\" is neither beside it nor"));
  dwarf::ReadOptions Options;
  Options.Search = dwarf::FileSearch({"/nowhere", Folder});
  ReadFile With(Stripped, Options);
  EXPECT_EQ(With.Error, "");
  EXPECT_EQ(textOf(With), textOf(ReadFile(Program)));
  writeFile(Debug, readFile(Debug) + "x");
  EXPECT_THAT(ReadFile(Stripped, Options).Error, HasSubstr("belongs to another build"));
}

} // namespace
