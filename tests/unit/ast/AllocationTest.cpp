//===-- AllocationTest.cpp - what allocators promise -----------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/BodyUnit.h"

namespace cachelint::ast {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string Decls = R"(typedef unsigned long size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t); void *memset(void *, int, size_t);
void *rte_zmalloc(const char *, size_t, unsigned); void abort(void);
struct row { long a[4]; } __attribute__((aligned(64))); struct ctl { struct row *rows; int n; };
)";

TEST(Allocations, FunctionsOfTheVocabulary) {
  BodyUnit U(Decls + R"(void f(struct ctl *c, int n) {
  c->rows = calloc(8, sizeof(struct row));
  c->rows = malloc(n * sizeof(*c->rows));
  c->rows = aligned_alloc(64, 8 * 64);
  c->rows = rte_zmalloc("x", sizeof(struct row) * 2, 0);
  c->rows = rte_zmalloc("x", sizeof(struct row), 128); })");
  const std::string Rows = " -> param(f,0) .* .ctl::rows";
  EXPECT_THAT(U.allocations(),
              ElementsAre("calloc struct row 16 8" + Rows, "malloc struct row 16 ?" + Rows,
                          "aligned_alloc struct row 64 ?" + Rows,
                          "rte_zmalloc struct row 64 2" + Rows,
                          "rte_zmalloc struct row 128 1" + Rows));
}

TEST(Allocations, InDeclarationsConditionsAndArguments) {
  BodyUnit U(Decls + R"(struct row *table; void keep(struct row *);
void f(int n) { struct row *r = malloc(sizeof *r); if (!(table = calloc(n, sizeof *table))) return;
  keep(memset(malloc(sizeof *r), 0, sizeof *r)); malloc(3); })");
  EXPECT_THAT(U.allocations(),
              ElementsAre("malloc struct row 16 1 -> local(f,r)",
                          "calloc struct row 16 ? -> global(table)",
                          "malloc struct row 16 1 -> param(keep,0)", "malloc ? 16 ? -> ?"));
}

TEST(Allocations, WrappersReturnThem) {
  BodyUnit U(Decls +
             R"(void *zalloc_line(size_t n) { void *p; if (posix_memalign(&p, 64, n)) abort();
  return memset(p, 0, n); }
void *plain(size_t n) { return malloc(n); }
void f(struct ctl *c) { c->rows = zalloc_line(8 * sizeof(*c->rows)); })");
  EXPECT_THAT(U.allocations(),
              ElementsAre("posix_memalign ? 64 ? -> local(zalloc_line,p)",
                          "malloc ? 16 ? -> return(plain)",
                          "zalloc_line struct row ? ? -> param(f,0) .* .ctl::rows"));
  EXPECT_THAT(U.flowsTo("return(zalloc_line)"), ElementsAre("local(zalloc_line,p)"));
  EXPECT_THAT(U.flowsTo("field(ctl::rows)"), ElementsAre("return(zalloc_line)"));
}

TEST(Allocations, RoomToAlignByHandPromisesNothing) {
  BodyUnit U(Decls + R"(void *p; void f(int n, size_t align) {
  p = malloc(sizeof(struct row) + 63); p = malloc(n * sizeof(struct row) + align);
  p = malloc(sizeof(struct row) + 8); })");
  EXPECT_THAT(U.allocations(), ElementsAre("malloc struct row ? 1 -> global(p)",
                                           "malloc struct row ? ? -> global(p)",
                                           "malloc struct row 16 1 -> global(p)"));
}

TEST(Allocations, ThirtyTwoBitMallocPromisesLess) {
  BodyUnit U("void *malloc(unsigned); long *p; void f(void) { p = malloc(4 * sizeof(long)); }",
             "u.c", {"--target=i386-linux-gnu"});
  EXPECT_THAT(U.allocations(), ElementsAre("malloc long 8 4 -> global(p)"));
}

TEST(Allocations, NewKnowsTheTypesAlignment) {
  const std::string Text = R"(struct alignas(64) cell { long n; }; struct small { int n; };
struct own { int n; static void *operator new(std::size_t n); };
cell *a; small *b; own *c; cell *d; void *operator new(std::size_t, void *) noexcept;
void f(int n, void *at) { a = new cell[4]; b = new small; c = new own; d = new (at) cell; b = new small[n]; })";
  BodyUnit U(Text, "u.cpp");
  EXPECT_THAT(U.allocations(),
              ElementsAre("new[] cell 64 4 -> global(a)", "new small 16 1 -> global(b)",
                          "new own ? 1 -> global(c)", "new[] small 16 ? -> global(b)"));
  BodyUnit Old(Text, "u.cpp", {"-std=c++14"});
  EXPECT_THAT(Old.allocations().front(), "new[] cell 16 4 -> global(a)");
}

TEST(Allocations, OperatorNewTakesTheAlignmentThatItIsHanded) {
  BodyUnit U(R"(namespace std { enum class align_val_t : size_t {}; }
void *operator new(std::size_t, std::align_val_t);
struct alignas(128) cell { long n; }; void *p;
void f(int n) { p = ::operator new(n * sizeof(cell));
  p = ::operator new(sizeof(cell), std::align_val_t(128)); })",
             "u.cpp");
  EXPECT_THAT(U.allocations(), ElementsAre("operator new cell 16 ? -> global(p)",
                                           "operator new cell 128 ? -> global(p)"));
}

TEST(Allocations, SmartPointersAndVectors) {
  BodyUnit U(R"(struct alignas(64) cell { long n; };
template <class T> struct line_allocator {};
template <class T> struct odd_allocator {};
struct s { std::unique_ptr<long[]> slots; std::vector<cell> rows; std::vector<int, line_allocator<int>> lines;
  std::vector<int, odd_allocator<int>> odd;
  s(int n) : slots(new long[n]), rows(n) {} void more() { lines.resize(4); odd.push_back(1); } };
void f() { auto x = std::make_unique<cell>(); std::vector<int> v(4); std::vector<int> w; s y(3); })",
             "u.cpp");
  EXPECT_THAT(U.allocations(),
              ElementsAre("new[] long 16 ? -> param(s,this) .* .s::slots",
                          "std::vector cell 64 ? -> param(s,this) .* .s::rows",
                          "line_allocator int 64 ? -> param(more,this) .* .s::lines",
                          "odd_allocator int ? ? -> param(more,this) .* .s::odd",
                          "std::make_unique cell 64 1 -> local(f,x)",
                          "std::vector int 16 ? -> local(f,v)"));
}

} // namespace
} // namespace cachelint::ast
