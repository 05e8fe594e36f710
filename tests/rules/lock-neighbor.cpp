// RUN: %check_rule lock-neighbor %s %t -- -std=c++17

typedef unsigned long pthread_t;
typedef struct { int word; } pthread_spinlock_t;
extern "C" {
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_unlock(pthread_spinlock_t *);
unsigned long receive(void);
}

#define LINE_ALIGNED __attribute__((aligned(64)))

// Read by all without the lock; 'used' is under it.
template <typename T> struct LINE_ALIGNED Bin {
  pthread_spinlock_t lock;
// CHECK: :[[@LINE-1]]:22: warning: 'lock' of 'Bin<unsigned int>', changed by 'giveBack' (several threads), shares a cache line with 'size', which 'index' (several threads) use without it [cachelint-lock-neighbor]
// CHECK: : note: bytes 0-3 'lock': locked in 'giveBack' by 'giveBack' (several threads), loop depth 1
// CHECK: : note: bytes 4-7 'used': written in 'giveBack' by 'giveBack' (several threads), loop depth 1
// CHECK: : note: bytes 8-11 'size': read in 'index' by 'index' (several threads), loop depth 1
// CHECK: : note: align 'size' to 64: the conflict is gone, and 'Bin<unsigned int>' has 128 bytes instead of 64
  T used;
  T size;
};
static Bin<unsigned> bin;

// Two locks, two groups of threads; inherited.
struct Base {
  pthread_spinlock_t rx, tx;
// CHECK: :[[@LINE-1]]:22: warning: locks 'rx' and 'tx' of 'Base' share a cache line and are taken by different threads: 'receiver' and 'sender' (several threads) [cachelint-lock-neighbor]
// CHECK: : note: bytes 0-3 'rx': locked in 'receiver' by 'receiver' (several threads), loop depth 1
// CHECK: : note: bytes 4-7 'tx': locked in 'sender' by 'sender' (several threads), loop depth 1
// CHECK: : note: align 'tx' to 64: the conflict is gone, and 'Base' has 128 bytes instead of 8
};
struct LINE_ALIGNED Port : Base {
  int fd;
};
static Port port;

// A count that each user moves, beside what a lookup compares.
struct LINE_ALIGNED Node {
  unsigned long hash;
  int refs;
// CHECK: :[[@LINE-1]]:7: warning: 'refs' of 'Node', changed by 'lookup' (several threads), shares a cache line with 'hash', which 'lookup' (several threads) use without it [cachelint-lock-neighbor]
// CHECK: : note: bytes 0-7 'hash': read in 'lookup' by 'lookup' (several threads), loop depth 1
// CHECK: : note: bytes 8-11 'refs': written in 'lookup' by 'lookup' (several threads), loop depth 1
// CHECK: : note: align 'refs' to 64: the conflict is gone, and 'Node' has 128 bytes instead of 64
};
static Node node;

// All that is on the line is used under the lock, also in functions that are called with it.
struct LINE_ALIGNED Stack {
  pthread_spinlock_t lock;
  unsigned n, limit;
};
static Stack stack;

static bool full(const Stack &s) { return s.n == s.limit; }

static void *giveBack(void *) {
  for (;;) {
    pthread_spin_lock(&bin.lock);
    bin.used--;
    pthread_spin_unlock(&bin.lock);
    pthread_spin_lock(&stack.lock);
    if (!full(stack))
      stack.n++;
    pthread_spin_unlock(&stack.lock);
  }
}

static void *index(void *) {
  unsigned long sum = 0;
  for (;;)
    sum += receive() / bin.size;
}

static void *receiver(void *) {
  for (;;) {
    pthread_spin_lock(&port.rx);
    receive();
    pthread_spin_unlock(&port.rx);
  }
}

static void *sender(void *) {
  for (;;) {
    pthread_spin_lock(&port.tx);
    receive();
    pthread_spin_unlock(&port.tx);
  }
}

static void *lookup(void *) {
  for (;;)
    if (node.hash == receive()) {
      __atomic_add_fetch(&node.refs, 1, __ATOMIC_ACQUIRE);
      receive();
      __atomic_sub_fetch(&node.refs, 1, __ATOMIC_RELEASE);
    }
}

int main() {
  pthread_t t;
  bin.size = 16;
  for (;;) {
    pthread_create(&t, nullptr, giveBack, nullptr);
    pthread_create(&t, nullptr, index, nullptr);
    pthread_create(&t, nullptr, receiver, nullptr);
    pthread_create(&t, nullptr, sender, nullptr);
    pthread_create(&t, nullptr, lookup, nullptr);
  }
}
