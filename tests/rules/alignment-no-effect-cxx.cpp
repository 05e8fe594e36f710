// RUN: %check_rule alignment-no-effect %s %t -- -std=c++17

int omp_get_thread_num();

// alignas on the object, with inheritance and a template.
struct base {
  unsigned long n = 0;
};
alignas(64) static struct worker : base {
  unsigned long m = 0;
} workers[8];
// CHECK: :[[@LINE-1]]:3: warning: the alignment to 64 bytes is on the array 'workers', not on its elements: they are 16 bytes apart [cachelint-alignment-no-effect]
// CHECK: : note: 'alignas(64)' belongs between 'struct' and 'worker'
// CHECK: : note: fix: align 'worker' to whole cache lines

template <typename T> struct cell {
  T value{};
};
alignas(64) static cell<long> cells[8];
// CHECK: :[[@LINE-1]]:31: warning: the alignment to 64 bytes is on the array 'cells', not on its elements: they are 8 bytes apart [cachelint-alignment-no-effect]
// CHECK: : note: 'alignas(64)' belongs between 'struct' and 'cell<long>'
// CHECK: : note: fix: align 'cell<long>' to whole cache lines

// Right: on the type.
struct alignas(64) line : base {};
static line lines[8];

// Right: a bit-field cannot be aligned, and a table nobody writes need not.
struct option {
  unsigned kind : 4;
  unsigned value : 28;
};
alignas(64) static const option options[8] = {};

void work() {
  for (;;) {
    int id = omp_get_thread_num();
    workers[id].n++;
    cells[id].value++;
    lines[id].n += options[id].kind;
  }
}
