// RUN: %check_rule per-thread-array %s %t -- -std=c++17

namespace std {
using size_t = unsigned long;
template <typename T> struct atomic {
  T fetch_add(T, int = 0);
  T operator++(int);
  T value;
};
template <typename T, size_t N> struct array {
  T &operator[](size_t I) { return Elements[I]; }
  T Elements[N];
};
template <typename T> struct vector {
  explicit vector(size_t);
  T &operator[](size_t);
  T *Begin, *End, *Limit;
};
struct thread {
  template <typename F, typename... Args> explicit thread(F &&, Args &&...) {}
  void join();
};
} // namespace std

// A template: the element is whatever the reducer sums.
template <typename T> class reducer {
public:
  explicit reducer(unsigned n) : slots_(new T[n]) {}
  void add(unsigned core, T v) { slots_[core] = slots_[core] + v; }

private:
  T *slots_;
// CHECK: :[[@LINE-1]]:6: warning: 8 elements of 'reducer<double>::slots_' share a cache line (8 bytes each, lines of 64), and threads write their own in 'reducer<double>::add' (index: 'core' is the argument that main() hands to std::thread in a loop) [cachelint-per-thread-array]
// CHECK: : note: written here in 'reducer<double>::add'
// CHECK: : note: the index is taken for a thread's: 'core' is the argument that main() hands to std::thread in a loop
// CHECK: : note: give each element a line: wrap 'double' in a struct that is aligned to 64 bytes
// CHECK: : note: 'new[]' honours that since C++17 only
};

static void sum(reducer<double> &r, unsigned core) {
  for (int i = 0; i < 1000; ++i)
    r.add(core, 1.0);
}

// Inheritance: the written member is in the base.
struct counter {
  unsigned long hits = 0;
};
struct worker_row : counter {
  unsigned long misses = 0;
};
struct alignas(64) worker_line : counter {
  unsigned long misses = 0;
};

static std::array<std::atomic<long>, 8> ticks;
// CHECK: :[[@LINE-1]]:41: warning: 8 elements of 'ticks' share a cache line (8 bytes each, lines of 64), and threads write their own in 'main()::operator()' (index: 'c' is the argument that main() hands to std::thread in a loop) [cachelint-per-thread-array]
// CHECK: : note: written here in 'main()::operator()'
// CHECK: : note: the index is taken for a thread's: 'c' is the argument that main() hands to std::thread in a loop
// CHECK: : note: give each element a line: wrap 'std::atomic<long>' in a struct that is aligned to 64 bytes
static worker_row rows[8];
// CHECK: :[[@LINE-1]]:19: warning: 4 elements of 'rows' share a cache line (16 bytes each, lines of 64), and threads write their own 'hits' in 'main()::operator()' (index: 'c' is the argument that main() hands to std::thread in a loop) [cachelint-per-thread-array]
// CHECK: : note: 'hits' is written here in 'main()::operator()'
// CHECK: : note: the index is taken for a thread's: 'c' is the argument that main() hands to std::thread in a loop
// CHECK: : note: fix: align 'worker_row' to whole cache lines
static worker_line lines[8];

int main() {
  reducer<double> r(4);
  std::vector<counter> counts(4);
// CHECK: :[[@LINE-1]]:24: warning: 8 elements of 'main()::counts' share a cache line (8 bytes each, lines of 64), and threads write their own 'hits' in 'main()::operator()' (index: 'c' is the argument that main() hands to std::thread in a loop) [cachelint-per-thread-array]
// CHECK: : note: 'hits' is written here in 'main()::operator()'
// CHECK: : note: the index is taken for a thread's: 'c' is the argument that main() hands to std::thread in a loop
// CHECK: : note: 'counter' is used elsewhere, too: wrap it in a struct that is aligned to 64 bytes, for this array
// CHECK: : note: 'std::vector' honours that since C++17 only
  for (unsigned c = 0; c < 4; ++c) {
    std::thread([&, c] { sum(r, c); }).join();
    std::thread([&counts, c] {
      for (int i = 0; i < 1000; ++i) {
        counts[c].hits++;
        ticks[c].fetch_add(1);
        rows[c].hits++;
        lines[c].hits++;
      }
    }).join();
  }
  return 0;
}
