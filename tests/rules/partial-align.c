// RUN: %check_rule partial-align %s %t -- -std=gnu11

typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
unsigned long receive(void);

#define LINE_ALIGNED __attribute__((aligned(64)))
#define COUNT(x) __atomic_fetch_add(&(x), 1, __ATOMIC_RELAXED)

// The second line was meant for what changes, but not all that follows changes.
struct front {
  const char *id;
  unsigned conns LINE_ALIGNED;
// CHECK: :[[@LINE-1]]:12: warning: a line of 'front' is aligned on purpose, but holds both 'conns' and 'served', which 'serve' (several threads) keep writing, and 'pending', which 'serve' (several threads) read [cachelint-partial-align]
// CHECK: : note: bytes 64-67 'conns': written in 'serve' by 'serve' (several threads), loop depth 1
// CHECK: : note: bytes 68-71 'served': written in 'serve' by 'serve' (several threads), loop depth 1
// CHECK: : note: bytes 72-75 'pending': read in 'serve' by 'serve' (several threads), loop depth 1
// CHECK: : note: order the fields id, pending, conns, served: the conflict is gone, and 'front' is no larger
  unsigned served;
  unsigned pending;
} LINE_ALIGNED;
static struct front web;

// The repaired twin.
struct good {
  const char *id;
  unsigned conns LINE_ALIGNED;
  unsigned served;
  unsigned pending LINE_ALIGNED;
} LINE_ALIGNED;
static struct good good;

// Aligned as a whole only: that is hot-cold-mix's.
struct whole {
  unsigned conns;
  unsigned pending;
} LINE_ALIGNED;
static struct whole whole;

static void *serve(void *arg) {
  for (;;) {
    COUNT(web.conns);
    COUNT(good.conns);
    COUNT(whole.conns);
    if (web.pending || good.pending || whole.pending)
      receive();
    COUNT(web.served);
    COUNT(good.served);
  }
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 4; i++)
    pthread_create(&t, 0, serve, 0);
  for (;;)
    ;
}
