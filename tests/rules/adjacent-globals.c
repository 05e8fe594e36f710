// RUN: %check_rule adjacent-globals %s %t --no-dwarf -- -std=gnu11
// RUN: %check_rule adjacent-globals %s %t --with-binary -check-suffix=LINKED --no-dwarf -- -std=gnu11 -O1

typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void *malloc(unsigned long);
void use(unsigned long);
#define OWN_LINE __attribute__((aligned(64)))

struct entry {
  unsigned long state;
  void *owner;
};

// All users load the pointer; openers bump the counter behind it.
static struct entry *table;
static int opened;
// CHECK: :[[@LINE-1]]:12: warning: 'table' and 'opened' are separate variables, but most likely lie on one cache line: 'opened' is written in 'opener' and 'table' is read in 'opener' and 'user' [cachelint-adjacent-globals]
// CHECK: : note: 'opened' is written here
// CHECK: : note: 'table' is read here
// CHECK: : note: 'table' is defined here
// CHECK: : note: give 'opened' a line of its own: a member of an aligned struct, whose size is rounded

static void *opener(void *arg) {
  for (int i = 0; i < 100000; i++) {
    table[(long)arg].owner = arg;
    __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
  }
  return 0;
}

static void *user(void *arg) {
  unsigned long n = 0;
  for (int i = 0; i < 100000; i++)
    n += table[(long)arg].state;
  use(n);
  return 0;
}

// Aligned where it starts; what starts with a value is in another section.
OWN_LINE unsigned long received = 1;
unsigned long sent = 1;
// CHECK: warning: 'received' and 'sent' are separate variables, but most likely lie on one cache line: 'received' is written in 'receiver' and 'sent' is written in 'sender' [cachelint-adjacent-globals]
// CHECK: : note: 'received' is written here
// CHECK: : note: 'sent' is written here
// CHECK: : note: 'sent' is defined here
// CHECK: : note: give 'received' a line of its own: a member of an aligned struct, whose size is rounded
// CHECK-LINKED: warning: 'received' and 'sent' lie on one cache line, 8 bytes apart: 'received' is written in 'receiver' and 'sent' is written in 'sender' [cachelint-adjacent-globals]
// CHECK-LINKED: : note: 'received' is written here
// CHECK-LINKED: : note: 'sent' is written here
// CHECK-LINKED: : note: 'sent' is defined here
// CHECK-LINKED: : note: give 'received' a line of its own: a member of an aligned struct, whose size is rounded

static void *receiver(void *arg) {
  for (;;)
    received++;
}
static void *sender(void *arg) {
  for (;;)
    sent++;
}

// What follows must stay silent.

// Each on a line of its own.
struct line {
  unsigned long n;
} OWN_LINE;
static struct line first, second;
static void *firstMain(void *arg) {
  for (;;)
    first.n++;
}
static void *secondMain(void *arg) {
  for (;;)
    second.n++;
}

// Another section.
static unsigned long seldom __attribute__((section(".data.seldom")));
static void *reader(void *arg) {
  for (;;)
    use(seldom);
}

// A lock and what it protects: whoever wants the one wants the other.
static OWN_LINE unsigned long guard;
static unsigned long guarded;
static void *guardedMain(void *arg) {
  for (;;) {
    while (__atomic_exchange_n(&guard, 1, __ATOMIC_ACQUIRE))
      ;
    guarded++;
    __atomic_store_n(&guard, 0, __ATOMIC_RELEASE);
  }
}

// Each thread has its own.
static _Thread_local unsigned long mine, also;
static void *mineMain(void *arg) {
  for (;;)
    mine++;
}
static void *alsoMain(void *arg) {
  for (;;)
    also++;
}

// Far from each other.
static OWN_LINE unsigned long before;
static char between[64];
static unsigned long after;
static void *beforeMain(void *arg) {
  for (;;)
    before++;
}
static void *afterMain(void *arg) {
  for (;;)
    after++;
}

// Written before threads start.
static OWN_LINE unsigned long limit;
static unsigned long step;
static OWN_LINE unsigned long last;
static void *limitMain(void *arg) {
  for (unsigned long i = 0; i < limit; i++)
    use(i);
  return 0;
}
static void *stepMain(void *arg) {
  for (;;)
    use(step);
}

int main(void) {
  pthread_t t;
  table = malloc(16 * sizeof *table);
  limit = 5;
  step = 3;
  last = between[0] = 1;
  pthread_create(&t, 0, opener, 0);
  pthread_create(&t, 0, user, 0);
  pthread_create(&t, 0, receiver, 0);
  pthread_create(&t, 0, sender, 0);
  pthread_create(&t, 0, firstMain, 0);
  pthread_create(&t, 0, secondMain, 0);
  pthread_create(&t, 0, reader, 0);
  for (int i = 0; i < 4; i++)
    pthread_create(&t, 0, guardedMain, 0);
  pthread_create(&t, 0, mineMain, 0);
  pthread_create(&t, 0, alsoMain, 0);
  pthread_create(&t, 0, beforeMain, 0);
  pthread_create(&t, 0, afterMain, 0);
  pthread_create(&t, 0, limitMain, 0);
  pthread_create(&t, 0, stepMain, 0);
  for (;;)
    ;
}
