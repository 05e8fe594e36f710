// What pahole makes of gcc's DWARF: equal unnamed records are one, arrays of arrays are flat. Read
// from an object file and from a file of BTF alone.
//
// REQUIRES: pahole, gcc
// RUN: %gcc -g -c %s -o %t.o
// RUN: pahole -J --btf_gen_floats %t.o
// RUN: pahole -J --btf_gen_floats --btf_encode_detached=%t.btf %t.o
// RUN: %layout %t.o > %t.o.txt
// RUN: %layout %t.btf > %t.btf.txt
// RUN: cmp %t.o.txt %t.btf.txt
// RUN: FileCheck %s --input-file=%t.o.txt

typedef struct {
  int counter;
} atomic_t;
typedef struct {
  int counter;
} refcount_t;

// As the kernel's screen_info, of which pahole once told other offsets from BTF than from DWARF.
struct screen_info {
  unsigned char orig_x;
  unsigned short ext_mem_k;
  unsigned int blue_pos : 8, rsvd_pos : 8;
  unsigned short vesapm_seg;
  unsigned int capabilities;
} __attribute__((packed));
struct screen_info screen;

// Alignment of the flexible array is nowhere in BTF, and its effect is in the offset.
struct extension {
  char name[9];
  char data[] __attribute__((aligned(8)));
};
struct extension *extension;

struct user {
  atomic_t a;
  refcount_t r;
  struct {
    int counter;
  } own;
  unsigned is_set : 3, kind : 4;
  long double precise;
  int table[2][3];
  enum color { RED } color;
};
struct user user;

// CHECK:      struct atomic_t
// CHECK-NEXT: - line 0 -
// CHECK-NEXT: 0 4 int counter
//
// CHECK:      struct extension
// CHECK-NEXT: - line 0 -
// CHECK-NEXT: 0 9 char[9] name
// CHECK-NEXT: 9 7 -- hole --
// CHECK-NEXT: 16 0 char[] data
//
// CHECK:      struct refcount_t
//
// CHECK:      struct screen_info
// CHECK-NEXT: - line 0 -
// CHECK-NEXT: 0 1 unsigned char orig_x
// CHECK-NEXT: 1 2 unsigned short ext_mem_k
// CHECK-NEXT: 3:0 8b unsigned int blue_pos
// CHECK-NEXT: 4:0 8b unsigned int rsvd_pos
// CHECK-NEXT: 5 2 unsigned short vesapm_seg
// CHECK-NEXT: 7 4 unsigned int capabilities
// CHECK-NEXT: size 11, 1 line, packed (inferred from offsets)
//
// CHECK:      struct user
// CHECK-NEXT: - line 0 -
// CHECK-NEXT: 0 4 atomic_t a
// CHECK-NEXT: 4 4 refcount_t r
// CHECK-NEXT: 8 4 struct {...} own
// CHECK-NEXT: 12:0 3b unsigned int is_set
// CHECK-NEXT: 12:3 4b unsigned int kind
// CHECK-NEXT: 12:7 25b -- hole --
// CHECK-NEXT: 16 16 long double precise
// CHECK-NEXT: 32 24 int[6] table
// CHECK-NEXT: 56 4 enum color color
// CHECK:      struct user::(anonymous struct #1)
