//===-- ValueFlowTest.cpp - where indices and pointers come from -----------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/BodyUnit.h"

namespace cachelint::ast {
namespace {

using testing::ElementsAre;

/// The index by which a unit's only write reaches `t`.
std::string indexIn(const std::string &Body, const std::string &Before = "",
                    const std::string &Params = "int a, int b") {
  BodyUnit U("long t[64]; unsigned core_id(void);\n" + Before + "\nvoid f(" + Params + ") { " +
             Body + " }");
  std::vector<std::string> Paths = U.writtenPaths("f");
  for (const std::string &P : Paths)
    if (size_t At = P.find("global(t) ["); At != std::string::npos)
      return P.substr(At + 11, P.find(" /8 x64") - At - 11);
  return "none";
}

TEST(IndexSource, IdsOfTheVocabulary) {
  EXPECT_EQ(indexIn("t[core_id()] = 1;"), "core_id <threadid(core_id)>");
  EXPECT_EQ(indexIn("unsigned me = core_id(); t[me % 16] = 1;"), "me <threadid(core_id)>");
  EXPECT_EQ(indexIn("t[my_tid] = 1;", "extern __thread int my_tid;"), "my_tid <threadid(my_tid)>");
  EXPECT_EQ(indexIn("int my_tid = a; t[my_tid] = 1;"), "my_tid <param(f,0)>");
  EXPECT_EQ(indexIn("t[this_cpu()] = 1;", "extern int raw;\n#define this_cpu() (raw + 0)"),
            "this_cpu <threadid(this_cpu)>");
  EXPECT_EQ(indexIn("t[PER_CORE(core_number)] = 1;",
                    "extern int per_core_number;\n#define PER_CORE(n) (per_##n##_value)\n"
                    "extern int per_core_number_value;"),
            "PER_CORE <threadid(PER_CORE(core_number))>");
  EXPECT_EQ(indexIn("CELL(3) = 1;", "extern int raw;\n#define this_cpu() raw\n"
                                    "#define CELL(x) t[this_cpu()]"),
            "this_cpu <threadid(this_cpu)>");
}

TEST(IndexSource, MacroArgumentIsNotTheMacro) {
  EXPECT_EQ(indexIn("t[this_cpu(a)] = 1;", "#define this_cpu(x) x"), "a <param(f,0)>");
  EXPECT_EQ(indexIn("AT(a) = 1;", "#define AT(i) t[i]"), "a <param(f,0)>");
}

TEST(IndexSource, CopiesAndCasts) {
  EXPECT_EQ(indexIn("long id = (long)a; unsigned x = id; t[x] = 1;"), "x <param(f,0)>");
  EXPECT_EQ(indexIn("t[(unsigned long)p] = 1;", "", "void *p"), "p <param(f,0)>");
  EXPECT_EQ(indexIn("int id; if (b) id = a; else id = 0; t[id] = 1;"), "id <param(f,0)>");
  EXPECT_EQ(indexIn("int id = b ? a : 0; t[id + 1] = 1;"), "id <param(f,0)>");
  EXPECT_EQ(indexIn("t[a & 7] = 1;"), "a <param(f,0)>");
  EXPECT_EQ(indexIn("t[3] = 1;"), "=3");
}

TEST(IndexSource, MemoryAndCalls) {
  EXPECT_EQ(indexIn("t[g] = 1;", "int g;"), "g <global(g)>");
  EXPECT_EQ(indexIn("t[tls] = 1;", "static __thread int tls;"), "tls <global(tls)>");
  EXPECT_EQ(indexIn("t[p->id] = 1;", "struct s { int id; };", "struct s *p"), "id <field(s::id)>");
  EXPECT_EQ(indexIn("t[*(unsigned *)arg] = 1;", "", "void *arg"), "arg <pointee(f,0)>");
  EXPECT_EQ(indexIn("unsigned *n = arg; unsigned id = *n; t[id] = 1;", "", "void *arg"),
            "id <pointee(f,0)>");
  EXPECT_EQ(indexIn("t[ids[a]] = 1;", "int ids[8];"), "ids <element(ids)>");
  EXPECT_EQ(indexIn("t[p->ids[a]] = 1;", "struct s { int *ids; };", "struct s *p, int a"),
            "ids <element(s::ids)>");
  EXPECT_EQ(indexIn("t[queue_of(a)] = 1;", "int queue_of(int);"), "queue_of <return(queue_of)>");
}

TEST(IndexSource, Computed) {
  EXPECT_EQ(indexIn("t[(a * b) % 64] = 1;"), "a mixed <param(f,0)> <param(f,1)>");
  EXPECT_EQ(indexIn("t[(a >> 4) & 63] = 1;"), "a mixed <param(f,0)>");
  EXPECT_EQ(indexIn("t[a ^ 1] = 1;"), "a mixed <param(f,0)>");
  EXPECT_EQ(indexIn("t[a & b] = 1;"), "a mixed <param(f,0)>");
  EXPECT_EQ(indexIn("t[core_id() & b] = 1;"), "core_id <threadid(core_id)>");
  EXPECT_EQ(indexIn("unsigned h = hash(a) & mask; t[h] = 1;", "unsigned hash(int), mask;"),
            "h mixed <return(hash)>");
}

TEST(IndexSource, LoopCounters) {
  EXPECT_EQ(indexIn("for (int i = 0; i < 64; i++) t[i] = 0;"), "i loop <local(f,i)>");
  EXPECT_EQ(indexIn("int i = 0; while (i < 64) t[i++] = 0;"), "i loop <local(f,i)>");
  EXPECT_EQ(indexIn("for (int i = next(-1); i < 64; i = next(i)) t[i] = 0;", "int next(int);"),
            "i loop <local(f,i)>");
  EXPECT_EQ(indexIn("for (int i = 0; i < 8; i++) t[i + a] = 0;"),
            "i loop <param(f,0)> <local(f,i)>");
  EXPECT_EQ(indexIn("int n = 0; for (; n < a; n++) ; t[n] = 0;"), "n mixed <local(f,n)>");
}

TEST(IndexSource, NumbersGivenOutOnce) {
  const std::string Next = "int next_id; struct pool { int next; };";
  EXPECT_EQ(indexIn("int me = __atomic_fetch_add(&next_id, 1, 0); for (;;) t[me]++;", Next),
            "me <ticket(next_id)>");
  EXPECT_EQ(indexIn("int me = __sync_fetch_and_add(&p->next, 1); t[me]++;", Next, "struct pool *p"),
            "me <ticket(pool,next)>");
  EXPECT_EQ(indexIn("for (;;) { int at = __atomic_fetch_add(&next_id, 1, 0); t[at]++; }", Next),
            "at mixed");
}

TEST(ValueFlow, ArgumentsAndReturns) {
  BodyUnit U(R"(int twice(int x); struct s { int id; };
int same(int x) { return x; }
void f(int a, struct s *p) { twice(a); same(p->id); twice(3); twice(a * 2); same(same(a)); })");
  EXPECT_THAT(U.flowsTo("param(twice,0)"), ElementsAre("param(f,0)", "opaque"));
  EXPECT_THAT(U.flowsTo("param(same,0)"),
              ElementsAre("field(s::id)", "return(same)", "param(f,0)"));
  EXPECT_THAT(U.flowsTo("return(same)"), ElementsAre("param(same,0)"));
}

TEST(ValueFlow, StoresAndInitialisers) {
  BodyUnit U(
      R"(struct task { void *ctl; unsigned id; }; static __thread unsigned tid; unsigned ids[4];
int ctl;
void f(struct task *t, unsigned n, void *arg) {
  t->id = n; tid = (unsigned)(unsigned long)arg; ids[2] = n; *(unsigned *)arg = n;
  t[n] = (struct task){ .ctl = &ctl, .id = n }; struct task own = { &ctl, n }; (void)own; })");
  EXPECT_THAT(U.flowsTo("field(task::id)"), ElementsAre("param(f,1)", "param(f,1)", "param(f,1)"));
  EXPECT_THAT(U.flowsTo("field(task::ctl)"), ElementsAre("&global(ctl)", "&global(ctl)"));
  EXPECT_THAT(U.flowsTo("global(tid)"), ElementsAre("param(f,2)"));
  EXPECT_THAT(U.flowsTo("element(ids)"), ElementsAre("param(f,1)"));
  EXPECT_THAT(U.flowsTo("pointee(f,2)"), ElementsAre("param(f,1)"));
}

TEST(ValueFlow, NumbersOfElements) {
  BodyUnit U(R"(struct w { int id; }; struct w all[4];
void f(void) { for (int i = 0; i < 4; i++) { struct w *w = &all[i]; w->id = i; } })");
  EXPECT_THAT(U.flowsTo("field(w::id)"), ElementsAre("local(f,i) counter"));
}

TEST(ValueFlow, TablesOfConstants) {
  BodyUnit U(R"(int same[3] = { 1, 1, 2 }; int one[] = { 5 };
void g(void) { static unsigned nums[4] = { 0, 1, 2, 3 }; (void)nums; })");
  EXPECT_THAT(U.flows(), ElementsAre("distinct -> element(nums)"));
}

TEST(ValueFlow, TablesOfFunctionsAndCallsThroughThem) {
  BodyUnit U(R"(struct ops { int (*go)(int); }; int fast(int x) { return x; }
static const struct ops table = { .go = fast };
int f(const struct ops *o, int (*cb)(int)) { return o->go(1) + cb(2) + table.go(3); }
int g(void) { int (*p)(int) = fast; return p(1); })");
  EXPECT_THAT(U.flowsTo("field(ops::go)"), ElementsAre("function(fast)"));
  EXPECT_THAT(U.calls(), ElementsAre("f -> field(ops::go)", "f -> param(f,1)",
                                     "f -> field(ops::go)", "g -> fast"));
}

TEST(ValueFlow, AddressesThatAreHandedOn) {
  BodyUnit U(R"(struct s { int x; }; void give(void *p, struct s *q); struct s all[4], one;
void f(int i) { give(&all[i], &one); give(all, 0); })");
  EXPECT_THAT(U.flowsTo("param(give,0)"),
              ElementsAre("&global(all) [i <param(f,0)> /4 x4]", "&global(all) [=0 /4 x4]"));
  EXPECT_THAT(U.flowsTo("param(give,1)"), ElementsAre("&global(one)"));
}

TEST(ValueFlow, LocalsWithoutAnOriginKeepTheirName) {
  BodyUnit U(R"(void *malloc(unsigned long); struct s { struct s *next; }; struct s *head;
struct s *f(void) { struct s *p = malloc(sizeof *p); head = p; return p; })");
  EXPECT_THAT(U.flowsTo("global(head)"), ElementsAre("local(f,p)"));
  EXPECT_THAT(U.flowsTo("return(f)"), ElementsAre("local(f,p)"));
}

TEST(ValueFlow, FilledByOthers) {
  BodyUnit U("void ask(int *); long t[4]; void f(int a) { int id = a; ask(&id); t[id] = 1; }");
  EXPECT_THAT(U.writtenPaths(), ElementsAre("global(t) [id <param(f,0)> <local(f,id)> /8 x4]"));
  EXPECT_THAT(U.flowsTo("local(f,id)"), ElementsAre("param(f,0)"));
}

TEST(ValueFlow, MethodsAndReferences) {
  BodyUnit U(R"(struct s { int id; s(int n) : id(n) {} void set(const int &n) { id = n; } };
void by(s &x); s all[2] = { 1, 2 };
void f(s *p, int i) { p->set(i); all[i].set(i); by(all[i]); s y(i); })",
             "u.cpp");
  EXPECT_THAT(U.flowsTo("param(set,this)"),
              ElementsAre("param(f,0)", "&global(all) [i <param(f,1)> /4 x2]"));
  EXPECT_THAT(U.flowsTo("param(set,0)"), ElementsAre("param(f,1)", "param(f,1)"));
  EXPECT_THAT(U.flowsTo("param(by,0)"), ElementsAre("&global(all) [i <param(f,1)> /4 x2]"));
  EXPECT_THAT(U.flowsTo("param(s,0)"), ElementsAre("param(f,1)"));
  EXPECT_THAT(U.flowsTo("field(s::id)"), ElementsAre("param(s,0)", "param(set,0)"));
}

TEST(ValueFlow, VirtualFunctionsNameWhatTheyOverride) {
  BodyUnit U(R"(struct base { virtual void run(); }; struct mine : base { void run() override {} };
void f(base *b) { b->run(); })",
             "u.cpp");
  const model::Function *Run = U.function("mine::run");
  ASSERT_TRUE(Run);
  EXPECT_THAT(Run->Overrides, ElementsAre(U.function("base::run")->Key));
}

TEST(ValueFlow, FunctionsHandedOnMayBeCalled) {
  BodyUnit U(
      R"(void f(std::vector<int> &v) { int n = 0; std::for_each(v.begin(), v.end(), [&](int x) { n += x; }); })",
      "u.cpp");
  EXPECT_THAT(U.calls(), ElementsAre("f -> operator() assumed"));
}

} // namespace
} // namespace cachelint::ast
