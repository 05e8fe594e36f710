// RUN: %check_rule under-aligned-allocation %s %t -- -std=c++14

namespace std {
using size_t = decltype(sizeof(0));
enum class align_val_t : size_t {};
} // namespace std
void *operator new(std::size_t, void *p) noexcept;
void *operator new(std::size_t, std::align_val_t);
extern "C" void *malloc(std::size_t);
extern "C" void *aligned_alloc(std::size_t, std::size_t);

template <typename T> struct alignas(64) slot {
  long turn;
  T value;
};

template <typename T> class queue {
public:
  explicit queue(std::size_t n) : slots(new slot<T>[n]) {}
// CHECK: :[[@LINE-1]]:41: warning: 'slot<int>' is aligned to 64 bytes, but before C++17 'new[]' aligns to 16 bytes at most: it may start anywhere in a line and share it with what lies beside it [cachelint-under-aligned-allocation]
// CHECK: :[[@LINE-9]]:42: note: 'slot<int>' is declared here
// CHECK: :[[@LINE-3]]:41: note: build as C++17 or with -faligned-new, or take the block from an allocator that aligns
  slot<T> *slots;
};
queue<int> ints(8);

struct ends {
  alignas(128) long sent;
  alignas(128) long received;
};
ends *storage(unsigned n) {
  void *p = ::operator new(n * sizeof(ends));
// CHECK: :[[@LINE-1]]:13: warning: 'ends' is aligned to 128 bytes, but 'operator new' promises 16 bytes: it may start anywhere in a line and share it with what lies beside it [cachelint-under-aligned-allocation]
// CHECK: :[[@LINE-7]]:8: note: 'ends' is declared here
// CHECK: :[[@LINE-3]]:13: note: hand it the alignment, too: std::align_val_t(128)
  return static_cast<ends *>(p);
}

// A class's own operator new promises what it returns.
struct alignas(64) pooled {
  long n;
  static void *operator new(std::size_t n) { return malloc(n); }
};
pooled *one() {
  return new pooled;
// CHECK: :[[@LINE-1]]:10: warning: 'pooled' is aligned to 64 bytes, but the 'operator new' of the program promises 16 bytes: it may start anywhere in a line and share it with what lies beside it [cachelint-under-aligned-allocation]
// CHECK: :[[@LINE-7]]:20: note: 'pooled' is declared here
// CHECK: :[[@LINE-3]]:10: note: take the block from an allocator that aligns to 64, and free it accordingly
}

// What follows must stay silent.

struct alignas(64) lined {
  long n;
  static void *operator new(std::size_t n) { return aligned_alloc(64, n); }
};

struct base {
  long words[8];
};
struct derived : base {
  unsigned bits : 3;
};

void good(void *room) {
  new lined;
  new (room) slot<int>;
  new derived[4];
  ::operator new(sizeof(ends), std::align_val_t(alignof(ends)));
}
