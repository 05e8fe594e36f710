//===-- AccessPathTest.cpp - which place an access reaches -----------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/BodyUnit.h"

namespace cachelint::ast {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string Stats = R"(
#define MAX_WORKERS 8
typedef unsigned long u64;
struct stats { u64 rx; u64 tx; };
static struct stats stats[MAX_WORKERS];
)";

TEST(AccessPath, ArrayElementByParameter) {
  BodyUnit U(Stats + "void f(unsigned worker) { stats[worker].rx++; }");
  EXPECT_THAT(U.accesses(), ElementsAre("update stats[worker].rx 8"));
  EXPECT_THAT(U.writtenPaths(),
              ElementsAre("global(stats) [worker <param(f,0)> /16 x8 MAX_WORKERS] .stats::rx"));
}

TEST(AccessPath, PointersToNestedArrays) {
  BodyUnit U(
      R"(struct b { int x[4]; }; struct a { long pad; struct b b; }; struct s { struct a *a; };
void f(struct s *p, int i) { p->a->b.x[i] = 1; })");
  EXPECT_THAT(U.accesses(), ElementsAre("write p->a->b.x[i] 4", "read p->a 8"));
  EXPECT_THAT(U.writtenPaths(),
              ElementsAre("param(f,0) .* .s::a .* .a::b .b::x [i <param(f,1)> /4 x4]"));
}

TEST(AccessPath, PointerToElementStandsForTheElement) {
  BodyUnit U(Stats + R"(
void f(unsigned tid) { struct stats *p = &stats[tid]; p->rx++; }
void g(unsigned tid) { struct stats *p; p = stats + tid; p->tx = 2; }
void h(struct stats *lanes, unsigned idx) { struct stats *l = lanes + idx; l->rx++; }
void k(u64 *base, unsigned id) { *(base + id) += 1; }
void m(unsigned id) { (&stats[0])[id].rx = 1; (*&stats[id]).tx = 1; })");
  EXPECT_THAT(U.writtenPaths("f"),
              ElementsAre("global(stats) [tid <param(f,0)> /16 x8 MAX_WORKERS] .stats::rx"));
  EXPECT_THAT(U.writtenPaths("g"),
              ElementsAre("global(stats) [tid <param(g,0)> /16 x8 MAX_WORKERS] .stats::tx"));
  EXPECT_THAT(U.writtenPaths("h"), ElementsAre("param(h,0) .* [idx <param(h,1)> /16] .stats::rx"));
  EXPECT_THAT(U.writtenPaths("k"), ElementsAre("param(k,0) .* [id <param(k,1)> /8]"));
  EXPECT_THAT(U.writtenPaths("m"),
              ElementsAre("global(stats) [id <param(m,0)> /16 x8 MAX_WORKERS] .stats::rx",
                          "global(stats) [id <param(m,0)> /16 x8 MAX_WORKERS] .stats::tx"));
}

TEST(AccessPath, IndexFromAFieldOfAPointer) {
  BodyUnit U(R"(struct q { int lock; int n; }; struct port { struct q *outq; };
struct poller { struct port *port; int qid; };
void *run(void *arg) { struct poller *self = arg; struct q *q = &self->port->outq[self->qid];
  q->n++; return 0; })");
  EXPECT_THAT(U.writtenPaths(), ElementsAre("param(run,0) .* .poller::port .* .port::outq .* [qid "
                                            "<field(poller::qid)> /8] .q::n"));
}

TEST(AccessPath, TwoIndexSteps) {
  BodyUnit U(R"(#define ALLOCATORS 8
struct ctl { long name; unsigned long grid[ALLOCATORS][5]; };
struct task { struct ctl *ctl; unsigned allocator; };
void f(struct task *t, unsigned c) { t->ctl->grid[t->allocator][c] += 512; })");
  EXPECT_THAT(U.writtenPaths(),
              ElementsAre("param(f,0) .* .task::ctl .* .ctl::grid [allocator "
                          "<field(task::allocator)> /40 x8 ALLOCATORS] [c <param(f,1)> /8 x5]"));
}

TEST(AccessPath, BoundsOfInnerDimensions) {
  BodyUnit U("#define ROWS 4\n#define COLS 6\nint t[ROWS][COLS];\n"
             "void f(int a, int b) { int *row = t[a]; row[b] = 1; }");
  EXPECT_THAT(U.writtenPaths(),
              ElementsAre("global(t) [a <param(f,0)> /24 x4 ROWS] [b <param(f,1)> /4 x6 COLS]"));
}

