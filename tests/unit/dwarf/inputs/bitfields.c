// Bit positions, in memory order.
#include "truth.h"

typedef unsigned char u8;
typedef unsigned long long u64;

struct simple {
  unsigned a : 3;
  unsigned b : 7;
  unsigned c : 22;
  int d;
};
USE(struct simple)
RECORD("simple", struct simple)
BITS("simple", struct simple, a, 3)
BITS("simple", struct simple, b, 7)
BITS("simple", struct simple, c, 22)
FIELD("simple", struct simple, d)

// DW_AT_bit_offset with a member location far from the start.
struct behind_array {
  char name[128 - 72];
  u8 b0 : 1, b1 : 1, b2 : 6;
};
USE(struct behind_array)
RECORD("behind_array", struct behind_array)
BITS("behind_array", struct behind_array, b0, 1)
BITS("behind_array", struct behind_array, b1, 1)
BITS("behind_array", struct behind_array, b2, 6)

struct pea {
  int before;
  long long a : 1, b : 1, c : 40;
  int after;
};
USE(struct pea)
RECORD("pea", struct pea)
BITS("pea", struct pea, a, 1)
BITS("pea", struct pea, b, 1)
BITS("pea", struct pea, c, 40)
FIELD("pea", struct pea, after)

struct mixed {
  char c;
  unsigned x : 5;
  unsigned : 0;
  unsigned y : 9;
  unsigned : 3;
  unsigned z : 2;
  _Bool flag : 1;
  short s;
};
USE(struct mixed)
RECORD("mixed", struct mixed)
FIELD("mixed", struct mixed, c)
BITS("mixed", struct mixed, x, 5)
BITS("mixed", struct mixed, y, 9)
BITS("mixed", struct mixed, z, 2)
FIELD("mixed", struct mixed, s)

// Crosses its storage unit: DWARF 2 and 3 need a negative DW_AT_bit_offset for it.
struct packed_bits {
  u8 head;
  unsigned a : 5;
  unsigned long long wide : 60;
  unsigned b : 31;
  u8 tail;
} __attribute__((packed));
USE(struct packed_bits)
RECORD("packed_bits", struct packed_bits)
BITS("packed_bits", struct packed_bits, a, 5)
BITS("packed_bits", struct packed_bits, wide, 60)
BITS("packed_bits", struct packed_bits, b, 31)
FIELD("packed_bits", struct packed_bits, tail)

struct rule_head {
  u64 is_last : 1, dlen : 12, handle : 42;
  u8 data[];
};
USE(struct rule_head)
RECORD("rule_head", struct rule_head)
BITS("rule_head", struct rule_head, is_last, 1)
BITS("rule_head", struct rule_head, dlen, 12)
BITS("rule_head", struct rule_head, handle, 42)

union bit_union {
  const volatile unsigned a : 4;
  unsigned b : 12;
  u64 whole;
};
USE(union bit_union)
RECORD("bit_union", union bit_union)
BITS("bit_union", union bit_union, a, 4)
BITS("bit_union", union bit_union, b, 12)
