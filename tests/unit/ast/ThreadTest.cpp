//===-- ThreadTest.cpp - who starts threads, and what they get -------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/BodyUnit.h"

namespace cachelint::ast {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string Pthread = R"(
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *worker(void *arg) { return arg; }
)";

TEST(ThreadRoots, LaunchedInALoopWithItsCounter) {
  BodyUnit U(Pthread + R"(int main(void) { pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, (void *)i); })");
  EXPECT_THAT(U.roots(), ElementsAre("pthread_create: worker many"));
  EXPECT_THAT(U.flowsTo("param(worker,0)"), ElementsAre("launchid(main,i) counter"));
}

TEST(ThreadRoots, LaunchedWithAnElement) {
  BodyUnit U(Pthread + R"(struct task { long n; unsigned id; };
int main(void) { pthread_t t; struct task tasks[4]; static unsigned nums[4] = { 0, 1, 2, 3 };
  for (unsigned i = 0; i < 4; i++) { struct task *mine = &tasks[i]; mine->id = i;
    pthread_create(&t, 0, worker, mine); }
  for (int i = 0; i < 4; i++) pthread_create(&t, 0, worker, &nums[i]); })");
  EXPECT_THAT(U.flowsTo("param(worker,0)"),
              ElementsAre("&local(main,tasks) [i loop <launchid(main,i)> /16 x4] counter",
                          "&global(nums) [i loop <launchid(main,i)> /4 x4] counter"));
  EXPECT_THAT(U.flowsTo("field(task::id)"), ElementsAre("launchid(main,i) counter"));
  EXPECT_THAT(U.flowsTo("element(nums)"), ElementsAre("distinct"));
}

TEST(ThreadRoots, LaunchedOnceEach) {
  BodyUnit U(Pthread + R"(void *other(void *a) { return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, (void *)1);
  pthread_create(&t, 0, worker, (void *)2); pthread_create(&t, 0, other, 0); })");
  EXPECT_THAT(U.roots(), ElementsAre("pthread_create: worker many", "pthread_create: worker many",
                                     "pthread_create: other one"));
  EXPECT_THAT(U.flowsTo("param(worker,0)"), ElementsAre("distinct"));
  EXPECT_THAT(U.flowsTo("param(other,0)"), IsEmpty());
}

TEST(ThreadRoots, WrappersLaunchWhatTheyGet) {
  BodyUnit U(
      Pthread +
      R"(void spawn(void *(*fn)(void *), void *arg) { pthread_t t; pthread_create(&t, 0, fn, arg); }
void start(int id) { pthread_t t; pthread_create(&t, 0, worker, (void *)(long)id); }
int main(void) { for (long i = 0; i < 4; i++) { spawn(worker, (void *)i); start(i); } })");
  EXPECT_THAT(U.roots(),
              ElementsAre("pthread_create: through param(spawn,0) with param(spawn,1) one",
                          "pthread_create: worker one"));
  EXPECT_THAT(U.flowsTo("param(spawn,0)"), ElementsAre("function(worker)"));
  EXPECT_THAT(U.flowsTo("param(spawn,1)"), ElementsAre("local(main,i) counter"));
  EXPECT_THAT(U.flowsTo("param(worker,0)"), ElementsAre("param(start,0)"));
}

TEST(ThreadRoots, PointersInLocalsAndTables) {
  BodyUnit U(Pthread + R"(struct job { void *(*fn)(void *); };
int main(int n, char **v) { pthread_t t; void *(*f)(void *) = worker; struct job j = { worker };
  pthread_create(&t, 0, f, &n); pthread_create(&t, 0, j.fn, 0); })");
  EXPECT_THAT(U.roots(), ElementsAre("pthread_create: worker one",
                                     "pthread_create: through field(job::fn) with none one"));
}

TEST(ThreadRoots, OneCallForMany) {
  BodyUnit U("int run_on_all(int (*)(void *), void *); struct s { int n; } all;\n"
             "int f(void *a) { return 0; } int main(void) { return run_on_all(f, &all); }");
  EXPECT_THAT(U.roots(), ElementsAre("run_on_all: f many"));
  EXPECT_THAT(U.flowsTo("param(f,0)"), ElementsAre("&global(all)"));
}

TEST(ThreadRoots, HandlersRunAgain) {
  BodyUnit U("int request_irq(int, int (*)(int, void *), void *); struct dev { int n; } d;\n"
             "int irq(int n, void *dev) { return n; } int probe(void) { return request_irq(3, irq, "
             "&d); }");
  EXPECT_THAT(U.roots(), ElementsAre("request_irq: irq one repeats"));
  EXPECT_THAT(U.flowsTo("param(irq,1)"), ElementsAre("&global(d)"));
}

TEST(ThreadRoots, StdThreadForwardsArguments) {
  BodyUnit U(
      R"(struct entry { int n; }; void serve(entry *e, unsigned index, std::vector<int> &v) {}
int main() { entry get; std::vector<int> v(4); std::vector<std::thread> ts;
  for (unsigned i = 0; i < 4; ++i) ts.emplace_back(serve, &get, i, std::ref(v));
  for (unsigned i = 0; i < 4; ++i) ts.push_back(std::thread(serve, &get, i, std::ref(v))); })",
      "u.cpp");
  EXPECT_THAT(U.roots(), ElementsAre("std::thread: serve many", "std::thread: serve many"));
  EXPECT_THAT(U.flowsTo("param(serve,0)"), ElementsAre("&local(main,get)", "&local(main,get)"));
  EXPECT_THAT(U.flowsTo("param(serve,1)"),
              ElementsAre("launchid(main,i) counter", "launchid(main,i) counter"));
  EXPECT_THAT(U.flowsTo("param(serve,2)"), ElementsAre("&local(main,v)", "&local(main,v)"));
}

