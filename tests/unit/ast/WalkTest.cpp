//===-- WalkTest.cpp - loops from element to element -----------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/BodyUnit.h"

namespace cachelint::ast {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "array table x16: key@0+8 flags@96+4? state@100+4w": ? in some rounds, w written; "part" where
/// more is done to the element, "calls" where the round calls others.
std::vector<std::string> walksOf(const BodyUnit &U) {
  std::vector<std::string> Out;
  for (const model::Walk &W : U.Unit.Facts.Walks) {
    std::string Text = (W.How == model::Walk::Along::List ? "list " : "array ") + W.Name.str();
    if (W.Extent)
      Text += " x" + std::to_string(*W.Extent);
    Text += ":";
    for (const model::Walk::Touch &T : W.Touches)
      Text += " " + T.Path.str() + "@" + std::to_string(T.Offset.bytes()) + "+" +
              std::to_string(T.Size.bytes()) + (T.Sometimes ? "?" : "") + (T.Write ? "w" : "");
    Out.push_back(Text + (W.Complete ? "" : " part") + (W.Calls ? " calls" : ""));
  }
  return Out;
}

const std::string Decls = R"(struct entry { long key[4]; char text[64]; unsigned flags, state; };
struct node { struct node *next; char text[100]; unsigned hash; };
struct box { struct { struct node *up; } link; long n; };
int other(void *); int printf(const char *, ...);
)";

TEST(Walks, ByIndexThroughAliasesAndSteps) {
  BodyUnit U(Decls + R"(struct entry table[16];
unsigned f(struct entry *p, int n) { unsigned s = 0;
  for (int i = 0; i < 8; i++) s += table[i].flags;
  for (int i = 0; i < n; i++) { struct entry *e = &p[i]; if (e->flags) s += e->key[2]; }
  for (struct entry *e = p; e < p + n; e++) { e->state = 1; s += e->key[s]; }
  for (int i = 0; i < n; i++) s += p[3].flags;
  return s; })");
  EXPECT_THAT(walksOf(U), ElementsAre("array table x8: flags@96+4", "array p: flags@96+4 key@16+8?",
                                      "array e: state@100+4w key@0+32"));
}

TEST(Walks, AlongLinks) {
  BodyUnit U(Decls + R"(struct node *find(struct node *first, unsigned h) {
  for (struct node *n = first; n; n = n->next) if (n->hash == h) return n;
  return 0; }
long up(struct box *b) { long s = 0; struct box *next;
  for (; b; b = next) { next = (struct box *)b->link.up; s += b->n; } return s; })");
  EXPECT_THAT(walksOf(U), ElementsAre("list n: hash@108+4 next@0+8", "list b: link.up@0+8 n@8+8"));
}

TEST(Walks, WhatLeavesTheLoopDoesNotCount) {
  BodyUnit U(Decls + R"(unsigned f(struct entry *p, int n, long k) { unsigned s = 0;
  for (int i = 0; i < n; i++) {
    if (p[i].key[0] == k) { s = p[i].state; break; }
    if (!p[i].flags) continue;
    s += p[i].text[0];
  }
  return s; })");
  EXPECT_THAT(walksOf(U), ElementsAre("array p: key@0+8 flags@96+4 text@32+1?"));
}

TEST(Walks, ElementsThatAreHandedOn) {
  BodyUnit U(Decls + R"(struct entry kept; struct entry *best;
void f(struct entry *p, int n) {
  for (int i = 0; i < n; i++) if (p[i].flags) other(&p[i]);
  for (int i = 0; i < n; i++) if (p[i].flags) kept = p[i];
  for (int i = 0; i < n; i++) if (p[i].flags) other(&n);
  for (int i = 0; i < n; i++) if (p[i].flags) __builtin_memcmp(p[i].text, best, 8);
})");
  EXPECT_THAT(walksOf(U),
              ElementsAre("array p: flags@96+4 part calls", "array p: flags@96+4 part",
                          "array p: flags@96+4 calls", "array p: flags@96+4 text@32+64?"));
}

TEST(Walks, RangesAndContainers) {
  BodyUnit U(R"(struct entry { long key; char text[100]; unsigned flags; };
unsigned f(std::vector<entry> &v) { unsigned s = 0;
  for (const entry &e : v) s += e.flags;
  for (std::size_t i = 0; i < 100; ++i) s += v[i].key;
  return s; })",
             "u.cpp");
  EXPECT_THAT(walksOf(U), ElementsAre("array v: flags@108+4", "array v x100: key@0+8"));
}

TEST(Walks, ScalarsAreNone) {
  BodyUnit U(
      "long f(long *p, int n) { long s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }");
  EXPECT_THAT(walksOf(U), IsEmpty());
}

} // namespace
} // namespace cachelint::ast
