//===-- ProfileTest.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Profile.h"

#include "tool/driver/EmbeddedText.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace cachelint::driver;
using namespace cachelint::model;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

llvm::Expected<Profile> read(llvm::StringRef Text) { return readProfile({Text, "my.yaml"}, "my"); }

std::string errorOf(llvm::StringRef Text) {
  auto P = read(Text);
  return P ? "" : llvm::toString(P.takeError());
}

/// A file that is removed when the test ends.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef Text) {
    int Fd;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("profile", "yaml", Fd, Path));
    llvm::raw_fd_ostream(Fd, true) << Text;
  }
  ~TemporaryFile() { llvm::sys::fs::remove(Path); }
  std::string path() const { return std::string(Path); }

private:
  llvm::SmallString<128> Path;
};

TEST(Profile, ReadsWordsApisAndAllocators) {
  auto P = read("extends: generic\n"
                "recognise: [my_init, my/my.h]\n"
                "thread-id-functions: [my_id]\n"
                "launch-apis:\n"
                "  - {name: my_go, function-arg: 1, data-arg: 2, id-arg: 0, many: true}\n"
                "allocators:\n"
                "  - {name: my_alloc, size-arg: 0, align-arg: 1, align-zero-means: 64}\n"
                "  - {name: my_line, size-arg: 0, alignment: 64}\n");
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(P->Extends, "generic");
  EXPECT_THAT(P->Recognise, ElementsAre("my_init", "my/my.h"));
  EXPECT_EQ(P->Words.Name, "my");
  EXPECT_THAT(P->Words.ThreadIdFunctions, ElementsAre("my_id"));
  ASSERT_EQ(P->Words.LaunchApis.size(), 1u);
  const LaunchApi &L = P->Words.LaunchApis[0];
  EXPECT_EQ(L.FunctionArg, 1u);
  EXPECT_EQ(L.DataArg, 2u);
  EXPECT_EQ(L.IdArg, 0u);
  EXPECT_TRUE(L.Many);
  ASSERT_EQ(P->Words.Allocators.size(), 2u);
  EXPECT_EQ(P->Words.Allocators[0].AlignArg, 1u);
  EXPECT_EQ(P->Words.Allocators[0].AlignZeroMeans, 64u);
  EXPECT_FALSE(P->Words.Allocators[0].Alignment.has_value());
  EXPECT_EQ(P->Words.Allocators[1].Alignment, 64u);
}

TEST(Profile, AnEmptyFileIsAnEmptyProfile) {
  auto P = read("\n\n");
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_TRUE(P->Words.ThreadIdFunctions.empty());
  auto Comment = read("# nothing yet\n");
  EXPECT_TRUE(bool(Comment)) << llvm::toString(Comment.takeError());
}

TEST(Profile, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(errorOf("extends: generic\nthread-id-function: [x]\n"),
            "my.yaml:2:1: unknown key 'thread-id-function'");
  EXPECT_THAT(errorOf("thread-bounds: [a\n"), HasSubstr("my.yaml:"));
  EXPECT_THAT(errorOf("launch-apis:\n  - {function-arg: 1}\n"),
              HasSubstr("my.yaml:2:6: missing required key 'name'"));
  EXPECT_THAT(errorOf("launch-apis:\n  - {name: f, function-arg: x}\n"),
              HasSubstr("my.yaml:2:29: "));
  EXPECT_THAT(errorOf("allocators:\n  - {name: f, alignment: 48}\n"), HasSubstr("power of two"));
  EXPECT_THAT(errorOf("just words"), HasSubstr("my.yaml:1:1: not a mapping"));
}

TEST(Profile, AFileExtendsABuiltInAndCorrectsIt) {
  TemporaryFile F("extends: dpdk\n"
                  "thread-bounds: [MY_LCORES]\n"
                  "allocators:\n  - {name: malloc, size-arg: 0, alignment: 64}\n");
  auto W = resolveProfile(F.path());
  ASSERT_TRUE(bool(W)) << llvm::toString(W.takeError());
  EXPECT_THAT(W->ThreadIdFunctions, Contains("rte_lcore_id"));
  EXPECT_THAT(W->ThreadIdFunctions, Contains("sched_getcpu"));
  EXPECT_THAT(W->ThreadBounds, Contains("MY_LCORES"));
  unsigned Mallocs = 0;
  for (const Allocator &A : W->Allocators)
    if (A.Name == "malloc") {
      ++Mallocs;
      EXPECT_EQ(A.Alignment, 64u);
    }
  EXPECT_EQ(Mallocs, 1u);
}

