// All that C has in records and BTF can say, for the comparison of readers.
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef struct {
  int counter;
} atomic_t;
typedef struct {
  int counter;
} refcount_t;
struct opaque;

struct list_head {
  struct list_head *next, *prev;
};

struct bits {
  u32 a : 3, b : 7;
  u64 wide : 40;
  _Bool flag : 1;
  enum mode { OFF, ON } mode : 2;
  signed char c : 5;
  u8 rest[];
};

struct packed {
  u8 tag;
  u64 address;
  u32 cross : 20, ing : 20;
  struct {
    short x;
    long y;
  } __attribute__((packed)) inner;
} __attribute__((packed));

union addresses {
  struct {
    u32 saddr, daddr;
  };
  struct {
    u32 saddr, daddr;
  } addrs;
  u8 raw[8];
};

struct everything {
  char first;
  const volatile int cv;
  const char *const names[4];
  char *const *pointers;
  int (*handler)(struct everything *, const void *, u64, ...);
  void (*table[2])(void);
  int (*row)[3];
  struct list_head list;
  atomic_t users;
  refcount_t references;
  struct {
    u8 key[16];
  } slots[2], *current;
  union {
    struct bits *bits;
    struct {
      int in, out;
      union {
        float f;
        double d;
      };
    } ring __attribute__((aligned(64)));
  };
  struct opaque *opaque;
  enum mode mode;
  enum { SMALL } small;
  u32 matrix[3][4];
  struct {
  } mark;
  struct list_head buckets[8] __attribute__((aligned(64)));
  unsigned long end;
  const u8 text[2][8];
} __attribute__((aligned(128)));

struct list_head lists[4];
struct bits *bits;
struct packed packed;
union addresses addresses;
struct everything everything;
