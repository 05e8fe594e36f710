// RUN: %check_rule hot-cold-mix %s %t -- -std=gnu11

typedef unsigned long pthread_t;
typedef struct { int word; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
unsigned long receive(void);

#define LINE_ALIGNED __attribute__((aligned(64)))
#define COUNT(x) __atomic_fetch_add(&(x), 1, __ATOMIC_RELAXED)

// What all threads count lies beside what they only read.
struct front {
  const char *id;
  unsigned conns;
// CHECK: :[[@LINE-1]]:12: warning: 'conns' and 'served' of 'front', which 'serve' (several threads) keep writing, share a cache line with 'hdr_name' and 'hdr_len', which 'serve' (several threads) read [cachelint-hot-cold-mix]
// CHECK: : note: bytes 8-11 'conns': written in 'open_one' by 'serve' (several threads), in each call
// CHECK: : note: bytes 12-15 'served': written in 'serve' by 'serve' (several threads), loop depth 1
// CHECK: : note: bytes 16-23 'hdr_name': read in 'serve' by 'serve' (several threads), loop depth 1
// CHECK: : note: bytes 24-25 'hdr_len': read in 'serve' by 'serve' (several threads), loop depth 1
// CHECK: : note: also on the line, and not used while threads run: 'id' and 'flags'
// CHECK: : note: keep 'conns' and 'served' on another line than 'hdr_name' and 'hdr_len', 64 bytes away or aligned to 64
  unsigned served;
  const char *hdr_name;
  unsigned hdr_len : 12;
  unsigned flags : 4;
} LINE_ALIGNED;
static struct front web;

// The repaired twin.
struct good_front {
  const char *hdr_name;
  unsigned hdr_len;
  unsigned conns LINE_ALIGNED;
  unsigned served;
} LINE_ALIGNED;
static struct good_front good_web;

// Two sides count, each its own; through a member that is a record.
struct counters {
  unsigned long sent;
// CHECK: :[[@LINE-1]]:17: warning: 'sent' and 'received' of 'counters' share a cache line and are written by different threads: 'sender' and 'receiver' [cachelint-hot-cold-mix]
// CHECK: : note: bytes 0-7 'sent': written in 'sender' by 'sender', loop depth 1
// CHECK: : note: bytes 8-15 'received': written in 'receiver' by 'receiver', loop depth 1
// CHECK: : note: 'link' is not aligned to a line: where one ends depends on where the object lies
// CHECK: : note: align 'received' to 64, and 'counters' itself to a line: the conflict is gone, and 'counters' has 128 bytes instead of 16
  unsigned long received;
};
struct link {
  struct counters count;
};
static struct link wire;

// Each thread has its own.
static struct front own[16] LINE_ALIGNED;

// One side writes all that it reads.
struct recorder {
  unsigned long samples, sum;
} LINE_ALIGNED;
static struct recorder recorder;

// What is read under the lock is no other's.
struct queue {
  pthread_mutex_t lock;
  unsigned long size, limit;
} LINE_ALIGNED;
static struct queue queue;

// Changed once in 1024 rounds.
struct era {
  unsigned era;
  unsigned readers;
} LINE_ALIGNED;
static struct era era;

static void open_one(struct front *f) { COUNT(f->conns); }

static void *serve(void *arg) {
  struct front *f = arg;
  for (;;) {
    open_one(f);
    if (f->hdr_len && f->hdr_name[0] == 'x')
      receive();
    COUNT(f->served);
  }
}

static void *serve_well(void *arg) {
  struct good_front *f = arg;
  for (;;) {
    COUNT(f->conns);
    if (f->hdr_len && f->hdr_name[0] == 'x')
      receive();
    COUNT(f->served);
  }
}

static void *sender(void *arg) {
  struct link *l = arg;
  for (;;)
    l->count.sent += receive();
}

static void *receiver(void *arg) {
  struct link *l = arg;
  for (;;)
    l->count.received += receive();
}

static void *worker(void *arg) {
  unsigned id = *(unsigned *)arg;
  for (;;) {
    own[id].conns++;
    receive();
    if (own[id].hdr_name)
      own[id].served++;
  }
}

static void *record(void *arg) {
  for (;;) {
    recorder.samples++;
    recorder.sum += receive();
  }
}

static void *user(void *arg) {
  for (;;) {
    pthread_mutex_lock(&queue.lock);
    if (queue.size < queue.limit)
      queue.size++;
    pthread_mutex_unlock(&queue.lock);
  }
}

static void *reader(void *arg) {
  unsigned long sum = 0;
  for (;;)
    sum += era.readers;
}

static void *advance(void *arg) {
  for (unsigned long i = 0;; i++)
    if (i % 1024 == 0)
      era.era++;
}

int main(void) {
  static unsigned ids[16];
  pthread_t t;
  web.hdr_name = "x-node";
  for (unsigned i = 0; i < 16; i++) {
    ids[i] = i;
    pthread_create(&t, 0, serve, &web);
    pthread_create(&t, 0, serve_well, &good_web);
    pthread_create(&t, 0, worker, &ids[i]);
    pthread_create(&t, 0, user, 0);
    pthread_create(&t, 0, reader, 0);
  }
  pthread_create(&t, 0, sender, &wire);
  pthread_create(&t, 0, receiver, &wire);
  pthread_create(&t, 0, record, 0);
  pthread_create(&t, 0, advance, 0);
  for (;;)
    ;
}
