// RUN: %check_rule shared-counter %s %t -- -std=gnu11

typedef unsigned long pthread_t;
typedef struct { int word; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void *calloc(unsigned long, unsigned long);
unsigned long receive(void);

#define LINE_ALIGNED __attribute__((aligned(64)))
#define COUNT(x) __atomic_fetch_add(&(x), 1, __ATOMIC_RELAXED)

// A static of a function, and a member; plain and atomic.
static unsigned long next_of(void) {
  static unsigned long next;
// CHECK: :[[@LINE-1]]:24: warning: several threads increment the one counter 'next_of()::next' (threads of 'worker'), and its line moves between them each time [cachelint-shared-counter]
// CHECK: : note: counted here in 'next_of'
// CHECK: : note: an alignment does not help: let each thread count for itself, and add up when somebody asks
  return receive() + next++;
}
struct totals {
  unsigned long packets;
// CHECK: :[[@LINE-1]]:17: warning: several threads increment the one counter 'packets' (threads of 'worker'), and its line moves between them each time [cachelint-shared-counter]
// CHECK: : note: counted here in 'worker'
// CHECK: : note: an alignment does not help: let each thread count for itself, and add up when somebody asks
} LINE_ALIGNED;
static struct totals totals;

// A block of counters, one for each kind of error.
struct errors {
  unsigned long *count;
};
static struct errors errors;
static void note_error(unsigned kind) { errors.count[kind]++; }
// CHECK: :[[@LINE-1]]:41: warning: several threads increment the one counter 'errors::count[]' (threads of 'worker'), and its line moves between them each time [cachelint-shared-counter]
// CHECK: : note: counted here in 'note_error'
// CHECK: : note: an alignment does not help: let each thread count for itself, and add up when somebody asks

// Silent: levels, tickets, what is under a lock, what a thread has of its own, what one thread counts.
static int level;
static unsigned long tickets;
static unsigned long locked_count;
static pthread_mutex_t lock;
static __thread unsigned long mine;
static unsigned long own[16];
static unsigned long single;

static void *worker(void *arg) {
  unsigned id = *(unsigned *)arg;
  for (;;) {
    next_of();
    COUNT(totals.packets);
    note_error(receive() ? 1 : 2);
    COUNT(level);
    mine++;
    own[id]++;
    if (COUNT(tickets) == receive())
      pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    locked_count++;
    pthread_mutex_unlock(&lock);
    __atomic_fetch_sub(&level, 1, __ATOMIC_RELAXED);
  }
}

static void *counter(void *arg) {
  for (;;)
    single++;
}

int main(void) {
  static unsigned ids[16];
  pthread_t t;
  errors.count = calloc(24, sizeof(*errors.count));
  for (unsigned i = 0; i < 16; i++) {
    ids[i] = i;
    pthread_create(&t, 0, worker, &ids[i]);
  }
  pthread_create(&t, 0, counter, 0);
  for (;;)
    ;
}
