// RUN: %check_rule padding-hole %s %t -- -std=gnu11

#define LINE_ALIGNED __attribute__((aligned(64)))

// A better order saves a line.
struct loose {
// CHECK: :[[@LINE-1]]:8: note: 'loose' loses 11 of 72 bytes to holes and padding; in another order it takes 64, 1 line instead of 2 [cachelint-padding-hole]
// CHECK: : note: move 'd' (4 bytes) behind 'a'
// CHECK: : note: the order: a, d, b, c, e
  char a;
  long b;
  long c[5];
  int d;
  long e;
};

// A stray int behind an aligned member costs a line.
struct ring {
  int head, tail;
  void **slots;
} LINE_ALIGNED;
struct window {
// CHECK: :[[@LINE-1]]:8: note: 'window' loses 84 of 192 bytes to holes and padding; in another order it takes 128, 2 lines instead of 3 [cachelint-padding-hole]
// CHECK: : note: move 'is_ready' (4 bytes) behind 'mem'
// CHECK: : note: the order: name, min, mem, is_ready, ready
  char name[32];
  unsigned min, mem;
  struct ring ready LINE_ALIGNED;
  int is_ready;
};

// Bit-fields move together.
struct bits {
// CHECK: :[[@LINE-1]]:8: note: 'bits' loses 13 of 72 bytes to holes and padding; in another order it takes 64, 1 line instead of 2 [cachelint-padding-hole]
// CHECK: : note: move 'x' (2 bytes) behind 'a'
// CHECK: : note: the order: a, x, y, b, c
  char a;
  long b[6];
  unsigned x : 3, y : 9;
  long c;
};

// A word over two lines, in a table of them.
struct operations {
// CHECK: :[[@LINE-1]]:8: note: 'operations' is 8 bytes over 2 lines: 56 of its 192 bytes are padding, and so much less would save a line in each element [cachelint-padding-hole]
// CHECK: : note: 'spare' is what ends in the last line
  void *call[10];
  void *spare[7];
} LINE_ALIGNED;
static struct operations table[32];
void *use_table(int i) { return table[i].call[0]; }

// What follows must stay silent.

// One hole of four bytes.
struct small {
  int a;
  long b;
  int c;
};

// Ends of a queue on lines of their own, with room beside each.
struct queue {
  _Atomic unsigned head LINE_ALIGNED;
  _Atomic unsigned tail LINE_ALIGNED;
  int capacity;
};

// Pads of a line.
struct padded {
  char before[64];
  char state;
  long n;
  char x;
  long m[2];
  char y;
  char behind[64];
};

// A wire format.
struct __attribute__((packed)) wire {
  char a;
  long b;
  long c[7];
  char d;
};

// Asserted.
struct asserted {
  char a;
  long b;
  long c[5];
  int d;
  long e;
};
_Static_assert(sizeof(struct asserted) == 72, "an agreement");

// Overlaid with bytes.
struct overlaid {
  char a;
  long b;
  long c[5];
  int d;
  long e;
};
union message {
  struct overlaid fields;
  char bytes[72];
};

// Registers of a device.
struct registers {
  volatile char control;
  volatile long address;
  volatile long data[5];
  volatile int status;
  volatile long end;
};

// A lock that threads fight for must not come beside the read-mostly fields.
struct contended {
  char a;
  long b;
  long c[6];
  _Atomic int refs;
};

long use(struct loose *l, struct window *w, struct bits *b, struct small *s, struct queue *q, struct padded *p,
         struct wire *i, struct asserted *a, union message *m, struct registers *r, struct contended *c) {
  return l->b + w->min + b->b[0] + s->b + q->capacity + p->n + i->b + a->b + m->fields.b + r->data[0] + c->b;
}
