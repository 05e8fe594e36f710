// RUN: %check_rule line-straddle %s %t --no-gcc -- -std=c++17 --target=x86_64-pc-linux-gnu

namespace std {
struct mutex {
  long words[5];
  void lock();
  void unlock();
};
} // namespace std

// A template: one finding for all instantiations.
template <typename T> struct alignas(64) guarded {
  T before[4];
  std::mutex lock;
// CHECK: :[[@LINE-1]]:14: note: lock 'lock' of 'guarded<double>' (40 bytes at offset 32) lies over two cache lines [cachelint-line-straddle]
// CHECK: : note: a line starts at offset 64: 32 bytes more in front of it, or 8 less, and it is whole
};
void use(guarded<long> &l, guarded<double> &d) {
  l.lock.lock();
  d.lock.lock();
}

// Behind a base.
struct base {
  long words[5];
};
struct alignas(64) derived : base {
  std::mutex lock;
// CHECK: :[[@LINE-1]]:14: note: lock 'lock' of 'derived' (40 bytes at offset 40) lies over two cache lines [cachelint-line-straddle]
// CHECK: : note: a line starts at offset 64: 24 bytes more in front of it, or 16 less, and it is whole
};

// Whole.
struct alignas(64) fits : base {
  long more[3];
  std::mutex lock;
};

void use(derived &d, fits &f) {
  d.lock.lock();
  f.lock.lock();
}
