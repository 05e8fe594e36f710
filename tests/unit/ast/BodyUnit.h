//===-- BodyUnit.h - facts of function bodies as text, for tests -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_AST_BODYUNIT_H
#define CACHELINT_TESTS_UNIT_AST_BODYUNIT_H

#include "tests/unit/ast/ParsedUnit.h"

#include "tool/model/AccessText.h"

#include "gmock/gmock.h"

#include <algorithm>
#include <regex>

namespace cachelint::ast {

inline model::Vocabulary bodyWords() {
  model::Vocabulary W = testWords();
  W.ThreadIdFunctions = {"core_id", "this_cpu", "PER_CORE(core_number)"};
  W.ThreadIdVariables = {"my_tid"};
  model::LaunchApi Create{"pthread_create", 2, 3, 0, std::nullopt, false, false, false};
  model::LaunchApi Thread{"std::thread", 0, std::nullopt, 0, std::nullopt, false, true, false};
  model::LaunchApi OnAll{"run_on_all", 0, 1, 0, std::nullopt, true, false, false};
  model::LaunchApi Irq{"request_irq", 1, 2, 1, std::nullopt, false, false, true};
  W.LaunchApis = {Create, Thread, OnAll, Irq};
  auto Alloc = [](const char *Name, std::optional<unsigned> Size, std::optional<unsigned> Count,
                  std::optional<unsigned> Align, std::optional<unsigned> Result,
                  std::optional<uint64_t> Promised, uint64_t Zero) {
    return model::Allocator{Name, Size, Count, Align, Result, Promised, Zero};
  };
  W.Allocators = {
      Alloc("malloc", 0, {}, {}, {}, 16, 0),       Alloc("calloc", 1, 0, {}, {}, 16, 0),
      Alloc("aligned_alloc", 1, {}, 0, {}, {}, 0), Alloc("posix_memalign", 2, {}, 1, 0, {}, 0),
      Alloc("rte_zmalloc", 1, {}, 2, {}, {}, 64),  Alloc("line_allocator", {}, {}, {}, {}, 64, 0)};
  W.LockFunctions = {"pthread_mutex_lock", "pthread_mutex_unlock"};
  W.AtomicFunctions = {"atomic_count_inc", "atomic_count_set", "atomic_add"};
  W.AtomicReads = {"atomic_count_read"};
  W.CopyFunctions = {"fast_copy"};
  W.JoinFunctions = {"pthread_join"};
  W.ColdFunctions = {"*_init"};
  W.ColdAttributes = {"__start", ".init.text"};
  W.BlockingFunctions = {"usleep", "read"};
  return W;
}

/// What the tests use of the C++ library, by its names. A system header, so that its bodies are no
/// part of the program.
inline const char *const MockStd = R"(
namespace std {
using size_t = decltype(sizeof(0));
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> typename remove_reference<T>::type &&move(T &&x);
template <class T> T &&forward(typename remove_reference<T>::type &x);
inline namespace __1 {
template <class T, size_t N> struct array {
  T items[N];
  T &operator[](size_t i) { return items[i]; }
  const T &operator[](size_t i) const { return items[i]; }
  T &at(size_t i);
  T *begin() { return items; }
  T *end() { return items + N; }
  T *data();
};
template <class T> struct allocator {};
template <class T, class A = allocator<T>> struct vector {
  T *first, *last, *room;
  vector();
  vector(size_t n, const A &a = A());
  T &operator[](size_t i) { return first[i]; }
  const T &operator[](size_t i) const { return first[i]; }
  T &at(size_t i);
  T &front();
  T &back();
  T *data();
  T *begin() { return first; }
  T *end() { return last; }
  const T *begin() const { return first; }
  const T *end() const { return last; }
  void push_back(const T &x);
  template <class... Args> T &emplace_back(Args &&...args) { return *first; }
  void resize(size_t n);
};
template <class T, class A = allocator<T>> struct deque : vector<T, A> {
  T &operator[](size_t i);
};
template <class T> struct span {
  T *first; size_t n;
  span(T *p, size_t n);
  template <size_t N> span(T (&a)[N]);
  span(vector<T> &v);
  T &operator[](size_t i) const { return first[i]; }
};
template <class T> struct unique_ptr {
  T *p;
  unique_ptr();
  explicit unique_ptr(T *q);
  T &operator*() const;
  T *operator->() const;
  T *get() const;
};
template <class T> struct unique_ptr<T[]> {
  T *p;
  unique_ptr();
  explicit unique_ptr(T *q);
  T &operator[](size_t i) const;
  T *get() const;
};
template <class T> struct shared_ptr {
  T *p;
  T &operator*() const;
  T *operator->() const;
  T *get() const;
};
template <class T, class... Args> unique_ptr<T> make_unique(Args &&...args);
template <class T> unique_ptr<T> make_unique(size_t n);
enum memory_order { memory_order_relaxed };
template <class T> struct atomic {
  T v;
  atomic() = default;
  atomic(T x);
  T load(memory_order o = memory_order_relaxed) const;
  void store(T x, memory_order o = memory_order_relaxed);
  T fetch_add(T x, memory_order o = memory_order_relaxed);
  bool compare_exchange_weak(T &e, T d);
  operator T() const;
  T operator=(T x);
  T operator++();
  T operator++(int);
  T operator+=(T x);
};
struct mutex { int m; void lock(); void unlock(); bool try_lock(); };
template <class M> struct lock_guard { M &m; explicit lock_guard(M &x); ~lock_guard(); };
template <class M> struct unique_lock { M *m; explicit unique_lock(M &x); ~unique_lock(); };
template <class T> struct reference_wrapper { T *p; operator T &() const; T &get() const; };
template <class T> reference_wrapper<T> ref(T &x);
struct thread {
  thread();
  thread(thread &&);
  template <class F, class... Args> explicit thread(F &&f, Args &&...args) {}
  void join();
};
template <class F> struct function;
template <class R, class... A> struct function<R(A...)> {
  void *f;
  function();
  template <class G> function(G g);
  R operator()(A... a) const;
};
template <class I, class F> void for_each(I b, I e, F f) {}
}
}
)";

