// A module's BTF goes on where that of the kernel ends.
//
// REQUIRES: pahole, gcc
// RUN: %gcc -g -c -DKERNEL %s -o %t.kernel.o
// RUN: %gcc -g -c %s -o %t.module.o
// RUN: pahole -J %t.kernel.o
// RUN: pahole -J --btf_base=%t.kernel.o %t.module.o
// RUN: %layout --base %t.kernel.o %t.module.o | FileCheck %s
// RUN: not %layout %t.module.o 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: {{.*}}module.o(.BTF): is split BTF, which goes on where another file ends

struct list_head {
  struct list_head *next, *prev;
};
struct page {
  unsigned long flags;
  struct list_head lru;
};
#ifdef KERNEL
struct page pages[2];
#else
struct driver {
  struct page page;
  struct list_head *list;
};
struct driver driver;
#endif

// CHECK:      struct driver
// CHECK-NEXT: - line 0 -
// CHECK-NEXT: 0 24 struct page page
// CHECK-NEXT: 24 8 struct list_head * list
// CHECK-NEXT: size 32
// CHECK:      struct list_head
// CHECK:      struct page
// CHECK-NEXT: - line 0 -
// CHECK-NEXT: 0 8 unsigned long flags
// CHECK-NEXT: 8 16 struct list_head lru
