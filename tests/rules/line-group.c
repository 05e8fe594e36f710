// RUN: %check_rule line-group %s %t --no-gcc --profile %S/Inputs/line-groups.yaml -- -std=gnu11

typedef unsigned char u8;
typedef unsigned long u64;
#define LINE_ALIGNED __attribute__((aligned(64)))
#define LINE_MARK(m) u8 m[0] LINE_ALIGNED
#define __cacheline_group_begin(g) u8 __cacheline_group_begin__##g[0]
#define __cacheline_group_end(g) u8 __cacheline_group_end__##g[0]

struct hop {
  u64 word[2];
} __attribute__((aligned(16)));

// The second line starts a line too late.
struct encap {
  LINE_MARK(cacheline0);
  u8 header[20];
  struct hop fwd;
  u64 cookie, hash, more;
  LINE_MARK(cacheline1);
// CHECK: :[[@LINE-1]]:3: note: marker 'cacheline1' of 'encap' is at offset 128, which is line 2 and not line 1 [cachelint-line-group]
// CHECK: :[[@LINE-3]]:21: note: the group before it takes 72 bytes, up to 'more'
// CHECK: :[[@LINE-6]]:6: note: 12 bytes are lost behind 'header'
  u8 users;
  LINE_MARK(cacheline2);
};

// A group that would fit into a line and lies over the end of one.
struct sock {
  u64 before[4];
  __cacheline_group_begin(tx);
// CHECK: :[[@LINE-1]]:3: note: group 'tx' of 'sock' takes 48 bytes from offset 32, which lie on 2 lines where 1 would do [cachelint-line-group]
// CHECK: :[[@LINE-2]]:3: note: a line starts 32 bytes behind its begin
  u64 a, b, c, d, e, f;
  __cacheline_group_end(tx);
} LINE_ALIGNED;

// Groups of the profile.
struct conn {
  u64 head, tail;
// CHECK: :[[@LINE-1]]:7: warning: group 'rx' of 'conn' is split: its 24 bytes lie on 2 lines where 1 would do [cachelint-line-group]
  u64 stats[8];
  u64 mask;
} LINE_ALIGNED;
struct queue {
  u64 head, cached;
// CHECK: :[[@LINE-1]]:7: warning: group 'producer' of 'queue' is invaded: 'tail' is on its lines, too [cachelint-line-group]
  u64 tail;
} LINE_ALIGNED;
struct old {
  u64 count;
// CHECK: :[[@LINE-1]]:7: warning: group 'tx' of 'old' names 'gone', which is no field of it [cachelint-line-group]
};

// What follows must stay silent.

struct marked {
  LINE_MARK(cacheline0);
  u64 a[8];
  LINE_MARK(cacheline1);
  u64 b[9];
  LINE_MARK(cacheline3);
  u64 c;
};
struct fine {
  u64 a, b;
  u8 pad[48];
  u64 others;
} LINE_ALIGNED;
struct large {
  __cacheline_group_begin(rx);
  u64 a[12];
  __cacheline_group_end(rx);
} LINE_ALIGNED;
// Not the number of a line.
struct shelf {
  u64 a[16];
  LINE_MARK(part1);
  u64 b;
};

static struct encap encap;
static struct sock sock;
static struct conn conn;
static struct queue queue;
static struct old old;
static struct marked marked;
static struct fine fine;
static struct large large;
static struct shelf shelf;
u64 use(void) {
  return encap.users + sock.a + conn.head + queue.head + old.count + marked.c + fine.a + large.a[0] + shelf.b;
}
