// RUN: %check_rule producer-consumer %s %t -- -std=gnu11

typedef unsigned long pthread_t;
typedef struct { int word; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void use(unsigned);
unsigned spare(void);

#define LINE_ALIGNED __attribute__((aligned(64)))
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))

// Each side moves its end and looks at the other.
struct ring {
  unsigned a;
// CHECK: :[[@LINE-1]]:12: warning: 'a' and 'b' of 'ring' are the ends of a queue, moved by 'consume' and 'produce', and share a cache line [cachelint-producer-consumer]
// CHECK: : note: bytes 0-3 'a': written in 'consume' by 'consume', read in 'consume' and 'produce', loop depth 1
// CHECK: : note: bytes 4-7 'b': written in 'produce' by 'produce', read in 'consume' and 'produce', loop depth 1
// CHECK: : note: 'ring' is not aligned to a line: where one ends depends on where the object lies
// CHECK: : note: align 'b' to 64, and 'ring' itself to a line: the conflict is gone, and 'ring' has 128 bytes instead of 8
  unsigned b;
};
static struct ring ring;
static unsigned slots[256];

// By their names only; several producers.
struct many {
  unsigned mask;
  unsigned write_pos;
// CHECK: :[[@LINE-1]]:12: warning: 'write_pos' and 'read_pos' of 'many' are the ends of a queue, moved by 'push' and 'pop' (several threads), and share a cache line [cachelint-producer-consumer]
// CHECK: : note: bytes 0-3 'mask': read in 'push' and 'pop' by 'push' and 'pop' (several threads), loop depth 1
// CHECK: : note: bytes 4-7 'write_pos': written in 'push' by 'push' (several threads), loop depth 1
// CHECK: : note: bytes 8-11 'read_pos': written in 'pop' by 'pop', read in 'pop', loop depth 1
// CHECK: : note: align 'write_pos' and 'read_pos' to 64: the conflict is gone, and 'many' has 192 bytes instead of 64
  unsigned read_pos;
} LINE_ALIGNED;
static struct many many;

// The repaired twin, by a pad.
struct good {
  unsigned head;
  char pad[60];
  unsigned tail;
  char pad2[60];
} LINE_ALIGNED;
static struct good good;

// Both ends move under one lock.
struct locked {
  pthread_mutex_t lock;
  unsigned head, tail;
} LINE_ALIGNED;
static struct locked locked;

static void *consume(void *arg) {
  struct ring *r = arg;
  for (;;) {
    unsigned h = r->a;
    if (h == READ_ONCE(r->b))
      continue;
    use(slots[h % 256]);
    WRITE_ONCE(r->a, h + 1);
  }
}

static void *produce(void *arg) {
  struct ring *r = arg;
  for (;;) {
    unsigned t = r->b;
    if (t - READ_ONCE(r->a) == 256)
      continue;
    slots[t % 256] = spare();
    WRITE_ONCE(r->b, t + 1);
  }
}

static void *push(void *arg) {
  for (;;) {
    unsigned pos = __atomic_fetch_add(&many.write_pos, 1, __ATOMIC_ACQ_REL);
    slots[pos & many.mask] = spare();
    pthread_mutex_lock(&locked.lock);
    locked.head++;
    pthread_mutex_unlock(&locked.lock);
    good.head = good.tail + 1;
  }
}

static void *pop(void *arg) {
  for (;;) {
    use(slots[many.read_pos & many.mask]);
    many.read_pos++;
    pthread_mutex_lock(&locked.lock);
    locked.tail++;
    pthread_mutex_unlock(&locked.lock);
    good.tail = good.head + 1;
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consume, &ring);
  pthread_create(&t, 0, produce, &ring);
  pthread_create(&t, 0, push, 0);
  pthread_create(&t, 0, push, 0);
  pthread_create(&t, 0, pop, 0);
  for (;;)
    ;
}
