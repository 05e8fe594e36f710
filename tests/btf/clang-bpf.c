// What clang itself writes, in both byte orders: arrays of arrays, bit-fields whose widths are in
// the members, no kind for _Atomic, and sections that a loader is to fill in.
//
// RUN: %clang --target=bpfel -g -O0 -c %s -o %t.el.o
// RUN: %clang --target=bpfeb -g -O0 -c %s -o %t.eb.o
// RUN: %layout %t.el.o > %t.el.txt
// RUN: %layout %t.eb.o > %t.eb.txt
// RUN: cmp %t.el.txt %t.eb.txt
// RUN: FileCheck %s --input-file=%t.el.txt
// RUN: %layout --variables %t.eb.o | FileCheck %s --check-prefix=VARS

typedef unsigned char u8;
typedef unsigned long long u64;
typedef struct {
  int counter;
} atomic_t;
// CHECK:      struct atomic_t
// CHECK:         0      4  int counter

struct packed {
  u8 tag;
  u64 address;
  unsigned short low;
} __attribute__((packed));
struct packed wire;
// CHECK:      struct packed
// CHECK-NEXT: - line 0 -
// CHECK-NEXT:   {{^}}       0 1 u8 tag
// CHECK-NEXT:   {{^}}       1 8 u64 address
// CHECK-NEXT:   {{^}}       9 2 unsigned short low
// CHECK-NEXT: size 11, 1 line, packed (inferred from offsets)

struct queue {
  atomic_t users;
  _Atomic int head;
  union {
    struct {
      int in, out;
    };
    long both;
  };
  struct packed *const (*lookup)(const char *, u64, ...);
  volatile int matrix[3][4];
  struct {
    u8 key[16];
  } slots[2], *current;
  const char names[2][8];
  enum { OFF, ON } state : 2;
} __attribute__((aligned(64)));
struct queue queue;
// CHECK:      struct queue
// CHECK-NEXT: - line 0 -
// CHECK-NEXT:   {{^}}       0 4 atomic_t users
// CHECK-NEXT:   {{^}}       4 ? ... head
// CHECK-NEXT:   {{^}}       4 4 -- hole --
// CHECK-NEXT:   {{^}}       8 8 union {...} (anonymous)
// CHECK-NEXT:   {{^}}       8 8 struct {...} (anonymous)
// CHECK-NEXT:   {{^}}       8 4 int in
// CHECK-NEXT:   {{^}}      12 4 int out
// CHECK-NEXT:   {{^}}       8 8 long both
// CHECK-NEXT:   {{^}}      16 8 struct packed *const (*)(const char *, u64, ...) lookup
// CHECK-NEXT:   {{^}}      24 48 volatile int[3][4] matrix straddles lines
// CHECK-NEXT: - line 1 -
// CHECK-NEXT:   {{^}}      72 32 struct {...}[2] slots
// CHECK-NEXT:   {{^}}     104 8 struct {...} * current
// CHECK-NEXT:   {{^}}     112 16 const char[2][8] names
// CHECK-NEXT: - line 2 -
// CHECK-NEXT:   {{^}}   128:0 2b enum {...} state
// CHECK-NEXT:   {{^}}   128:2 510b -- padding --
// CHECK-NEXT: size 192, 3 lines, {{.*}}, incomplete

// CHECK:      struct queue::(anonymous struct #2)
// CHECK:         0     16  u8[16] key
// CHECK:      union queue::(anonymous union #1)
// CHECK:      struct queue::(anonymous union #1)::(anonymous struct #1)

struct rule {
  u64 is_last : 1;
  u64 dlen : 12;
  u64 handle : 42;
  u8 data[];
};
struct rule rules;
// CHECK:      struct rule
// CHECK-NEXT: - line 0 -
// CHECK-NEXT:   {{^}}     0:0 1b u64 is_last
// CHECK-NEXT:   {{^}}     0:1 12b u64 dlen
// CHECK-NEXT:   {{^}}     1:5 42b u64 handle
// CHECK-NEXT:   {{^}}     6:7 1b -- hole --
// CHECK-NEXT:   {{^}}       7 0 u8[] data
// CHECK-NEXT:   {{^}}       7 1 -- padding --
// CHECK-NEXT: size 8,

static int hits;
static int count(int n) {
  static int total;
  return total += n;
}
int serve(int n) { return count(n) + ++hits; }
// VARS:      local count()::total@.bss | count()::total | int | section .bss offset ? address ? size 4
// VARS-NEXT: static hits@.bss | hits | int | section .bss offset ? address ? size 4
// VARS-NEXT: global queue | queue | struct queue | section .bss offset ? address ? size 192
// VARS-NEXT: global rules | rules | struct rule | section .bss offset ? address ? size 8
// VARS-NEXT: global wire | wire | struct packed | section .bss offset ? address ? size 11
// VARS-NOT: {{.}}