TEST(ThreadRoots, MemberFunctionsGetTheirObject) {
  BodyUnit U(R"(struct w { int id; void run(int x) { id = x; } }; w all[4];
int main() { for (int i = 0; i < 4; i++) std::thread t(&w::run, &all[i], i); })",
             "u.cpp");
  EXPECT_THAT(U.roots(), ElementsAre("std::thread: run many"));
  EXPECT_THAT(U.flowsTo("param(run,this)"),
              ElementsAre("&global(all) [i loop <launchid(main,i)> /4 x4] counter"));
  EXPECT_THAT(U.flowsTo("param(run,0)"), ElementsAre("launchid(main,i) counter"));
}

TEST(ThreadRoots, LambdasCaptureTheCounter) {
  BodyUnit U(R"(struct cell { long calls; };
int main() { std::vector<cell> cells(4);
  for (unsigned t = 0; t < 4; ++t) std::thread th([&cells, t] { ++cells[t].calls; }); })",
             "u.cpp");
  EXPECT_THAT(U.roots(), ElementsAre("std::thread: operator() many"));
  EXPECT_THAT(U.flowsTo("local(operator(),t)"), ElementsAre("launchid(main,t) counter"));
  EXPECT_THAT(U.writtenPaths("operator()"),
              ElementsAre("local(main,cells) .* [t <local(operator(),t)> /8] .cell::calls"));
}

TEST(ThreadRoots, LambdasCapturePointersAndReferences) {
  BodyUnit U(R"(struct cell { long calls; }; cell all[4];
int main() {
  for (unsigned t = 0; t < 4; ++t) { cell *mine = &all[t]; std::thread a([mine] { mine->calls++; }); }
  for (auto &c : all) std::thread b([&c] { c.calls = 1; });
  for (unsigned t = 0; t < 4; ++t) { auto body = [id = t] { all[id].calls = 2; }; std::thread c(body); } })",
             "u.cpp");
  EXPECT_THAT(U.writtenPaths("operator()"),
              ElementsAre("global(all) [t <launchid(main,t)> /8 x4] .cell::calls",
                          "global(all) [c <launchid(main,c)> /8 x4] .cell::calls",
                          "global(all) [id <local(operator(),id)> /8 x4] .cell::calls"));
  EXPECT_THAT(U.flowsTo("local(operator(),id)"), ElementsAre("launchid(main,t) counter"));
}

TEST(ThreadRoots, LambdasInMembersKeepTheObject) {
  BodyUnit U(
      R"(struct pool { long n[4]; void start() { for (int i = 0; i < 4; i++) std::thread t([this, i] { n[i]++; }); } };
void f(pool &p) { p.start(); })",
      "u.cpp");
  EXPECT_THAT(U.writtenPaths("operator()"),
              ElementsAre("param(start,this) .* .pool::n [i <local(operator(),i)> /8 x4]"));
}

TEST(ThreadRoots, GenericLambdasAndParameters) {
  BodyUnit U(R"(long n[4];
int main() { auto body = [](int id) { n[id]++; };
  for (int i = 0; i < 4; i++) std::thread t(body, i);
  auto any = [](auto id) { n[id] = 1; }; any(3); })",
             "u.cpp");
  EXPECT_THAT(U.flowsTo("param(operator(),0)"), Contains("launchid(main,i) counter"));
  EXPECT_THAT(U.writtenPaths("operator()"),
              ElementsAre("global(n) [id <param(operator(),0)> /8 x4]",
                          "global(n) [id <param(operator(),0)> /8 x4]"));
}

TEST(ThreadRoots, ParallelRegions) {
  BodyUnit U(R"(#define MAX 8
int omp_get_thread_num(void); void work(int); long parts[MAX];
void f(int n) { long sum = 0; long own = 0; parts[0] = 0;
#pragma omp parallel private(own)
  { int me = omp_get_thread_num(); for (int i = 0; i < n; i++) parts[me] += i; own = 1; work(me); sum++; }
#pragma omp parallel for
  for (int i = 0; i < MAX; i++) parts[i] = 0;
  parts[1] = sum; })",
             "u.c", {"-fopenmp"}, [] {
               model::Vocabulary W = bodyWords();
               W.ThreadIdFunctions.push_back("omp_get_thread_num");
               return W;
             }());
  EXPECT_THAT(U.roots(), ElementsAre("omp parallel: f#omp1 many", "omp parallel: f#omp2 many"));
  EXPECT_THAT(U.accesses("f#omp1"),
              ElementsAre("read n 4 loop1", "update parts[me] 8 loop1", "update sum 8"));
  EXPECT_THAT(U.accesses("f#omp2"), ElementsAre("write parts[i] 8 loop1 few"));
  EXPECT_THAT(U.accesses("f"),
              ElementsAre("write parts[0] 8 cold", "write parts[1] 8 cold", "read sum 8 cold"));
  EXPECT_THAT(U.writtenPaths("f#omp1"),
              Contains("global(parts) [me <threadid(omp_get_thread_num)> /8 x8 MAX]"));
  EXPECT_THAT(U.calls(), Contains("f#omp1 -> work"));
}

} // namespace
} // namespace cachelint::ast
