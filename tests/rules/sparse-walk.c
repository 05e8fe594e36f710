// RUN: %check_rule sparse-walk %s %t -- -std=gnu11

typedef unsigned long size_t;
int check_entry(const void *);
#define LINE_ALIGNED __attribute__((aligned(64)))
#define container_of(p, t, m) ({ void *at = (void *)(p); ((t *)((char *)at - __builtin_offsetof(t, m))); })

// Flags and key of an entry lie on two lines.
struct entry {
  unsigned long key[4];
  unsigned char action[48];
  unsigned flags, next;
} LINE_ALIGNED;

unsigned find(const struct entry *table, unsigned n, const unsigned long *key) {
  for (unsigned i = 0; i < n; i++) {
// CHECK: :[[@LINE-1]]:3: note: the loop over 'table' uses 20 bytes of each 'entry' (128 bytes), which would fit into one line but lie on 2: 'flags' and 'key' [cachelint-sparse-walk]
// CHECK: :[[@LINE+6]]:14: note: 'flags' is at offset 80
// CHECK: :[[@LINE+7]]:9: note: 'key' is at offset 0, used in some rounds
// CHECK: :[[@LINE+6]]:32: note: 'key' is at offset 8, used in some rounds
// CHECK: :[[@LINE-12]]:8: note: move them together in 'entry'
    const struct entry *e = &table[i];

    if (!(e->flags & 1))
      continue;
    if (e->key[0] == key[0] && e->key[1] == key[1])
      return e->next;
  }
  return 0;
}

// Along a list, through the link in a member.
struct link {
  struct link *next;
};
struct node {
  struct link chain;
  char name[120];
  unsigned hash;
} LINE_ALIGNED;

static struct node *buckets[64];
struct node *lookup(unsigned hash) {
  struct node *n;
  for (n = buckets[hash % 64]; n; n = container_of(n->chain.next, struct node, chain))
// CHECK: :[[@LINE-1]]:3: note: the loop along the list 'n' uses 12 bytes of each 'node' (192 bytes), which would fit into one line but lie on 2: 'hash' and 'chain.next' [cachelint-sparse-walk]
// CHECK: :[[@LINE+3]]:12: note: 'hash' is at offset 128
// CHECK: :[[@LINE-3]]:39: note: 'chain.next' is at offset 0
// CHECK: :[[@LINE-13]]:8: note: move them together in 'node'
    if (n->hash == hash)
      return n;
  return 0;
}

// One word of a large element in a long array.
struct session {
  unsigned long state;
  char rest[184];
};
static struct session sessions[4096];
unsigned active(void) {
  unsigned n = 0;
  for (int i = 0; i < 4096; i++)
// CHECK: :[[@LINE-1]]:3: note: the loop over 'sessions' uses 8 bytes of each 'session' (192 bytes), so each of 4096 rounds needs a line of its own: 'state' [cachelint-sparse-walk]
// CHECK: :[[@LINE-9]]:8: note: in an array of its own, 8 of them would share a line
    n += sessions[i].state != 0;
  return n;
}

// What follows must stay silent.

// Nobody knows whether the list is long.
struct node *lookup_few(struct node *first, unsigned hash) {
  struct node *n;
  for (n = first; n; n = container_of(n->chain.next, struct node, chain))
    if (n->hash == hash)
      return n;
  return 0;
}

// A marked layout is somebody's choice.
struct marked {
  unsigned long key[8];
  char line1[0] LINE_ALIGNED;
  unsigned flags;
};
unsigned find_marked(const struct marked *table, unsigned n, unsigned long key) {
  for (unsigned i = 0; i < n; i++)
    if ((table[i].flags & 1) && table[i].key[0] == key)
      return i;
  return 0;
}

// All that is used lies on one line.
struct good {
  unsigned long key[4];
  unsigned flags : 8, next : 24;
  unsigned char action[60];
} LINE_ALIGNED;
unsigned find_good(const struct good *table, unsigned n, unsigned long key) {
  for (unsigned i = 0; i < n; i++)
    if ((table[i].flags & 1) && table[i].key[0] == key)
      return table[i].action[0];
  return 0;
}

// Where an element starts decides, and some start well.
struct loose {
  unsigned long a[4];
  unsigned long b[8];
};
unsigned long loose(const struct loose *l, unsigned n) {
  unsigned long sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += l[i].a[0] + l[i].b[3];
  return sum;
}

// The element is handed on, or the round calls something.
unsigned handed(const struct entry *table, unsigned n) {
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++)
    if (table[i].flags && table[i].key[0])
      found += check_entry(&table[i]);
  return found;
}

// A few elements; set-up; what is only written.
static struct entry few[16];
unsigned small(unsigned long key) {
  for (int i = 0; i < 16; i++)
    if ((few[i].flags & 1) && few[i].key[0] == key)
      return few[i].next;
  return 0;
}
unsigned table_init(struct entry *table, unsigned n) {
  unsigned used = 0;
  for (unsigned i = 0; i < n; i++)
    if (table[i].flags)
      used += table[i].key[0] != 0;
  return used;
}
void clear(struct entry *table, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    table[i].flags = table[i].key[0] = 0;
}

// The second line is only read after the hit.
unsigned after(const struct entry *table, unsigned n, unsigned long key) {
  for (unsigned i = 0; i < n; i++)
    if (table[i].key[0] == key) {
      n = table[i].next;
      break;
    }
  return n;
}