TEST(AccessPath, IndexArithmeticIsARowOfItsOwn) {
  BodyUnit U(R"(unsigned long slots[256];
struct row { long a[4]; };
void f(unsigned tid, unsigned k) { slots[tid * 8 + k]++; }
void g(unsigned tid) { slots[tid << 3]++; }
void h(unsigned tid) { unsigned at = tid * 16; slots[at] = 1; }
void b(char *base, unsigned id) { ((struct row *)(base + id * sizeof(struct row)))->a[0] = 1; })");
  EXPECT_THAT(U.writtenPaths("f"),
              ElementsAre("global(slots) [tid <param(f,0)> /64 x32] [k <param(f,1)> /8 x256]"));
  EXPECT_THAT(U.writtenPaths("g"), ElementsAre("global(slots) [tid <param(g,0)> /64 x32]"));
  EXPECT_THAT(U.writtenPaths("h"), ElementsAre("global(slots) [tid <param(h,0)> /128 x16]"));
  EXPECT_THAT(U.writtenPaths("b"),
              ElementsAre("param(b,0) .* [id <param(b,1)> /32] .row::a [=0 /8 x4]"));
}

TEST(AccessPath, MacrosCastsCommasAndConditions) {
  BodyUnit U(Stats + R"(
#define CELL(i) (&stats[i])
#define SET(i, v) do { __typeof__(&stats[0]) _p = CELL(i); _p->tx = (v); } while (0)
extern void side(void);
void f(int i) { CELL(i)->rx = 1; }
void g(int i) { SET(i, 3); }
void h(int i) { (side(), &stats[i])->rx = 1; }
void k(int i, int up) { (up ? &stats[i] : &stats[0])->rx = 1; }
void m(int i) { ({ struct stats *s = &stats[i]; s; })->rx = 1; }
void n(void *v, int i) { ((struct stats *)v)[i].tx = 1; })");
  const std::string Element = " /16 x8 MAX_WORKERS] .stats::";
  EXPECT_THAT(U.writtenPaths("f"), ElementsAre("global(stats) [i <param(f,0)>" + Element + "rx"));
  EXPECT_THAT(U.writtenPaths("g"), ElementsAre("global(stats) [i <param(g,0)>" + Element + "tx"));
  EXPECT_THAT(U.writtenPaths("h"), ElementsAre("global(stats) [i <param(h,0)>" + Element + "rx"));
  EXPECT_THAT(U.writtenPaths("k"), ElementsAre("global(stats) [i <param(k,0)>" + Element + "rx",
                                               "global(stats) [=0" + Element + "rx"));
  EXPECT_THAT(U.writtenPaths("m"), ElementsAre("global(stats) [i <param(m,0)>" + Element + "rx"));
  EXPECT_THAT(U.writtenPaths("n"), ElementsAre("param(n,0) .* [i <param(n,1)> /16] .stats::tx"));
}

TEST(AccessPath, AnonymousMembersAndBitFields) {
  BodyUnit U(R"(struct s { union { struct { unsigned a : 3; unsigned b : 5; }; int raw; }; int c; };
void f(struct s *p) { p->b = 1; p->raw = 2; })");
  EXPECT_THAT(U.accesses(), ElementsAre("write p->b 1", "write p->raw 4"));
  EXPECT_THAT(U.writtenPaths(),
              ElementsAre("param(f,0) .* .s:: .s::(anonymous union #1):: .s::(anonymous union "
                          "#1)::(anonymous struct #1)::b",
                          "param(f,0) .* .s:: .s::(anonymous union #1)::raw"));
}

TEST(AccessPath, ListWalkIsNoArray) {
  BodyUnit U(R"(struct node { struct node *next; int id; }; struct node *heads[8];
void f(int h) { struct node *b; for (b = heads[h]; b; b = b->next) b->id = 1; })");
  // The first node, and those that it leads to.
  EXPECT_THAT(U.writtenPaths(), ElementsAre("global(heads) [h <param(f,0)> /8 x8] .* .node::id",
                                            "field(node::next) .* .node::id"));
}

TEST(AccessPath, PointerThatWalksAnArray) {
  BodyUnit U(Stats + "void f(void) { struct stats *p, *e = stats + MAX_WORKERS;\n"
                     "for (p = stats; p < e; p++) p->rx = 0; }\n"
                     "void g(u64 *p, u64 *e) { while (p < e) *p++ = 0; }");
  EXPECT_THAT(U.writtenPaths("f"),
              ElementsAre("global(stats) [p loop <local(f,p)> /16 x8 MAX_WORKERS] .stats::rx"));
  EXPECT_THAT(U.writtenPaths("g"), ElementsAre("param(g,0) .* [p loop <param(g,0)> /8]"));
}

