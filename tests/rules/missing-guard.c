// RUN: %check_rule missing-guard %s %t -- -std=gnu11 --target=x86_64-pc-linux-gnu

typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
unsigned core_id(void);
#define current_core_id core_id
unsigned get_core_id(void);
#define LINE_ALIGNED __attribute__((aligned(64)))
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define CACHE_PAD char CAT(pad_, __LINE__)[64] LINE_ALIGNED
#define MAX_CORES 16

// This is how the program guards a line.
struct guarded {
  long n LINE_ALIGNED;
  CACHE_PAD;
};
struct row {
  long puts, gets;
} LINE_ALIGNED;
static struct row rows[MAX_CORES];
// CHECK: :[[@LINE-1]]:19: note: threads write their own elements of 'rows', and the line behind one's is the next one's: a processor that fetches the next line, too, takes it away (index: get_core_id()) [cachelint-missing-guard]
// CHECK: :[[@LINE+37]]:25: note: written here
// CHECK: :[[@LINE+15]]:3: note: 'apart' has a guard line
// CHECK: :[[@LINE-7]]:8: note: end 'row' with an empty line, or align it to 128 bytes

struct ring {
  _Atomic unsigned head LINE_ALIGNED;
// CHECK: :[[@LINE-1]]:20: note: 'head' and 'tail' of 'ring' are written by different threads and lie on lines next to each other: a processor that fetches the next line, too, takes it away [cachelint-missing-guard]
// CHECK: :[[@LINE+2]]:20: note: 'tail' is 64 bytes behind it
// CHECK: :[[@LINE+8]]:3: note: 'apart' has a guard line
  _Atomic unsigned tail LINE_ALIGNED;
};

// What follows must stay silent.

struct apart {
  _Atomic unsigned head LINE_ALIGNED;
  CACHE_PAD;
  _Atomic unsigned tail LINE_ALIGNED;
};
// One thread writes both.
struct own {
  _Atomic unsigned head LINE_ALIGNED;
  _Atomic unsigned tail LINE_ALIGNED;
};
struct wide {
  long n;
} __attribute__((aligned(128)));

static struct guarded guarded[MAX_CORES];
static struct wide wide[MAX_CORES];
static struct row by_port[MAX_CORES];
static struct ring ring;
static struct apart apart;
static struct own own;

static void *put(void *port) {
  for (;;) {
    rows[get_core_id()].puts++;
    guarded[get_core_id()].n++;
    wide[get_core_id()].n++;
    by_port[(long)port & 15].puts++;
    ring.head++;
    apart.head++;
    own.head++;
    own.tail++;
  }
}

static void *get(void *arg) {
  for (;;) {
    ring.tail++;
    apart.tail++;
  }
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < MAX_CORES; i++)
    pthread_create(&t, 0, put, 0);
  pthread_create(&t, 0, get, 0);
  return 0;
}
