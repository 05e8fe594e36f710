//===-- AccessKindTest.cpp - what an access does ---------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/BodyUnit.h"

namespace cachelint::ast {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(AccessKind, ReadsWritesAndUpdates) {
  BodyUnit U(R"(long a, b; volatile int v;
void f(void) { a = b; a += 2; ++a; a--; a |= 1; v = 1; }
int g(void) { return v; })");
  EXPECT_THAT(U.accesses("f"), ElementsAre("write a 8", "read b 8", "update a 8", "update a 8",
                                           "update a 8", "update a 8", "write v 4"));
  EXPECT_THAT(U.accesses("g"), ElementsAre("read v 4"));
  EXPECT_TRUE(has(U.Unit.Facts.Accesses.back().Traits, model::TypeTrait::Volatile));
}

TEST(AccessKind, UnevaluatedAndAddressesAreNoAccess) {
  BodyUnit U(R"(struct s { int a; } x; extern void give(int *);
unsigned long f(void) { give(&x.a); (void)x.a; return sizeof(x.a) + __builtin_offsetof(struct s, a); })");
  EXPECT_THAT(U.accesses(), IsEmpty());
  EXPECT_THAT(U.flows(), Contains("&x.a -> param(give,0)"));
}

TEST(AccessKind, BuiltinAtomics) {
  BodyUnit U(R"(long n[4]; _Atomic long c; struct e { int h; } t[8];
void f(int i, struct e *e) {
  __atomic_fetch_add(&n[i], 1, 0); __atomic_store_n(&n[i], 2, 0); __sync_fetch_and_add(&n[i], 1);
  __c11_atomic_store(&c, 1, 0); __atomic_store(&t[i], e, 0); __sync_synchronize(); c++; }
long g(int i) { long seen = 0; __atomic_compare_exchange_n(&n[i], &seen, 3, 0, 0, 0);
  return __atomic_load_n(&n[i], 0) + __c11_atomic_load(&c, 0) + c; })");
  EXPECT_THAT(U.accesses("f"),
              ElementsAre("update atomic n[i] 8", "write atomic n[i] 8", "update atomic n[i] 8",
                          "write atomic c 8", "write atomic t[i] 4", "update atomic c 8"));
  EXPECT_THAT(U.accesses("g"), ElementsAre("update atomic n[i] 8", "read atomic n[i] 8",
                                           "read atomic c 8", "read atomic c 8"));
}

TEST(AccessKind, AtomicsOfTheVocabulary) {
  BodyUnit U(R"(typedef struct { int v; } atomic_count_t;
void atomic_count_inc(atomic_count_t *); void atomic_count_set(atomic_count_t *, int);
int atomic_count_read(const atomic_count_t *); void atomic_add(int, atomic_count_t *);
struct s { atomic_count_t n; };
int f(struct s *p) { atomic_count_inc(&p->n); atomic_count_set(&p->n, 1); atomic_add(2, &p->n);
  return atomic_count_read(&p->n); })");
  EXPECT_THAT(U.accesses(), ElementsAre("update atomic p->n 4", "write atomic p->n 4",
                                        "update atomic p->n 4", "read atomic p->n 4"));
}

TEST(AccessKind, StdAtomics) {
  BodyUnit U(R"(struct s { std::atomic<long> n; std::atomic<int> all[4]; };
long f(s &x, int i) { x.n++; ++x.n; x.n += 2; x.n = 1; x.n.store(3); x.n.fetch_add(1);
  long e = 0; x.n.compare_exchange_weak(e, 1); x.all[i].fetch_add(1);
  return x.n.load() + x.n; })",
             "u.cpp");
  EXPECT_THAT(U.accesses(),
              ElementsAre("update atomic x->n 8", "update atomic x->n 8", "update atomic x->n 8",
                          "write atomic x->n 8", "write atomic x->n 8", "update atomic x->n 8",
                          "update atomic x->n 8", "update atomic x->all[i] 4", "read atomic x->n 8",
                          "read atomic x->n 8"));
}

TEST(AccessKind, WholeRecords) {
  BodyUnit U(
      R"(struct s { long a[4]; }; struct s all[4]; extern void *fast_copy(void *, const void *, unsigned long);
void f(int i, struct s *from) { all[i] = *from; }
void g(int i) { __builtin_memset(&all[i], 0, sizeof all[i]); }
void h(int i, struct s *to) { __builtin_memcpy(to, &all[i], 16); fast_copy(to, &all[i], 8); }
void k(void) { __builtin_memset(all, 0, sizeof all); })");
  EXPECT_THAT(U.accesses("f"), ElementsAre("write all[i] 32", "read *from 32"));
  EXPECT_THAT(U.accesses("g"), ElementsAre("write all[i] 32"));
  EXPECT_THAT(U.accesses("h"),
              ElementsAre("write *to 16", "read all[i] 16", "write *to 8", "read all[i] 8"));
  EXPECT_THAT(U.accesses("k"), ElementsAre("write all 128"));
}

TEST(AccessKind, WholeObjectsInCxx) {
  BodyUnit U(R"(struct s { long a, b; }; s all[4];
void f(int i, const s &from) { all[i] = from; }
s g(int i) { return all[i]; }
void h(std::vector<s> &v) { for (auto x : v) (void)x; }
struct queue { std::vector<int> jobs; };
void k(queue &q) { q.jobs.push_back(1); })",
             "u.cpp");
  EXPECT_THAT(U.accesses("f"), ElementsAre("write all[i] 16", "read *from 16"));
  EXPECT_THAT(U.accesses("g"), ElementsAre("read all[i] 16"));
  EXPECT_THAT(U.accesses("h"), ElementsAre("read *v[x] 16 loop1"));
  EXPECT_THAT(U.accesses("k"), ElementsAre("update q->jobs 24"));
}