TEST(AccessPath, WhatAFunctionReturns) {
  BodyUnit U(Stats + "struct stats *of(int i) { return &stats[i]; }\n"
                     "void f(void) { of(3)->rx++; }");
  EXPECT_THAT(U.writtenPaths("f"), ElementsAre("return(of) .* .stats::rx"));
  EXPECT_THAT(U.flowsTo("return(of)"),
              ElementsAre("&global(stats) [i <param(of,0)> /16 x8 MAX_WORKERS]"));
}

TEST(AccessPath, LocalsOfOneThreadAreLeftOut) {
  BodyUnit U(R"(struct s { int a; }; extern void give(struct s *);
void f(int i) { int x = i; int t[4]; struct s own; x++; t[i] = 1; own.a = 2; }
void g(void) { struct s shared; give(&shared); shared.a = 1; })");
  EXPECT_THAT(U.accesses("f"), IsEmpty());
  EXPECT_THAT(U.accesses("g"), ElementsAre("write shared.a 4"));
}

TEST(AccessPath, UnknownPointersEndAtTheirLocal) {
  BodyUnit U("struct s { int a; }; void *malloc(unsigned long);\n"
             "void f(void) { struct s *p = malloc(sizeof *p); p->a = 1; }");
  EXPECT_THAT(U.writtenPaths(), ElementsAre("local(f,p) .* .s::a"));
}

TEST(AccessPath, ContainerOfLeadsToAnotherObject) {
  BodyUnit U(R"(#define container_of(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))
struct link { int x; }; struct big { long n; struct link l; };
void f(struct link *l) { struct big *b = container_of(l, struct big, l); b->n = 1; }
void g(struct link *l) { container_of(l, struct big, l)->n = 1; })");
  EXPECT_THAT(U.writtenPaths("f"), ElementsAre("local(f,b) .* .big::n"));
  EXPECT_THAT(U.writtenPaths("g"), IsEmpty());
}

TEST(AccessPath, SelfReferenceEnds) {
  BodyUnit U("struct s { struct s *l, *r; int v; };\n"
             "void f(struct s *root, int k) { struct s *a = root, *b = a;\n"
             "for (int i = 0; i < k; i++) { a = b->l; b = a->r; a = i ? b : a; b = a ? a : b; }\n"
             "a->v = 1; b->v = 2; }");
  EXPECT_FALSE(U.writtenPaths().empty());
}

TEST(AccessPath, ReferencesAndContainers) {
  BodyUnit U(R"(struct row { long calls, usec; };
class entry {
  std::vector<row> rows_; std::array<row, 8> fixed_; std::unique_ptr<long[]> slots_;
  std::deque<row> far_;
public:
  void a(unsigned t) { auto &r = rows_[t]; ++r.calls; }
  void b(unsigned t) { rows_.at(t).usec += 1; }
  void c(unsigned t) { fixed_[t].calls = 1; }
  void d(unsigned t) { slots_[t] += 1; }
  void e(unsigned t) { rows_.data()[t].calls++; slots_.get()[t] = 1; }
  void f(unsigned t) { far_[t].calls++; }
  void g() { for (auto &r : rows_) r.calls = 0; }
  void h() { for (auto &r : fixed_) r.usec = 0; }
  void i() { for (auto it = rows_.begin(); it != rows_.end(); ++it) it->calls = 0; }
};)",
             "u.cpp");
  EXPECT_THAT(U.writtenPaths("a"),
              ElementsAre("param(a,this) .* .entry::rows_ .* [t <param(a,0)> /16] .row::calls"));
  EXPECT_THAT(U.writtenPaths("b"),
              ElementsAre("param(b,this) .* .entry::rows_ .* [t <param(b,0)> /16] .row::usec"));
  EXPECT_THAT(U.writtenPaths("c"),
              ElementsAre("param(c,this) .* .entry::fixed_ [t <param(c,0)> /16 x8] .row::calls"));
  EXPECT_THAT(U.writtenPaths("d"),
              ElementsAre("param(d,this) .* .entry::slots_ .* [t <param(d,0)> /8]"));
  EXPECT_THAT(U.writtenPaths("e"),
              ElementsAre("param(e,this) .* .entry::rows_ .* [t <param(e,0)> /16] .row::calls",
                          "param(e,this) .* .entry::slots_ .* [t <param(e,0)> /8]"));
  EXPECT_THAT(U.writtenPaths("f"),
              ElementsAre("param(f,this) .* .entry::far_ .* [t <param(f,0)> /16] .row::calls"));
  EXPECT_THAT(
      U.writtenPaths("g"),
      ElementsAre("param(g,this) .* .entry::rows_ .* [r loop <local(g,r)> /16] .row::calls"));
  EXPECT_THAT(U.writtenPaths("h"), ElementsAre("param(h,this) .* .entry::fixed_ [r loop "
                                               "<local(h,r)> /16 x8] .row::usec"));
  EXPECT_THAT(U.writtenPaths("i"), ElementsAre("param(i,this) .* .entry::rows_ .* [it loop "
                                               "<local(i,it)> /16] .row::calls"));
}

