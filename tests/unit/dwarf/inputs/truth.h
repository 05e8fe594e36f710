// What the compiler itself says of its layouts, as data in the section .truth of the object file:
// no program need run, so every target that the compiler has can be tested. See Truth.cpp for the
// reader.
#ifndef TRUTH_H
#define TRUTH_H

struct TruthRow {
  char Magic[8];
  unsigned Kind; // 1 record, 2 field, 3 bit-field
  unsigned Unused;
  unsigned long long A, B;
  char Key[96];
  char Name[48];
};

#define TRUTH_JOIN_(A, B) A##B
#define TRUTH_JOIN(A, B) TRUTH_JOIN_(A, B)
#define TRUTH_PLACE __attribute__((section(".truth"), used, aligned(8)))
#ifdef __cplusplus
#define TRUTH_ALIGNOF(T) alignof(T)
#else
#define TRUTH_ALIGNOF(T) _Alignof(T)
#endif

// Size and alignment.
#define RECORD(KEY, T)                                                                             \
  static const struct TruthRow TRUTH_JOIN(Truth, __COUNTER__)                                      \
      TRUTH_PLACE = {"truth:)", 1, 0, sizeof(T), TRUTH_ALIGNOF(T), KEY, ""};
// Offset and size.
#define FIELD(KEY, T, F)                                                                           \
  static const struct TruthRow TRUTH_JOIN(Truth, __COUNTER__)                                      \
      TRUTH_PLACE = {"truth:)", 2, 0, __builtin_offsetof(T, F), sizeof(((T *)0)->F), KEY, #F};
// An object of which just this bit-field has all bits set, behind the row. Up to 64 bytes.
#define BITS(KEY, T, F, WIDTH)                                                                     \
  static const struct {                                                                            \
    struct TruthRow Row;                                                                           \
    T Image;                                                                                       \
  } TRUTH_JOIN(Truth, __COUNTER__)                                                                 \
      TRUTH_PLACE = {{"truth:)", 3, 0, WIDTH, sizeof(T), KEY, #F}, {.F = -1}};

// A definition that makes the compiler describe the type.
#define USE(T) static T TRUTH_JOIN(Use, __COUNTER__) __attribute__((used));

#endif