TEST(AccessKind, Locks) {
  BodyUnit C(
      R"(typedef struct { int x; } pthread_mutex_t; int pthread_mutex_lock(pthread_mutex_t *);
struct q { long n; pthread_mutex_t lock; }; struct q qs[4];
void f(struct q *q, int i) { pthread_mutex_lock(&q->lock); pthread_mutex_lock(&qs[i].lock); })");
  EXPECT_THAT(C.accesses(), ElementsAre("update lock q->lock 4",
                                        "update lock qs[i].lock 4 under field(q::lock)"));
  BodyUnit Cxx(R"(struct q { std::mutex m; long n; };
void f(q &x) { std::lock_guard<std::mutex> g(x.m); x.n++; }
void g(q &x) { x.m.lock(); x.m.unlock(); }
void h(q &x) { std::unique_lock<std::mutex> l{x.m}; })",
               "u.cpp");
  EXPECT_THAT(Cxx.accesses("f"),
              ElementsAre("update lock x->m 4", "update x->n 8 under field(q::m)"));
  EXPECT_THAT(Cxx.accesses("g"),
              ElementsAre("update lock x->m 4", "update lock x->m 4 under field(q::m)"));
  EXPECT_THAT(Cxx.accesses("h"), ElementsAre("update lock x->m 4"));
}

TEST(AccessKind, LocksAreHeldUntilTheyAreGivenBack) {
  BodyUnit C(R"(typedef struct { int x; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
pthread_mutex_t m; long n; int g(void);
void f(int a) { n = 1; pthread_mutex_lock(&m); n = 2; if (a) { pthread_mutex_unlock(&m); return; }
  n = 3; pthread_mutex_unlock(&m); n = 4; })");
  EXPECT_THAT(C.accesses("f"),
              ElementsAre("write n 8", "update lock m 4", "write n 8 under global(m)",
                          "update lock m 4 under global(m)", "write n 8 under global(m)",
                          "update lock m 4 under global(m)", "write n 8"));
  BodyUnit Cxx(R"(struct q { std::mutex m; long n; };
void f(q &x) { { std::lock_guard<std::mutex> g(x.m); x.n = 1; } x.n = 2; })",
               "u.cpp");
  EXPECT_THAT(Cxx.accesses("f"),
              ElementsAre("update lock x->m 4", "write x->n 8 under field(q::m)", "write x->n 8"));
}

TEST(AccessKind, WhatUpdatesDoAndWhetherTheirResultIsUsed) {
  BodyUnit U(R"(long n; long f(void) { n++; --n; n += 2; n -= 3; n |= 4;
  __atomic_fetch_add(&n, 1, 5); if (__atomic_sub_fetch(&n, 1, 5)) return 1;
  for (int i = 0; i < 9; n++, i++) ; return n++; })");
  using model::Change;
  std::vector<std::pair<Change, bool>> Seen;
  for (const model::Access &A : U.Unit.Facts.Accesses)
    if (A.Kind == model::AccessKind::ReadModifyWrite)
      Seen.emplace_back(A.How, A.ResultUsed);
  EXPECT_THAT(Seen, ElementsAre(std::pair(Change::Up, false), std::pair(Change::Down, false),
                                std::pair(Change::Up, false), std::pair(Change::Down, false),
                                std::pair(Change::Other, false), std::pair(Change::Up, false),
                                std::pair(Change::Down, true), std::pair(Change::Up, true),
                                std::pair(Change::Up, true)));
}

TEST(AccessKind, InlineAssembly) {
  BodyUnit U(R"(struct s { int a, b; };
void f(struct s *p) { __asm__ volatile("lock; incl %0" : "+m"(p->a)); }
int g(struct s *p) { int out; __asm__ volatile("mov %1, %0" : "=r"(out) : "m"(p->b)); return out; })");
  EXPECT_THAT(U.accesses("f"), ElementsAre("update atomic p->a 4"));
  EXPECT_THAT(U.accesses("g"), ElementsAre("read p->b 4"));
}

TEST(AccessKind, ConstructorsSetMembersBeforeAnyoneSeesThem) {
  BodyUnit U(R"(struct s { long a; long b; s(long x) : a(x) { b = 1; } void set() { b = 2; } };)",
             "u.cpp");
  EXPECT_THAT(U.accesses("s"), ElementsAre("write this->a 8 cold", "write this->b 8 cold"));
  EXPECT_THAT(U.accesses("set"), ElementsAre("write this->b 8"));
}

TEST(AccessKind, SystemHeadersAreNotRead) {
  BodyUnit U("int f(std::vector<int> &v) { return v[0]; }", "u.cpp");
  for (const model::Access &A : U.Unit.Facts.Accesses)
    EXPECT_EQ(A.Pos.File, "/src/u.cpp");
  EXPECT_THAT(U.accesses("operator[]"), IsEmpty());
}

TEST(AccessKind, VolatileViewsOfPlainMembers) {
  BodyUnit U(R"(#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
struct s { int flag; }; int f(struct s *p) { WRITE_ONCE(p->flag, 1); return READ_ONCE(p->flag); })");
  EXPECT_THAT(U.accesses(), ElementsAre("write p->flag 4", "read p->flag 4"));
}

} // namespace
} // namespace cachelint::ast