TEST(AccessPath, SpansAndBoundsOfStdArray) {
  BodyUnit U(R"(#define MAX_WORKERS 8
struct row { long n; }; row rows[MAX_WORKERS]; std::array<row, MAX_WORKERS> fixed;
void f(unsigned t) { std::span<row> s(rows); s[t].n = 1; }
void g(unsigned t) { fixed[t].n = 1; }
void h(std::span<row> s, unsigned t) { s[t].n = 1; }
void k(std::vector<row> &v, unsigned t) { std::span<row> s(v); s[t].n = 1; })",
             "u.cpp");
  EXPECT_THAT(U.writtenPaths("f"),
              ElementsAre("global(rows) [t <param(f,0)> /8 x8 MAX_WORKERS] .row::n"));
  EXPECT_THAT(U.writtenPaths("g"),
              ElementsAre("global(fixed) [t <param(g,0)> /8 x8 MAX_WORKERS] .row::n"));
  EXPECT_THAT(U.writtenPaths("h"), ElementsAre("param(h,0) .* [t <param(h,1)> /8] .row::n"));
  EXPECT_THAT(U.writtenPaths("k"), ElementsAre("param(k,0) .* .* [t <param(k,1)> /8] .row::n"));
}

TEST(AccessPath, SmartPointers) {
  BodyUnit U(R"(struct s { int a; };
struct holder { std::unique_ptr<s> u; std::shared_ptr<s> h; std::vector<std::unique_ptr<s>> all; };
void f(holder &x) { x.u->a = 1; (*x.h).a = 2; x.h.get()->a = 3; }
void g(holder &x, int i) { x.all[i]->a = 1; })",
             "u.cpp");
  EXPECT_THAT(U.writtenPaths("f"),
              ElementsAre("param(f,0) .* .holder::u .* .s::a", "param(f,0) .* .holder::h .* .s::a",
                          "param(f,0) .* .holder::h .* .s::a"));
  EXPECT_THAT(U.writtenPaths("g"),
              ElementsAre("param(g,0) .* .holder::all .* [i <param(g,1)> /8] .* .s::a"));
}

TEST(AccessPath, BaseClassesAreSteps) {
  BodyUnit U(R"(struct base { long n; }; struct first { long x; }; struct derived : first, base {};
derived all[4]; void f(int i) { all[i].n = 1; } void g(derived *d) { d->n = 2; })",
             "u.cpp");
  EXPECT_THAT(U.writtenPaths("f"),
              ElementsAre("global(all) [i <param(f,0)> /16 x4] .derived::base .base::n"));
  EXPECT_THAT(U.writtenPaths("g"), ElementsAre("param(g,0) .* .derived::base .base::n"));
  const model::Access &A = U.Unit.Facts.Accesses.front();
  EXPECT_EQ(std::get<model::FieldStep>(A.Path.Steps[1]).Offset, model::Bits::fromBytes(8));
}

TEST(AccessPath, InstantiationsAndStructuredBindings) {
  BodyUnit U(R"(template <class T> struct per { T v[4]; void add(int i) { v[i] += 1; } };
per<long> p; void f(int i) { p.add(i); }
struct pair { int a, b; }; pair all[4];
void g(int i) { auto &[x, y] = all[i]; y = 1; })",
             "u.cpp");
  EXPECT_THAT(U.writtenPaths("add"),
              ElementsAre("param(add,this) .* .per<long>::v [i <param(add,0)> /8 x4]"));
  EXPECT_THAT(U.writtenPaths("g"), ElementsAre("global(all) [i <param(g,0)> /8 x4] .pair::b"));
}

} // namespace
} // namespace cachelint::ast
