//===-- LayoutIntent.h - layouts that someone has chosen ---------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_LAYOUTINTENT_H
#define CACHELINT_MODEL_LAYOUTINTENT_H

#include "tool/model/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <string>

namespace cachelint::model {

/// A field that only takes space: an array of characters (or of words) called pad, reserved ...
bool isPad(const Field &F);

/// "cacheline1": an array of at most one byte that only says what starts there.
bool isLineMarker(const Field &F, Bits LineSize);

/// Whole lines in a record that nothing is in: what keeps its neighbours apart where processors
/// fetch the next line, too.
bool isGuard(const Field &F, Bits LineSize);

/// Somebody has placed fields by hand in a way that the order of fields does not show.
bool hasChosenPlaces(const Record &R, Bits LineSize);

/// Two names are the same field: "record-key::field".
std::string fieldKey(Str RecordKey, Str FieldName);

/// What the whole program says of its records that one record alone does not show.
class RecordUses {
public:
  explicit RecordUses(const Program &P);

  /// The record is a member of a union: its bytes are also read as something else.
  bool overlaid(const Record &R) const { return Overlaid.contains(R.Key); }
  /// There are several in a row: an array of them somewhere, or a block for more than one. Tables
  /// of constants do not count: they are as long as somebody has typed.
  bool inArrays(const Record &R) const { return InArrays.contains(R.Key); }
  /// The program shows where objects of it are; else its users make them, and may make many.
  bool isKnown(const Record &R) const {
    return Statics.contains(R.Key) || InArrays.contains(R.Key) || Others.contains(R.Key);
  }
  /// One static object is all there is: no array, no member, no local, no allocation.
  bool isSingle(const Record &R) const {
    return Statics.lookup(R.Key) == 1 && !InArrays.contains(R.Key) && !Others.contains(R.Key);
  }

private:
  void readVariable(const Variable &V);

  llvm::DenseSet<Str> Overlaid, InArrays;
  llvm::DenseSet<Str> Others;            ///< held by value by something else than a static object
  llvm::DenseMap<Str, unsigned> Statics; ///< how many static objects, none of them an array
};

/// The layout is fixed: an agreement with hardware, another program or another piece of code, or a
/// compiler's choice. No other order may be proposed.
bool isLayoutFixed(const Record &R, const RecordUses &Uses);

} // namespace cachelint::model

#endif