/// A unit whose facts are read as short lines: keys of functions and variables are their names.
class BodyUnit {
public:
  explicit BodyUnit(const std::string &Text, const std::string &File = "u.c",
                    std::vector<std::string> Args = {}, model::Vocabulary Words = bodyWords())
      : Unit(withMocks(Text, File), File, withInclude(std::move(Args)), mocks(), std::move(Words)) {
    for (const Problem &P : Unit.Problems.sorted())
      ADD_FAILURE() << P.text();
  }

  /// Accesses in a function, or all; without reads of pointers and indices on the way if \p Last.
  std::vector<std::string> accesses(const std::string &Function = "") const {
    return list(
        Unit.Facts.Accesses, Function, [](const auto &A) { return A.Function; }, model::accessText);
  }
  /// The full paths of accesses that change something.
  std::vector<std::string> writtenPaths(const std::string &Function = "") const {
    std::vector<std::string> Out;
    for (const model::Access &A : Unit.Facts.Accesses)
      if (A.Kind != model::AccessKind::Read && in(A.Function, Function))
        Out.push_back(plain(model::pathDetail(A.Path)));
    return Out;
  }
  std::vector<std::string> flows() const {
    std::vector<std::string> Out;
    for (const model::ValueFlow &F : Unit.Facts.Flows)
      Out.push_back(plain(model::flowText(F)));
    return Out;
  }
  std::vector<std::string> flowsTo(const std::string &Slot) const {
    std::vector<std::string> Out;
    for (const model::ValueFlow &F : Unit.Facts.Flows)
      if (plain(model::slotText(F.To)) == Slot)
        Out.push_back((F.AddressOf ? "&" + plain(model::pathDetail(*F.AddressOf))
                                   : plain(model::slotText(F.From))) +
                      (F.Counter ? " counter" : ""));
    return Out;
  }
  /// "caller -> callee", with "assumed", "cold" and loop depth behind.
  std::vector<std::string> calls() const {
    std::vector<std::string> Out;
    for (const model::Call &C : Unit.Facts.Calls)
      Out.push_back(plain(C.Caller.str()) + " -> " +
                    plain(C.Callee.empty() ? model::slotText(C.Through) : C.Callee.str()) +
                    (C.Assumed ? " assumed" : "") + (C.Often.Cold ? " cold" : "") +
                    (C.Often.LoopDepth ? " loop" + std::to_string(C.Often.LoopDepth) : ""));
    return Out;
  }
  /// "api: function many", "api: through slot with slot".
  std::vector<std::string> roots() const {
    std::vector<std::string> Out;
    for (const model::ThreadRoot &R : Unit.Facts.Roots)
      Out.push_back(R.Api.str() + ": " +
                    (R.Function.empty() ? "through " + plain(model::slotText(R.Through)) +
                                              " with " + plain(model::slotText(R.Data))
                                        : plain(R.Function.str())) +
                    (R.Instances == model::Multiplicity::Many ? " many" : " one") +
                    (R.Repeats ? " repeats" : ""));
    return Out;
  }
  /// "api type align count -> place"; "?" for what is not known.
  std::vector<std::string> allocations() const {
    std::vector<std::string> Out;
    for (const model::Allocation &A : Unit.Facts.Allocations)
      Out.push_back(A.Api.str() + " " +
                    (A.Element.Spelling.empty() ? "?" : A.Element.Spelling.str()) + " " +
                    (A.Alignment ? std::to_string(A.Alignment->bytes()) : "?") + " " +
                    (A.Count ? std::to_string(*A.Count) : "?") + " -> " +
                    (A.AssignedTo ? plain(model::pathDetail(*A.AssignedTo)) : "?"));
    return Out;
  }
  const model::Function *function(const std::string &Name) const {
    for (const model::Function &F : Unit.Facts.Functions)
      if (F.Name == Name)
        return &F;
    ADD_FAILURE() << "no function " << Name;
    return nullptr;
  }

