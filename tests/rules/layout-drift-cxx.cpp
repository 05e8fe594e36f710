// RUN: %check_rule layout-drift %s %t --with-binary --no-dwarf -- -std=c++17 -fno-pic

#ifdef __PIC__
#define MAX_CPUS 8
#else
#define MAX_CPUS 4
#endif

// A template: each instance has a layout of its own.
template <typename T> struct Slots {
  // CHECK: :[[@LINE-1]]:30: warning: 'Slots<long>' takes 32 bytes in the source and 64 in 'linked.so': 'all' takes 32 bytes in the source and 64 bytes in 'linked.so' [cachelint-layout-drift]
  // CHECK: : note: 'all' is declared here
  // CHECK: : note: other macros
  T all[MAX_CPUS];
};

// A base that differs is named itself.
struct Server : Slots<long> {
  long users;
};
Server server;

// What follows must stay silent: a vtable pointer, which one side may leave out.
struct Shape {
  virtual long area() { return id; }
  long id;
};
Shape shape;
