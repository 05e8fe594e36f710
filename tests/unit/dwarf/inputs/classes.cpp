// Classes: bases, vtables, empty members, templates, names.
#include "truth.h"

enum Color { Red, Green = 7 };
enum class Byte : unsigned char { Zero };

struct NonPod { // not an aggregate of the C kind: its tail padding may be used again
  NonPod();
  int i;
  char c;
};
NonPod::NonPod() : i(0), c(0) {}
struct TailReused : NonPod {
  char d;
};
USE(TailReused)
RECORD("TailReused", TailReused)
FIELD("TailReused", TailReused, d)

struct BitsInTail : NonPod {
  int q : 4;
  int r : 5;
  short s;
};
USE(BitsInTail)
RECORD("BitsInTail", BitsInTail)
FIELD("BitsInTail", BitsInTail, s)

struct Empty {};
struct Empty2 {};
struct FromEmpty : Empty {
  int x;
};
USE(FromEmpty)
RECORD("Empty", Empty)
RECORD("FromEmpty", FromEmpty)
FIELD("FromEmpty", FromEmpty, x)

struct NoAddress {
  [[no_unique_address]] Empty e;
  [[no_unique_address]] Empty e2;
  int x;
};
USE(NoAddress)
RECORD("NoAddress", NoAddress)
FIELD("NoAddress", NoAddress, e2)
FIELD("NoAddress", NoAddress, x)

struct NoAddressTail {
  [[no_unique_address]] NonPod n;
  char c;
};
USE(NoAddressTail)
RECORD("NoAddressTail", NoAddressTail)
FIELD("NoAddressTail", NoAddressTail, c)

struct EmptyMember {
  Empty e;
  int x;
};
USE(EmptyMember)
RECORD("EmptyMember", EmptyMember)
FIELD("EmptyMember", EmptyMember, x)

struct Virtual {
  virtual ~Virtual();
  int v;
};
Virtual::~Virtual() {}
struct Derived : Virtual {
  char d;
  int after_bits : 3;
};
USE(Derived)
RECORD("Virtual", Virtual)
FIELD("Virtual", Virtual, v)
RECORD("Derived", Derived)
FIELD("Derived", Derived, d)

struct Second {
  virtual void f();
  long s;
};
void Second::f() {}
struct Many : Virtual, Second, FromEmpty {
  void f() override;
  int m;
};
void Many::f() {}
USE(Many)
RECORD("Many", Many)
FIELD("Many", Many, m)

struct VBase {
  VBase();
  virtual ~VBase();
  long v;
};
VBase::VBase() : v(1) {}
VBase::~VBase() {}
struct Left : virtual VBase {
  int l;
};
struct Right : virtual VBase {
  int r;
};
struct Diamond : Left, Right {
  char d;
};
Diamond TheDiamond;
RECORD("Left", Left)
RECORD("Diamond", Diamond)

struct alignas(64) OverAligned {
  int a;
  alignas(32) char b;
};
struct HoldsOver : OverAligned {
  char c;
};
USE(HoldsOver)
RECORD("OverAligned", OverAligned)
FIELD("OverAligned", OverAligned, b)
RECORD("HoldsOver", HoldsOver)
FIELD("HoldsOver", HoldsOver, c)

namespace ns {
inline namespace v1 {
template <class T, unsigned N> struct Ring {
  struct Slot {
    T value;
    char full;
  };
  Slot slots[N];
  unsigned head;
};
} // namespace v1
template <Color C, bool B, char K> struct Values {
  char c;
  int i;
};
template <class... A> struct Pack {
  short s;
};
} // namespace ns
using Ring4 = ns::Ring<unsigned, 4>;
USE(Ring4)
RECORD("ns::v1::Ring<unsigned int, 4>", Ring4)
FIELD("ns::v1::Ring<unsigned int, 4>", Ring4, head)
RECORD("ns::v1::Ring<unsigned int, 4>::Slot", Ring4::Slot)
FIELD("ns::v1::Ring<unsigned int, 4>::Slot", Ring4::Slot, full)
using ValuesOfAll = ns::Values<Green, true, 'a'>;
USE(ValuesOfAll)
RECORD("ns::Values<(Color)7, true, 97>", ValuesOfAll)
using PackOfThree = ns::Pack<const char *, unsigned long, ns::Pack<short>, int *const *>;
USE(PackOfThree)
RECORD("ns::Pack<const char *, unsigned long, ns::Pack<short>, int *const *>", PackOfThree)

namespace {
struct Hidden {
  char c;
  long l;
};
} // namespace
Hidden TheHidden;
RECORD("(anonymous namespace)::Hidden", Hidden)
FIELD("(anonymous namespace)::Hidden", Hidden, l)

struct Outer {
  struct Nested;
  Nested *n;
  static int shared;
  int &ref;
  union {
    int u1;
    float u2;
  };
  struct {
    char s1;
  } named;
  int Outer::*member;
  void (Outer::*method)(int);
  Byte byte;
  Outer(int &r) : ref(r) {}
};
struct Outer::Nested {
  char c;
  int z;
};
int Outer::shared = 3;
int TheInt;
Outer TheOuter(TheInt);
Outer::Nested TheNested;
RECORD("Outer", Outer)
FIELD("Outer", Outer, n)
FIELD("Outer", Outer, named)
FIELD("Outer", Outer, member)
FIELD("Outer", Outer, method)
FIELD("Outer", Outer, byte)
RECORD("Outer::Nested", Outer::Nested)
FIELD("Outer::Nested", Outer::Nested, z)
RECORD("Outer::(anonymous struct #2)", decltype(TheOuter.named))

template <class T> int inFunction(T t) {
  struct Local {
    T a;
    char b;
  } here{t, 1};
  static int count;
  return ++count + here.b;
}
int caller() { return inFunction(5L) + static_cast<int>(TheHidden.l); }
