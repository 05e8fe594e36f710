// RUN: %check_rule percpu-unaligned %s %t --profile linux -- -std=gnu11

typedef unsigned long size_t;
typedef unsigned long long u64;
typedef unsigned u32;
#define __percpu
#define __aligned(n) __attribute__((__aligned__(n)))
void *__alloc_percpu(size_t size, size_t align);
#define alloc_percpu(type) ((type __percpu *)__alloc_percpu(sizeof(type), __alignof__(type)))
void *__this_cpu_ptr(void *p);
void *shift(void *p, int cpu);
#define this_cpu_ptr(p) ((__typeof__(p))__this_cpu_ptr(p))
#define per_cpu_ptr(p, cpu) ((__typeof__(p))shift(p, cpu))
int smp_processor_id(void);
int request_irq(unsigned irq, int (*handler)(int, void *), unsigned long flags, const char *name, void *dev);

// A copy may lie over two lines.
struct counts {
  u64 packets, bytes;
  u32 syncp;
};
// What other CPUs write.
struct box {
  u64 state;
};
// What follows them must stay silent.
struct whole {
  u64 packets, bytes;
  u32 syncp;
} __aligned(32);
struct word {
  u64 n;
};
struct own {
  u64 n;
};
struct line {
  u64 n;
} __aligned(64);
struct unused {
  u64 a, b, c;
};

struct dev {
  struct counts __percpu *counts;
  struct box __percpu *boxes;
  struct whole __percpu *whole;
  struct word __percpu *words;
  struct own __percpu *own;
  struct line __percpu *lines;
  struct unused __percpu *unused;
};

static int rx(int irq, void *priv) {
  struct dev *d = priv;
  struct counts *c = this_cpu_ptr(d->counts);

  for (int i = 0; i < 64; i++) {
    c->packets++;
    this_cpu_ptr(d->whole)->packets++;
    this_cpu_ptr(d->words)->n++;
    this_cpu_ptr(d->boxes)->state = 1;
    this_cpu_ptr(d->lines)->n++;
    per_cpu_ptr(d->own, smp_processor_id())->n++;
  }
  return irq;
}

static int kick(int irq, void *priv) {
  struct dev *d = priv;

  for (int cpu = 0; cpu < 8; cpu++) {
    struct box *b = per_cpu_ptr(d->boxes, cpu);

    b->state = 2;
    per_cpu_ptr(d->lines, cpu)->n = 0;
  }
  return irq;
}

int open_dev(struct dev *d) {
  d->counts = alloc_percpu(struct counts);
// CHECK: :[[@LINE-1]]:15: note: per-CPU 'counts' (24 bytes) is allocated with an alignment of 8, so copies may lie over two lines, and each update touches both [cachelint-percpu-unaligned]
// CHECK: :[[@LINE-25]]:8: note: its own CPU writes it here in 'rx'
// CHECK: :[[@LINE-67]]:8: note: aligned to 32 bytes it always lies on one
  d->boxes = alloc_percpu(struct box);
// CHECK: :[[@LINE-1]]:14: warning: per-CPU 'box' (8 bytes, aligned to 8) shares lines with other objects of its CPU, and other CPUs write it again and again [cachelint-percpu-unaligned]
// CHECK: :[[@LINE-26]]:29: note: its own CPU writes it here in 'rx'
// CHECK: :[[@LINE-14]]:8: note: any CPU may write it here in 'kick'
// CHECK: :[[@LINE-4]]:14: note: align it to a line of 64 bytes
  d->whole = alloc_percpu(struct whole);
  d->words = alloc_percpu(struct word);
  d->own = alloc_percpu(struct own);
  d->lines = alloc_percpu(struct line);
  d->unused = alloc_percpu(struct unused);
  return request_irq(7, rx, 0, "rx", d) + request_irq(8, kick, 0, "kick", d);
}
