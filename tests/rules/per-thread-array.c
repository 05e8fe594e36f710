// RUN: %check_rule per-thread-array %s %t -- -std=gnu11

typedef unsigned long pthread_t;
typedef struct { int word; } pthread_spinlock_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_unlock(pthread_spinlock_t *);
void *calloc(unsigned long, unsigned long);
void *aligned_alloc(unsigned long, unsigned long);
unsigned long receive(void);
int omp_get_thread_num(void);

#define MAX_WORKERS 16
#define LINE_ALIGNED __attribute__((aligned(64)))

// The counters of a switch: a block of 32 bytes for each worker.
struct worker_stats {
  unsigned long rx_packets, tx_packets, rx_bytes, tx_bytes;
};
static struct worker_stats stats[MAX_WORKERS];
// CHECK: :[[@LINE-1]]:28: warning: 2 elements of 'stats' share a cache line (32 bytes each, lines of 64), and threads write their own 'rx_packets' and 'rx_bytes' in 'worker' (index: 'id' is the argument that main() hands to pthread_create in a loop) [cachelint-per-thread-array]
// CHECK: : note: 'rx_packets' is written here in 'worker'
// CHECK: : note: 'rx_bytes' is written here in 'worker'
// CHECK: : note: the index is taken for a thread's: 'id' is the argument that main() hands to pthread_create in a loop
// CHECK: : note: fix: align 'worker_stats' to whole cache lines

// The repaired twin.
struct aligned_stats {
  unsigned long rx_packets, tx_packets;
} LINE_ALIGNED;
static struct aligned_stats good_stats[MAX_WORKERS];

// Scalars.
static unsigned long busy[MAX_WORKERS];
// CHECK: :[[@LINE-1]]:22: warning: 8 elements of 'busy' share a cache line (8 bytes each, lines of 64), and threads write their own in 'worker' (index: 'id' is the argument that main() hands to pthread_create in a loop) [cachelint-per-thread-array]
// CHECK: : note: written here in 'worker'
// CHECK: : note: the index is taken for a thread's: 'id' is the argument that main() hands to pthread_create in a loop
// CHECK: : note: give each element a line: wrap 'unsigned long' in a struct that is aligned to 64 bytes

// Written once by each thread: no harm.
static int started[MAX_WORKERS];

// Pads inside the element keep neighbours apart.
struct padded {
  char before[64];
  unsigned long n;
  char behind[64];
};
static struct padded *padded;

// A lock for each queue, in a heap block.
struct queue {
  pthread_spinlock_t lock;
  int map;
};
struct port {
  struct queue *queues;
// CHECK: :[[@LINE-1]]:17: warning: 8 elements of 'port::queues' share a cache line (8 bytes each, lines of 64), and threads write their own 'lock' in 'worker' (index: 'id' is the argument that main() hands to pthread_create in a loop) [cachelint-per-thread-array]
// CHECK: : note: 'lock' is written here as a lock in 'worker'
// CHECK: : note: the index is taken for a thread's: 'id' is the argument that main() hands to pthread_create in a loop
// CHECK: : note: align 'queue' with 'LINE_ALIGNED'
// CHECK: : note: 'calloc' promises 16 bytes only: allocate the array aligned to 64, as well
};
static struct port port;

// Three lines but for eight bytes: only neighbours' edges meet.
struct large {
  unsigned long first[16];
  unsigned long last;
};
static struct large large[MAX_WORKERS] LINE_ALIGNED;
// CHECK: :[[@LINE-1]]:21: warning: neighbouring elements of 'large' share a cache line at their edges (136 bytes each, no multiple of 64), and threads write their own 'first' and 'last' in 'worker' (index: 'id' is the argument that main() hands to pthread_create in a loop) [cachelint-per-thread-array]
// CHECK: : note: 'first' is written here in 'worker'
// CHECK: : note: 'last' is written here in 'worker'
// CHECK: : note: the index is taken for a thread's: 'id' is the argument that main() hands to pthread_create in a loop
// CHECK: : note: the alignment that is written here has no effect on the elements

// Indexed by what comes from the wire, not by a thread.
static unsigned long by_port[32];

// Each thread has its own copy.
static _Thread_local unsigned long own[MAX_WORKERS];

// An index by the caller's own number, in bit-fields.
struct flags {
  unsigned seen : 1;
  unsigned count : 31;
};
static struct flags flags[MAX_WORKERS];
// CHECK: :[[@LINE-1]]:21: warning: 16 elements of 'flags' share a cache line (4 bytes each, lines of 64), and threads write their own 'count' in 'worker' (index: omp_get_thread_num()) [cachelint-per-thread-array]
// CHECK: : note: 'count' is written here in 'worker'
// CHECK: : note: the index is taken for a thread's: omp_get_thread_num()
// CHECK: : note: fix: align 'flags' to whole cache lines

static void *worker(void *arg) {
  unsigned id = *(unsigned *)arg;
  started[id] = 1;
  for (;;) {
    unsigned long n = receive();
    stats[id].rx_packets += n;
    stats[id].rx_bytes += n * 64;
    good_stats[id].rx_packets += n;
    busy[id]++;
    padded[id].n++;
    pthread_spin_lock(&port.queues[id].lock);
    pthread_spin_unlock(&port.queues[id].lock);
    large[id].first[0]++;
    large[id].last++;
    by_port[n % 32]++;
    own[id]++;
    flags[omp_get_thread_num()].count++;
  }
  return 0;
}

int main(void) {
  static unsigned ids[4];
  pthread_t threads[4];
  port.queues = calloc(8, sizeof(struct queue));
  padded = calloc(8, sizeof(struct padded));
  for (unsigned i = 0; i < 4; i++) {
    ids[i] = i;
    pthread_create(&threads[i], 0, worker, &ids[i]);
  }
  for (;;)
    receive();
}
