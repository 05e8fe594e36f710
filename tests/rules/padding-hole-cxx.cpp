// RUN: %check_rule padding-hole %s %t -- -std=c++17

// Each instantiation has the same hole: one finding.
template <typename T> struct slot {
// CHECK: :[[@LINE-1]]:30: note: 'slot<double>' loses 14 of 72 bytes to holes and padding; in another order it takes 64, 1 line instead of 2 [cachelint-padding-hole]
// CHECK: : note: move 'kind' (1 byte) behind 'state'
// CHECK: : note: the order: state, kind, value, more
  char state;
  T value;
  char kind;
  long more[6];
};
long use(slot<long> &l, slot<double> &d) { return l.state + d.state; }

// Own fields behind a base and a vtable pointer.
struct base {
  virtual ~base();
  long id;
};
struct derived : base {
// CHECK: :[[@LINE-1]]:8: note: 'derived' loses 14 of 72 bytes to holes and padding; in another order it takes 64, 1 line instead of 2 [cachelint-padding-hole]
// CHECK: : note: move 'd' (1 byte) behind 'a'
// CHECK: : note: the order: base, a, d, b, c
  char a;
  long b;
  long c[4];
  char d;
};

base::~base() {}
long use(derived &d) { return d.b; }
derived instances[8];
