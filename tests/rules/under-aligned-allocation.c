// RUN: %check_rule under-aligned-allocation %s %t -- -std=gnu11

typedef unsigned long size_t;
typedef unsigned long pthread_t;
void *malloc(size_t);
void *calloc(size_t, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void abort(void);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);

struct watch {
  long mask, state;
} __attribute__((aligned(64)));

static struct watch *watches;

static void from_calloc(int n) {
  watches = calloc(n, sizeof(*watches));
// CHECK: :[[@LINE-1]]:13: warning: 'watch' is aligned to 64 bytes, but 'calloc' promises 16 bytes: it may start anywhere in a line and share it with what lies beside it [cachelint-under-aligned-allocation]
// CHECK: :[[@LINE-9]]:8: note: 'watch' is declared here
// CHECK: :[[@LINE-3]]:13: note: take the block from an allocator that aligns to 64, and free it accordingly
}

// What a function of the program promises is what it calls.
static void *get(size_t n) {
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}
static void *get_zeroed(size_t n) { return get(n); }

// A member that is aligned aligns the whole.
struct box {
  struct watch head;
  int more;
};
static struct box *from_wrapper(void) {
  return get_zeroed(sizeof(struct box));
// CHECK: :[[@LINE-1]]:10: warning: 'box' is aligned to 64 bytes, but 'get_zeroed' promises 16 bytes: it may start anywhere in a line and share it with what lies beside it [cachelint-under-aligned-allocation]
// CHECK: :[[@LINE-7]]:8: note: 'box' is declared here
// CHECK: :[[@LINE-3]]:10: note: take the block from an allocator that aligns to 64, and free it accordingly
}

// For vector instructions.
struct vec {
  float f[8];
} __attribute__((aligned(32)));
static struct vec *vectors(int n) {
  return malloc(n * sizeof(struct vec));
// CHECK: :[[@LINE-1]]:10: warning: 'vec' is aligned to 32 bytes, but 'malloc' promises 16 bytes: instructions that rely on it fault [cachelint-under-aligned-allocation]
// CHECK: :[[@LINE-6]]:8: note: 'vec' is declared here
// CHECK: :[[@LINE-3]]:10: note: take the block from an allocator that aligns to 32, and free it accordingly
}

// Kept apart by pads, which count from wherever the object starts.
struct ends {
  long head;
  char pad0[56];
  long tail;
  char pad1[56];
};
static struct ends *new_ends(void) {
  // On a line of its own: the finding stands at the call.
  //
  return malloc(sizeof(struct ends));
// CHECK: :[[@LINE-1]]:10: note: 'pad0' of 'ends' pads to a multiple of 64 bytes, but 'malloc' promises 16 bytes, so lines end elsewhere [cachelint-under-aligned-allocation]
// CHECK: :[[@LINE-9]]:8: note: the pad keeps apart only what starts on a line
// CHECK: :[[@LINE-12]]:8: note: 'ends' is declared here
// CHECK: :[[@LINE-4]]:10: note: take the block from an allocator that aligns to 64, and free it accordingly
}

// What follows must stay silent.

static void *get_line(size_t n) {
  void *p;
  if (posix_memalign(&p, 64, n))
    abort();
  return p;
}

// The bytes are counted, and may well be rounded up.
static char arena[4096] __attribute__((aligned(64)));
static size_t used;
static void *from_arena(size_t n) {
  void *p = arena + used;
  used += (n + 63) & ~63ul;
  return p;
}
void *unknown(size_t n);

struct plain {
  long a[8];
};

static void good(int n, size_t align) {
  static struct watch *w;
  static struct plain *plain;
  char *raw;
  w = aligned_alloc(64, n * sizeof(*w));
  w = get_line(sizeof(struct watch));
  w = from_arena(sizeof(struct watch));
  w = unknown(sizeof(struct watch));
  plain = malloc(sizeof(*plain));
  raw = malloc(sizeof(struct watch) + 63);
  w = (struct watch *)(((size_t)raw + 63) & ~63ul);
  raw = malloc(n * sizeof(struct watch) + align);
  w = (struct watch *)(((size_t)raw + align - 1) & ~(align - 1));
}

static void *worker(void *arg) {
  struct ends *e = arg;
  for (int i = 0; i < 1000000; i++)
    e->head++;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t[2];
  from_calloc(argc);
  from_wrapper();
  vectors(argc);
  good(argc, 64);
  struct ends *e = new_ends();
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, worker, e);
  return 0;
}
