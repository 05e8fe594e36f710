// Inputs of bug reports against other readers of DWARF: tail padding used again, empty members, bit-fields in a base's
// tail, pointers to members, an aligned member, a virtual diamond. Both compilers, DWARF 4 and 5, one answer.
//
// RUN: %clangxx -std=c++20 -gdwarf-5 -c %s -o %t.c5.o
// RUN: %cachelint layout %t.c5.o -C 'DN,NUA,NuaTail,BFD,Pointers,Marked,Diamond,Ring<*>' | FileCheck %s
// RUN: %clangxx -std=c++20 -gdwarf-4 -c %s -o %t.c4.o
// RUN: %cachelint layout %t.c4.o -C 'DN,NUA,NuaTail,BFD,Pointers,Marked,Diamond,Ring<*>' | FileCheck %s
// RUN: %gxx -std=c++20 -gdwarf-5 -c %s -o %t.g5.o
// RUN: %cachelint layout %t.g5.o -C 'DN,NUA,NuaTail,BFD,Pointers,Marked,Diamond,Ring<*>' | FileCheck %s
// RUN: %gxx -std=c++20 -gdwarf-4 -c %s -o %t.g4.o
// RUN: %cachelint layout %t.g4.o -C 'DN,NUA,NuaTail,BFD,Pointers,Marked,Diamond,Ring<*>' | FileCheck %s

struct NP {
  NP();
  int i;
  char c;
};
NP::NP() {}

// CHECK-LABEL: struct BFD
// CHECK:       0 5 NP (base NP)
// CHECK-NEXT:  5:0 4b int q
// CHECK-NEXT:  5:4 5b int r
// CHECK-NOT:   hole
// CHECK:       size 8
struct BFD : NP {
  int q : 4;
  int r : 5;
} bfd;

// CHECK-LABEL: struct DN
// CHECK:       0 5 NP (base NP)
// CHECK-NEXT:  5 1 char d
// CHECK-NEXT:  6 2 -- padding --
// CHECK-NOT:   hole
struct DN : NP {
  char d;
} dn;

// Where the virtual base is, DWARF does not say: no number is made up for it.
// CHECK-LABEL: struct Diamond
// CHECK:       (virtual base VB): this input does not say where it is
// CHECK:       incomplete
struct VB {
  VB();
  virtual ~VB();
  long v;
};
VB::VB() {}
VB::~VB() {}
struct Left : virtual VB {
  int l;
};
struct Right : virtual VB {
  int r;
};
struct Diamond : Left, Right {
  char d;
} diamond;

// CHECK-LABEL: struct Marked
// CHECK:       0 4 int a
// CHECK-NEXT:  4 60 -- hole --
// CHECK:       size 128
struct Marked {
  int a;
  char mark[0] __attribute__((aligned(64)));
  int b;
} marked;

// CHECK-LABEL: struct NUA
// CHECK:       0 4 int x
// CHECK-NOT:   hole
// CHECK-NOT:   padding
// CHECK:       size 4
struct E {};
struct NUA {
  [[no_unique_address]] E e;
  [[no_unique_address]] E e2;
  int x;
} nua;

// CHECK-LABEL: struct NuaTail
// CHECK:       0 5 NP n
// CHECK-NEXT:  5 1 char c
// CHECK-NOT:   hole
// CHECK:       size 8
struct NuaTail {
  [[no_unique_address]] NP n;
  char c;
} nua_tail;

// CHECK-LABEL: struct Pointers
// CHECK:       0 8 int NP::* pm
// CHECK-NEXT:  8 16 void (NP::*)() pmf
// CHECK:       size 24
struct Pointers {
  int NP::*pm;
  void (NP::*pmf)();
} pointers;

// A comma inside <> separates nothing, and the name is the same whichever compiler wrote it.
// CHECK-LABEL: struct Ring<unsigned int, 4>
// CHECK:       0 16 unsigned int[4] slots
template <class T, unsigned N> struct Ring {
  T slots[N];
};
Ring<unsigned, 4> ring;
