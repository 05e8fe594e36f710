// RUN: %check_rule sparse-walk %s %t -- -std=c++17

// In a template, through a reference and over a base's member.
template <typename T> struct cell {
  T hash;
  char text[100];
  T used;
};
struct alignas(64) cells : cell<unsigned> {
  long more;
};

template <typename T> unsigned count(T *first, unsigned n, unsigned hash) {
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++) {
// CHECK: :[[@LINE-1]]:3: note: the loop over 'first' uses 8 bytes of each 'table::row' (128 bytes), which would fit into one line but lie on 2: 'used' and 'hash' [cachelint-sparse-walk]
// CHECK: :[[@LINE+5]]:11: note: 'used' is at offset 104
// CHECK: :[[@LINE+4]]:21: note: 'hash' is at offset 0, used in some rounds
// CHECK: :[[@LINE+10]]:20: note: move them together in 'table::row'
    const auto &c = first[i];

    if (c.used && c.hash == hash)
      found++;
  }
  return found;
}

namespace table {
struct alignas(64) row {
  unsigned hash;
  char text[100];
  unsigned used;
};
} // namespace table
unsigned rows(table::row *r, unsigned n) { return count(r, n, 3); }

// What follows must stay silent: what a base holds is not followed.
unsigned bases(cells *c, unsigned n) {
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++)
    found += c[i].used && c[i].hash == 3;
  return found;
}
