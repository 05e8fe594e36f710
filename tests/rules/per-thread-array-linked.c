// Where the array starts is the linker's choice, which a binary tells: the one here is linked with an alignment that the
// source is looked at without.
// RUN: %check_rule per-thread-array %s %t --no-dwarf -- -std=gnu11 -fno-pic
// RUN: %check_rule per-thread-array %s %t --with-binary -check-suffix=LINKED --no-dwarf -- -std=gnu11 -fno-pic

typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
#define MAX_WORKERS 16

struct stats {
  unsigned long rx, tx, rest[6];
};
#ifdef __PIC__
static struct stats stats[MAX_WORKERS] __attribute__((aligned(64)));
#else
static struct stats stats[MAX_WORKERS];
// CHECK: warning: {{.*}}'stats'{{.*}} [cachelint-per-thread-array]
// CHECK: note: 'rx' is written here in 'worker'
// CHECK: note: 'rest' is written here in 'worker'
// CHECK: note: the index is taken for a thread
// CHECK: note: align the array to 64 bytes
#endif

static void *worker(void *arg) {
  unsigned long id = (unsigned long)arg;
  for (;;) {
    stats[id].rx++;
    stats[id].rest[5]++;
  }
  return 0;
}

int main(void) {
  pthread_t threads[MAX_WORKERS];
  for (unsigned long i = 0; i < MAX_WORKERS; i++)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (;;)
    ;
}