  ParsedUnit Unit;

  /// Functions by their last name instead of their keys, variables without file and position.
  std::string plain(std::string Text) const {
    for (const auto &[Key, Name] : names())
      for (size_t At; (At = Text.find(Key)) != std::string::npos;)
        Text.replace(At, Key.size(), Name);
    static const std::regex File(R"(@/src/u\.[a-z]+(:\d+:\d+)?)");
    static const std::regex Function(R"([\w<>:]+\(\)::)"); // "main()::nums"
    Text = std::regex_replace(Text, File, "");
    return std::regex_replace(Text, Function, "");
  }

private:
  /// Longest keys first: one may begin like another.
  std::vector<std::pair<std::string, std::string>> names() const {
    std::vector<std::pair<std::string, std::string>> Out;
    for (const model::Function &F : Unit.Facts.Functions) {
      if (F.Key.contains("#omp")) // its function's key with a number behind
        continue;
      size_t Scope = F.Name.rfind("::");
      Out.emplace_back(F.Key.str(),
                       F.Name.substr(Scope == llvm::StringRef::npos ? 0 : Scope + 2).str());
    }
    std::sort(Out.begin(), Out.end(), [](const auto &A, const auto &B) {
      return A.first.size() != B.first.size() ? A.first.size() > B.first.size() : A < B;
    });
    return Out;
  }
  static ExtractOptions mocks() {
    ExtractOptions O;
    O.Files["/mock/std.h"] = MockStd;
    return O;
  }
  static std::string withMocks(const std::string &Text, const std::string &File) {
    return File == "u.cpp" ? "#include <std.h>\n" + Text : Text;
  }
  static std::vector<std::string> withInclude(std::vector<std::string> Args) {
    Args.push_back("-isystem/mock");
    return Args;
  }
  bool in(llvm::StringRef Key, const std::string &Function) const {
    return Function.empty() || plain(Key.str()) == Function;
  }
  template <typename T, typename Of, typename Render>
  std::vector<std::string> list(const std::vector<T> &All, const std::string &Function,
                                Of FunctionOf, Render Text) const {
    std::vector<std::string> Out;
    for (const T &One : All)
      if (in(FunctionOf(One), Function))
        Out.push_back(plain(Text(One)));
    return Out;
  }
};

} // namespace cachelint::ast

#endif
