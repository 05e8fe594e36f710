// Records of C: what a layout can be made of. Each has its truth below it.
#include "truth.h"

typedef unsigned char u8;
typedef unsigned long long u64;
typedef int aligned_int __attribute__((aligned(32)));
enum kind { KIND_A, KIND_B = 7 };

struct plain {
  char c;
  short s;
  int i;
  long l;
  void *p;
  double d;
  u64 u;
};
USE(struct plain)
RECORD("plain", struct plain)
FIELD("plain", struct plain, c)
FIELD("plain", struct plain, s)
FIELD("plain", struct plain, i)
FIELD("plain", struct plain, l)
FIELD("plain", struct plain, p)
FIELD("plain", struct plain, d)
FIELD("plain", struct plain, u)

struct odd_types {
  char c1;
  long double ld;
  char c2;
  _Complex double cd;
  char c3;
  int v __attribute__((vector_size(16)));
  _Bool b;
  enum kind k;
  int (*f)(struct plain *, const char *, ...);
  const volatile int *const *pp;
};
USE(struct odd_types)
RECORD("odd_types", struct odd_types)
FIELD("odd_types", struct odd_types, ld)
FIELD("odd_types", struct odd_types, cd)
FIELD("odd_types", struct odd_types, v)
FIELD("odd_types", struct odd_types, b)
FIELD("odd_types", struct odd_types, k)
FIELD("odd_types", struct odd_types, f)
FIELD("odd_types", struct odd_types, pp)

struct arrays {
  char name[5];
  int table[2][3][4];
  struct plain inner[3];
  const short cs[2][2];
  int *ptrs[4];
  int (*parr)[4];
};
USE(struct arrays)
RECORD("arrays", struct arrays)
FIELD("arrays", struct arrays, name)
FIELD("arrays", struct arrays, table)
FIELD("arrays", struct arrays, inner)
FIELD("arrays", struct arrays, cs)
FIELD("arrays", struct arrays, ptrs)
FIELD("arrays", struct arrays, parr)

struct anonymous {
  int first;
  union {
    int a;
    u64 wide;
    struct {
      char x;
      short y;
    };
  };
  struct {
    int q;
  } named, *pointer;
  struct {
    char z[3];
  } list[2];
};
USE(struct anonymous)
RECORD("anonymous", struct anonymous)
FIELD("anonymous", struct anonymous, first)
FIELD("anonymous", struct anonymous, named)
FIELD("anonymous", struct anonymous, pointer)
FIELD("anonymous", struct anonymous, list)
RECORD("anonymous::(anonymous struct #2)", __typeof__(((struct anonymous *)0)->named))
RECORD("anonymous::(anonymous struct #3)", __typeof__(((struct anonymous *)0)->list[0]))
FIELD("anonymous::(anonymous struct #3)", __typeof__(((struct anonymous *)0)->list[0]), z)

struct flexible {
  int count;
  char tag;
  short data[];
};
USE(struct flexible)
RECORD("flexible", struct flexible)
FIELD("flexible", struct flexible, tag)

struct zero_arrays {
  unsigned short quix;
  int xyz[0];
  unsigned x : 1;
  u64 array[5];
};
USE(struct zero_arrays)
RECORD("zero_arrays", struct zero_arrays)
FIELD("zero_arrays", struct zero_arrays, quix)
FIELD("zero_arrays", struct zero_arrays, xyz)
FIELD("zero_arrays", struct zero_arrays, array)

// Kernels mark a line's start with an array of no elements: the alignment comes from the member only.
struct aligned_by_member {
  int a;
  char mark[0] __attribute__((aligned(64)));
  int b;
};
USE(struct aligned_by_member)
RECORD("aligned_by_member", struct aligned_by_member)
FIELD("aligned_by_member", struct aligned_by_member, a)
FIELD("aligned_by_member", struct aligned_by_member, b)

struct on_line {
  int head;
  int tail __attribute__((aligned(64)));
} __attribute__((aligned(128)));
USE(struct on_line)
RECORD("on_line", struct on_line)
FIELD("on_line", struct on_line, head)
FIELD("on_line", struct on_line, tail)

struct holds_aligned {
  char c;
  aligned_int ai;
  struct on_line line;
};
USE(struct holds_aligned)
RECORD("holds_aligned", struct holds_aligned)
FIELD("holds_aligned", struct holds_aligned, ai)
FIELD("holds_aligned", struct holds_aligned, line)

struct packed {
  char c;
  int i;
  u64 u;
  short s;
} __attribute__((packed));
USE(struct packed)
RECORD("packed", struct packed)
FIELD("packed", struct packed, i)
FIELD("packed", struct packed, u)
FIELD("packed", struct packed, s)

// Its own offsets do not show that it is packed.
struct packed_by_chance {
  u8 address[6];
  unsigned short type;
} __attribute__((packed));
struct holds_packed {
  char c;
  struct packed_by_chance at_odd_place;
  int i;
};
USE(struct holds_packed)
RECORD("packed_by_chance", struct packed_by_chance)
RECORD("holds_packed", struct holds_packed)
FIELD("holds_packed", struct holds_packed, at_odd_place)
FIELD("holds_packed", struct holds_packed, i)

#ifndef NO_ATOMICS // i386 aligns them more than what they are made of, which older DWARF cannot say
struct atomics {
  char c;
  _Atomic int ai;
  _Atomic(char) ac;
  _Atomic long *ap;
  _Atomic u64 au;
};
USE(struct atomics)
RECORD("atomics", struct atomics)
FIELD("atomics", struct atomics, ai)
FIELD("atomics", struct atomics, ac)
FIELD("atomics", struct atomics, ap)
FIELD("atomics", struct atomics, au)
#endif

typedef struct {
  int t;
  char u;
} typedef_named, second_name;
USE(typedef_named)
USE(second_name)
RECORD("typedef_named", typedef_named)
FIELD("typedef_named", typedef_named, u)

union everything {
  char c[7];
  int i;
  struct plain p;
};
USE(union everything)
RECORD("everything", union everything)
FIELD("everything", union everything, c)
FIELD("everything", union everything, i)
FIELD("everything", union everything, p)

struct empty {};
struct holds_empty {
  struct empty e;
  int i;
};
USE(struct holds_empty)
RECORD("empty", struct empty)
RECORD("holds_empty", struct holds_empty)
FIELD("holds_empty", struct holds_empty, i)

struct {
  char c;
  int top;
} variable;
RECORD("variable::(anonymous struct #1)", __typeof__(variable))
FIELD("variable::(anonymous struct #1)", __typeof__(variable), top)

int function(int x) {
  struct local {
    char c;
    long l;
  } here = {1, x};
  struct {
    short s;
  } unnamed = {2};
  static struct plain kept;
  kept.i += x;
  return here.c + unnamed.s + kept.i;
}
