//===-- TemplateNamesTest.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Names.h"

#include "gtest/gtest.h"

using cachelint::model::canonicalTemplateName;

namespace {

struct Pair {
  const char *Written; ///< by gcc 12, clang 14 or clang 19
  const char *Canonical;
};

class TemplateNames : public ::testing::TestWithParam<Pair> {};

TEST_P(TemplateNames, OneForm) {
  EXPECT_EQ(canonicalTemplateName(GetParam().Written), GetParam().Canonical);
  // A name in its final form stays as it is.
  EXPECT_EQ(canonicalTemplateName(GetParam().Canonical), GetParam().Canonical);
}

const Pair Pairs[] = {
    {"plain", "plain"},
    {"Ring<unsigned int, 4U>", "Ring<unsigned int, 4>"},
    {"Ring<unsigned int, 4>", "Ring<unsigned int, 4>"},
    {"Vals<true, 'a', -5L>", "Vals<true, 97, -5>"},
    {"Vals<false, '\\000', 0>", "Vals<false, 0, 0>"},
    {"Vals<false, '\\x00', 18446744073709551615UL>", "Vals<false, 0, 18446744073709551615>"},
    {"Vals<false, '\\n', 1>", "Vals<false, 10, 1>"},
    {"CT<(Color)7>", "CT<(Color)7>"},
    {"map<int, pair<int, long int> >", "map<int, pair<int, long>>"},
    {"Pack<int, char const*, std::vector<long int, std::allocator<long int> > >",
     "Pack<int, const char *, std::vector<long, std::allocator<long>>>"},
    {"Pack<int, const char *, std::vector<long, std::allocator<long> > >",
     "Pack<int, const char *, std::vector<long, std::allocator<long>>>"},
    {"Pack<int* const*>", "Pack<int *const *>"},
    {"Pack<int *const *>", "Pack<int *const *>"},
    {"Pack<ns::Foo const*, ns::Foo const>", "Pack<const ns::Foo *, const ns::Foo>"},
    {"Pack<std::vector<int> const&>", "Pack<const std::vector<int> &>"},
    {"Pack<(anonymous namespace)::Hidden const&>", "Pack<const (anonymous namespace)::Hidden &>"},
    {"Pack<char volatile const*>", "Pack<const volatile char *>"},
    {"Pack<struct foo *, enum bar>", "Pack<foo *, bar>"},
    {"Ptr<(& ns::gi)>", "Ptr<&ns::gi>"},
    {"Ptr<&ns::gi>", "Ptr<&ns::gi>"},
    {"Fn<void (*)(int, char const*)>", "Fn<void (*)(int, const char *)>"},
    {"Fn<int* (*)(long long unsigned int)>", "Fn<int *(*)(unsigned long long)>"},
    {"function_ref<bool(char)>", "function_ref<bool (char)>"},
    {"function_ref<void(int*, ns::Foo<int>(char))>",
     "function_ref<void (int *, ns::Foo<int> (char))>"},
    {"Holder<main()::Local, f(int)::Other>", "Holder<main()::Local, f(int)::Other>"},
    {"operator<", "operator<"},
    {"less<void>", "less<void>"},
};
INSTANTIATE_TEST_SUITE_P(Producers, TemplateNames, ::testing::ValuesIn(Pairs));

} // namespace
