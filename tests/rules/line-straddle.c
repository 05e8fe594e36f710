// RUN: %check_rule line-straddle %s %t --no-gcc -- -std=gnu11 --target=x86_64-pc-linux-gnu

typedef unsigned long pthread_t;
typedef struct { long words[5]; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
#define LINE_ALIGNED __attribute__((aligned(64)))

// A lock over the end of the first line.
struct space {
  void *areas;
  long words[4];
  pthread_mutex_t lock;
// CHECK: :[[@LINE-1]]:19: note: lock 'lock' of 'space' (40 bytes at offset 40) lies over two cache lines [cachelint-line-straddle]
// CHECK: : note: a line starts at offset 64: 24 bytes more in front of it, or 16 less, and it is whole
  long pinned;
} LINE_ALIGNED;

// The same in a member without alignment of its own.
struct inner {
  long n;
  pthread_mutex_t lock;
};
struct outer {
  long words[3];
  struct inner in;
// CHECK: :[[@LINE-1]]:16: note: lock 'in.lock' of 'outer' (40 bytes at offset 32) lies over two cache lines [cachelint-line-straddle]
// CHECK: : note: a line starts at offset 64: 32 bytes more in front of it, or 8 less, and it is whole
} LINE_ALIGNED;

// Rows of 56 bytes step through the lines.
struct row {
  pthread_mutex_t lock;
// CHECK: :[[@LINE-1]]:19: note: lock 'lock' of 'row' (40 bytes at offset 0) lies over two cache lines in 4 of 8 elements of 'rows' (56 bytes each) [cachelint-line-straddle]
// CHECK: : note: a stride of 56 bytes moves it through the line; an element of whole lines does not
  void *head, *tail;
};
static struct row rows[128] LINE_ALIGNED;

// An atomic in a packed record.
struct message {
  char kind;
  _Atomic long refs;
// CHECK: :[[@LINE-1]]:16: warning: atomic 'refs' of 'message' may lie over two cache lines: each read-modify-write of it is a split lock, which stops all cores [cachelint-line-straddle]
// CHECK: : note: its offset is 1, no multiple of its size, 8
} __attribute__((packed));

// A plain word that atomic operations change, over two lines for sure.
struct header {
  char text[60];
  long refs;
// CHECK: :[[@LINE-1]]:8: error: atomic 'refs' of 'header' lies over two cache lines: each read-modify-write of it is a split lock, which stops all cores [cachelint-line-straddle]
// CHECK: : note: its offset is 60, no multiple of its size, 8
} __attribute__((packed, aligned(64)));

// What follows must stay silent.

struct whole {
  long words[8];
  pthread_mutex_t lock;
} LINE_ALIGNED;

struct anywhere {
  long words[6];
  pthread_mutex_t lock;
};

struct bits {
  long words[7];
  unsigned x : 31, y : 31;
  _Atomic long refs;
} LINE_ALIGNED;

static struct space space;
static struct outer outer;
static struct whole whole;
static struct anywhere anywhere;
static struct bits bits;
static struct header header;

void drop(struct message *m) { m->refs--; }

static void *worker(void *arg) {
  for (long i = 0;; i++) {
    struct row *r = &rows[(i * 2654435761u) % 128];
    pthread_mutex_lock(&r->lock);
    pthread_mutex_unlock(&r->lock);
    pthread_mutex_lock(&space.lock);
    space.pinned++;
    pthread_mutex_unlock(&space.lock);
    pthread_mutex_lock(&outer.in.lock);
    pthread_mutex_unlock(&outer.in.lock);
    pthread_mutex_lock(&whole.lock);
    pthread_mutex_unlock(&whole.lock);
    pthread_mutex_lock(&anywhere.lock);
    pthread_mutex_unlock(&anywhere.lock);
    __atomic_fetch_add(&header.refs, 1, 5);
    bits.refs++;
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, worker, 0);
  return 0;
}
