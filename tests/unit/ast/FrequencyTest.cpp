//===-- FrequencyTest.cpp - how often code runs ----------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/BodyUnit.h"

namespace cachelint::ast {
namespace {

using testing::ElementsAre;

/// What is said of `n = 1` behind "write n 8".
std::string often(const std::string &Body, const std::string &Before = "") {
  BodyUnit U(R"(#define unlikely(x) __builtin_expect(!!(x), 0)
#define likely(x) __builtin_expect(!!(x), 1)
long n; volatile int stop; int usleep(unsigned); int take(void); void die(void) __attribute__((noreturn));
struct state { int quit; };
)" + Before + "\nint f(int a, struct state *s) {" +
             Body + " return 0; }");
  for (const std::string &A : U.accesses("f"))
    if (A.find("write n 8") == 0)
      return A.size() > 9 ? A.substr(10) : "";
  return "none";
}

TEST(Frequency, LoopDepth) {
  EXPECT_EQ(often("n = 1;"), "");
  EXPECT_EQ(often("for (int i = 0; i < a; i++) n = 1;"), "loop1");
  EXPECT_EQ(often("for (int i = 0; i < a; i++) while (a--) n = 1;"), "loop2");
  EXPECT_EQ(often("do { n = 1; } while (0);"), "");
  EXPECT_EQ(often("do { n = 1; } while (--a);"), "loop1");
}

TEST(Frequency, ShortLoopsAndSeldomRounds) {
  EXPECT_EQ(often("for (int i = 0; i < 8; i++) n = 1;"), "loop1 few");
  EXPECT_EQ(often("for (int i = 0; i < 17; i++) n = 1;"), "loop1");
  EXPECT_EQ(often("while (a--) for (int i = 0; i < 8; i++) n = 1;"), "loop2");
  EXPECT_EQ(often("while (a--) if (a % 1024 == 0) n = 1;"), "loop1 cold");
  EXPECT_EQ(often("while (a--) if (!(a & 63)) n = 1;"), "loop1 cold");
  EXPECT_EQ(often("while (a--) if (a % 8 == 0) n = 1;"), "loop1");
  EXPECT_EQ(often("while (a--) if ((a & 64) == 0) n = 1;"), "loop1");
}

TEST(Frequency, LoopsWithoutEnd) {
  EXPECT_EQ(often("for (;;) n = 1;"), "loop1 poll");
  EXPECT_EQ(often("while (1) n = 1;"), "loop1 poll");
  EXPECT_EQ(often("while (!stop) n = 1;"), "loop1 poll");
  EXPECT_EQ(often("while (!s->quit) n = 1;"), "loop1 poll");
  EXPECT_EQ(often("while (take()) n = 1;"), "loop1 poll");
  EXPECT_EQ(often("for (;;) for (int i = 0; i < a; i++) n = 1;"), "loop2 poll");
  EXPECT_EQ(often("while (a) n = 1;"), "loop1");
  EXPECT_EQ(often("while (!stop && a--) n = 1;"), "loop1");
}

TEST(Frequency, LoopsThatWait) {
  EXPECT_EQ(often("while (!stop) { n = 1; usleep(10); }"), "loop1 poll blocking");
  EXPECT_EQ(often("while (!stop) { usleep(10); for (int i = 0; i < a; i++) n = 1; }"),
            "loop2 poll");
}

TEST(Frequency, ColdBranches) {
  EXPECT_EQ(often("if (unlikely(a)) n = 1;"), "cold");
  EXPECT_EQ(often("if (likely(a)) a = 2; else n = 1;"), "cold");
  EXPECT_EQ(often("if (likely(a)) n = 1;"), "");
  EXPECT_EQ(often("if (unlikely(a) || unlikely(!a)) n = 1;"), "cold");
  EXPECT_EQ(often("if (!likely(a)) n = 1;"), "cold");
  EXPECT_EQ(often("if (a) { n = 1; return -1; }"), "cold");
  EXPECT_EQ(often("if (a) { n = 1; return 1; }"), "");
  EXPECT_EQ(often("if (a) { n = 1; goto err; } err:"), "cold");
  EXPECT_EQ(often("if (a) { n = 1; die(); }"), "cold");
}

TEST(Frequency, ColdFunctions) {
  BodyUnit U(R"(#define __start __attribute__((section(".start")))
long n;
__attribute__((cold)) void a(void) { n = 1; }
__attribute__((constructor)) void b(void) { n = 1; }
void __start c(void) { n = 1; }
__attribute__((section(".init.text"))) void d(void) { n = 1; }
void port_init(void) { n = 1; }
void hot(void) { n = 1; })");
  for (const char *Name : {"a", "b", "c", "d", "port_init"}) {
    EXPECT_TRUE(U.function(Name)->Cold) << Name;
    EXPECT_THAT(U.accesses(Name), ElementsAre("write n 8 cold")) << Name;
  }
  EXPECT_FALSE(U.function("hot")->Cold);
}

TEST(Frequency, BeforeTheFirstAndAfterTheLastThread) {
  BodyUnit U(
      R"(int pthread_create(long *, void *, void *(*)(void *), void *); int pthread_join(long, void *);
long n[4]; void *w(void *a) { return a; }
int main(void) { long t[4]; n[0] = 1;
  for (long i = 0; i < 4; i++) { n[i] = 2; pthread_create(&t[i], 0, w, (void *)i); }
  n[1] = 3;
  for (long i = 0; i < 4; i++) pthread_join(t[i], 0);
  n[2] = 4; })");
  std::vector<std::string> Writes;
  for (const std::string &A : U.accesses("main"))
    if (A.find("write") == 0)
      Writes.push_back(A);
  EXPECT_THAT(Writes, ElementsAre("write n[0] 8 cold", "write n[i] 8 loop1 few cold",
                                  "write n[1] 8", "write n[2] 8 cold"));
}

TEST(Frequency, AServerThatStartsThreadsForeverIsNotStartUp) {
  BodyUnit U(R"(int pthread_create(long *, void *, void *(*)(void *), void *);
long n; void *w(void *a) { return a; } int read(int);
int main(void) { long t; for (;;) { read(0); pthread_create(&t, 0, w, 0); n = 1; } })");
  EXPECT_THAT(U.accesses("main"), ElementsAre("write n 8 loop1 poll blocking"));
}

TEST(Frequency, LambdasStartAnew) {
  BodyUnit U(
      R"(long n; void f(int k) { for (int i = 0; i < k; i++) { auto g = [] { n = 1; }; g(); } }
void h() { try { n = 2; } catch (...) { n = 3; } if (n) [[unlikely]] { n = 4; } })",
      "u.cpp", {"-fexceptions", "-fcxx-exceptions"});
  EXPECT_THAT(U.accesses("operator()"), ElementsAre("write n 8"));
  EXPECT_THAT(U.calls(), ElementsAre("f -> operator() loop1"));
  EXPECT_THAT(U.accesses("h"),
              ElementsAre("write n 8", "write n 8 cold", "read n 8", "write n 8 cold"));
}

} // namespace
} // namespace cachelint::ast
