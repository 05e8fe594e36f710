// RUN: %check_rule layout-drift %s %t --with-binary --no-dwarf -- -std=gnu11 -fno-pic

// The binary is linked with -fPIC, the source is looked at without.
#ifdef __PIC__
#define MAX_CPUS 64
#define PACKED __attribute__((packed))
#define WIDTH 6
#else
#define MAX_CPUS 32
#define PACKED
#define WIDTH 3
#endif

// An array with another bound.
struct conf {
  // CHECK: :[[@LINE-1]]:8: warning: 'conf' takes 48 bytes in the source and 80 in 'linked.so': 'cpus' takes 32 bytes in the source and 64 bytes in 'linked.so' [cachelint-layout-drift]
  // CHECK: : note: 'cpus' is declared here
  // CHECK: : note: other macros or flags than the binary was built with, or the binary is older
  long id;
  char cpus[MAX_CPUS];
  long users;
} conf;

// A field that only one has.
struct traced {
  // CHECK: :[[@LINE-1]]:8: warning: 'traced' takes 16 bytes in the source and 24 in 'linked.so': only 'linked.so' has 'trace' [cachelint-layout-drift]
  // CHECK: : note: 'trace' is declared here
  // CHECK: : note: other macros
  long id;
#ifdef __PIC__
  void *trace;
#endif
  long users;
} traced;

// Packed.
struct message {
  // CHECK: :[[@LINE-1]]:8: warning: 'message' takes 16 bytes in the source and 9 in 'linked.so': 'size' lies at offset 8 in the source and at 1 in 'linked.so', behind the same fields [cachelint-layout-drift]
  // CHECK: : note: 'size' is declared here
  // CHECK: : note: other macros
  char kind;
  long size;
} PACKED message;

// Bit-fields of another width.
struct flags {
  // CHECK: :[[@LINE-1]]:8: warning: 'flags' is laid out differently in the source and 'linked.so', in 4 bytes both times: 'mode' takes 3 bits in the source and 6 bits in 'linked.so' [cachelint-layout-drift]
  // CHECK: : note: 'mode' is declared here
  // CHECK: : note: other macros
  unsigned ready : 1, mode : WIDTH, rest : 4;
} flags;

// What follows must stay silent.

// The same in both.
struct same {
  long id;
  char name[56];
} same;

// Only the source has it.
struct unused {
  char cpus[MAX_CPUS];
};

// Types differ, the layout does not.
struct typed {
#ifdef __PIC__
  unsigned long id;
#else
  long id;
#endif
} typed;
