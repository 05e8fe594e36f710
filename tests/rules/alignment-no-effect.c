// RUN: %check_rule alignment-no-effect %s %t -- -std=gnu11 -fcommon

typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void *aligned_alloc(unsigned long, unsigned long);

#define MAX_WORKERS 16
#define LINE_ALIGNED __attribute__((aligned(64)))

// 1. The macro is not defined: a variable of that name appears.
struct record {
  unsigned n;
} __rte_cache_aligned;
// CHECK: :[[@LINE-1]]:3: warning: '__rte_cache_aligned' is no macro here and became the name of a variable, so 'record' (4 bytes) is not aligned [cachelint-alignment-no-effect]
// CHECK: : note: include the header that defines it, or write what this program has
// CHECK: : note: fix: write 'LINE_ALIGNED'
static struct record records[MAX_WORKERS];

// 2. Misspelt, and it became the tag.
struct pool {
  int n;
  struct POOL_CACHE_ALIGNED {
// CHECK: :[[@LINE-1]]:10: warning: 'POOL_CACHE_ALIGNED' is no macro here and became the tag of a struct, so nothing is aligned [cachelint-alignment-no-effect]
// CHECK: : note: include the header that defines it, or write what this program has
// CHECK: : note: fix: write 'LINE_ALIGNED'
    unsigned long gets;
  } stats;
};

// 3. On the object, though the type is defined here.
static _Alignas(64) struct status {
  unsigned char wakeup;
} status[MAX_WORKERS];
// CHECK: :[[@LINE-1]]:3: warning: the alignment to 64 bytes is on the array 'status', not on its elements: they are 1 byte apart [cachelint-alignment-no-effect]
// CHECK: : note: 'LINE_ALIGNED' belongs behind the closing brace of 'status'
// CHECK: : note: fix: align 'status' to whole cache lines

// 4. Behind the array of what threads write.
static unsigned long counts[MAX_WORKERS] LINE_ALIGNED;
// CHECK: :[[@LINE-1]]:22: warning: the alignment to 64 bytes is on the array 'counts', not on its elements: they are 8 bytes apart [cachelint-alignment-no-effect]
// CHECK: : note: only a type can keep elements apart: wrap the element in a struct that is aligned to 64 bytes

// 5. Behind the name of the typedef.
typedef struct {
  unsigned long jobs;
  unsigned long idle;
} lane_t LINE_ALIGNED;
// CHECK: :[[@LINE-1]]:3: warning: the alignment stands behind the typedef name 'lane_t', where it does not round the size: alignment 64, size 16, so elements are 16 bytes apart [cachelint-alignment-no-effect]
// CHECK: : note: between the closing brace and the name it belongs to the struct, whose size it rounds
// CHECK: : note: fix: align 'lane_t' to whole cache lines
static lane_t *lanes;

// 6. On the pointer.
static unsigned long *totals LINE_ALIGNED;
// CHECK: :[[@LINE-1]]:23: warning: the alignment to 64 bytes is on the pointer 'totals', not on what it points to: elements are 8 bytes apart [cachelint-alignment-no-effect]
// CHECK: : note: align the element type, and the block that is allocated

// 7. A pad that is a minimum.
union instance {
// CHECK: :[[@LINE-1]]:7: warning: 'pad' is a minimum, not a multiple: beside it is a member of 72 bytes, so 'instance' has 72 bytes, no whole number of lines [cachelint-alignment-no-effect]
// CHECK: : note: an alignment of the type rounds its size, whatever is in it
// CHECK: : note: fix: align 'instance' to whole cache lines
  struct {
    unsigned long words[9];
  } in;
  char pad[64];
};
static union instance instances[MAX_WORKERS];

// 8. On the first of two words that were to be apart.
struct callbacks {
  void *tail LINE_ALIGNED;
// CHECK: :[[@LINE-1]]:9: warning: the alignment of 'tail' separates it from nothing: 'head' follows in the same line, 8 bytes behind, and other threads write it [cachelint-alignment-no-effect]
// CHECK: : note: 'tail' is written in 'worker'
// CHECK: : note: 'head' is written in 'consumer'
// CHECK: : note: align 'head', as well
  void *head;
};
static struct callbacks queue;

// What follows must stay silent.

struct right {
  unsigned long n;
} LINE_ALIGNED;
static struct right right[MAX_WORKERS];

static LINE_ALIGNED unsigned char buffer[4096];
static const LINE_ALIGNED unsigned short sizes[64] = {1, 2, 3};
static struct right *own_line LINE_ALIGNED;
typedef unsigned long vector_t __attribute__((aligned(16)));

struct both {
  void *tail LINE_ALIGNED;
  void *head LINE_ALIGNED;
};
static struct both both;

// The first member is aligned to align the whole.
struct session {
  int fd LINE_ALIGNED;
  int state;
};
static struct session session;

static void *worker(void *arg) {
  unsigned id = *(unsigned *)arg;
  for (;;) {
    records[id].n++;
    status[id].wakeup = 1;
    counts[id]++;
    lanes[id].jobs++;
    totals[id]++;
    instances[id].in.words[0]++;
    __atomic_exchange_n(&queue.tail, arg, 5);
    __atomic_exchange_n(&both.tail, arg, 5);
    right[id].n++;
    own_line[id].n++;
    buffer[id * 64] = sizes[id];
    session.state++;
  }
  return 0;
}

static void *consumer(void *arg) {
  for (;;) {
    __atomic_store_n(&queue.head, arg, 5);
    __atomic_store_n(&both.head, arg, 5);
    session.fd++;
  }
  return 0;
}

int main(void) {
  static unsigned ids[4];
  static struct pool pool;
  vector_t v = 0;
  pthread_t threads[5];
  pool.stats.gets++;
  lanes = aligned_alloc(64, 64 * MAX_WORKERS);
  totals = aligned_alloc(64, 64 * MAX_WORKERS);
  own_line = aligned_alloc(64, 64 * MAX_WORKERS);
  for (unsigned i = 0; i < 4; i++) {
    ids[i] = i;
    pthread_create(&threads[i], 0, worker, &ids[i]);
  }
  pthread_create(&threads[4], 0, consumer, 0);
  return (int)v;
}