TEST(Profile, AFileThatExtendsItselfIsReadOnce) {
  TemporaryFile F("");
  std::error_code EC;
  llvm::raw_fd_ostream(F.path(), EC) << "extends: " << F.path() << "\nthread-bounds: [N]\n";
  auto W = resolveProfile(F.path());
  ASSERT_TRUE(bool(W)) << llvm::toString(W.takeError());
  EXPECT_THAT(W->ThreadBounds, ElementsAre("N"));
}

TEST(Profile, UnknownNamesAndFiles) {
  auto W = resolveProfile("dpdkk");
  ASSERT_FALSE(bool(W));
  EXPECT_THAT(llvm::toString(W.takeError()),
              testing::AllOf(HasSubstr("dpdkk"), HasSubstr("dpdk, generic")));
  auto F = resolveProfile("no/such.yaml");
  ASSERT_FALSE(bool(F));
  EXPECT_THAT(llvm::toString(F.takeError()), HasSubstr("no/such.yaml"));
}

TEST(Profile, Recognition) {
  EXPECT_THAT(recogniseProfiles({"int main(void) { return pthread_self(); }"}), ElementsAre());
  EXPECT_THAT(recogniseProfiles({"static struct s a[RTE_MAX_LCORE];"}), ElementsAre("dpdk"));
  EXPECT_THAT(recogniseProfiles({"int x;", "  kthread_run(f, d, \"x\");"}), ElementsAre("linux"));
  EXPECT_THAT(recogniseProfiles({"#include <rte_mbuf.h>\n#include \"openvswitch/thread.h\"\n"}),
              ElementsAre("dpdk", "ovs"));
  EXPECT_THAT(recogniseProfiles({"int RTE_MAX_LCORES; my_rte_lcore_id();"}), ElementsAre())
      << "whole words only";
  EXPECT_THAT(recogniseProfiles({"const char *s = \"rte_mbuf.h\";"}), ElementsAre())
      << "a header counts in an include line";
  EXPECT_THAT(recogniseProfiles({"#"}), ElementsAre());
}

TEST(Profile, TheVocabularyOfARun) {
  TemporaryFile Source("unsigned n = smp_processor_id();\n");
  auto W = loadVocabulary("", {Source.path(), "/no/such/file.c"});
  ASSERT_TRUE(bool(W)) << llvm::toString(W.takeError());
  EXPECT_EQ(W->Name, "generic+linux");
  EXPECT_THAT(W->ThreadIdFunctions, Contains("smp_processor_id"));
  auto Given = loadVocabulary("generic", {Source.path()});
  ASSERT_TRUE(bool(Given)) << llvm::toString(Given.takeError());
  EXPECT_THAT(Given->ThreadIdFunctions, Not(Contains("smp_processor_id")));
  auto None = loadVocabulary("", {});
  ASSERT_TRUE(bool(None)) << llvm::toString(None.takeError());
  EXPECT_EQ(None->Name, "generic");
}

void expectGlobs(llvm::ArrayRef<std::string> Patterns) {
  for (const std::string &P : Patterns) {
    auto G = llvm::GlobPattern::create(P);
    EXPECT_TRUE(bool(G)) << P << ": " << llvm::toString(G.takeError());
  }
}

TEST(Profile, EveryBuiltInIsGood) {
  ASSERT_GE(builtInProfiles().size(), 3u);
  for (const EmbeddedText &E : builtInProfiles()) {
    auto P = readProfile({E.Text, E.Name}, E.Name);
    ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
    if (E.Name != "generic") {
      EXPECT_FALSE(P->Recognise.empty()) << E.Name.str();
    }
    auto W = resolveProfile(E.Name);
    ASSERT_TRUE(bool(W)) << llvm::toString(W.takeError());
    EXPECT_THAT(W->ThreadIdFunctions, Contains("omp_get_thread_num")) << E.Name.str();
    for (const auto *Words :
         {&W->ThreadIdFunctions, &W->ThreadIdVariables, &W->ThreadIdNames, &W->ThreadBounds,
          &W->NotThreadBounds, &W->AlignMacros, &W->GuardMacros, &W->LockTypes, &W->LockFunctions,
          &W->AtomicTypes, &W->AtomicFunctions, &W->AtomicReads, &W->ColdFunctions,
          &W->ColdAttributes, &W->CopyFunctions, &W->JoinFunctions, &W->BlockingFunctions,
          &W->WireTypes})
      expectGlobs(*Words);
    for (const LaunchApi &A : W->LaunchApis)
      EXPECT_TRUE(A.FunctionArg.has_value()) << A.Name;
    for (const Allocator &A : W->Allocators)
      EXPECT_TRUE(A.Alignment || A.AlignArg) << A.Name << " promises nothing";
  }
}

} // namespace
