//===-- EqualRecords.h - one of each record -----------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_EQUALRECORDS_H
#define CACHELINT_BTF_EQUALRECORDS_H

#include "tool/model/Record.h"

namespace cachelint::btf {

/// Sorts by key and keeps one of records that say the same: producers keep two where something
/// behind a pointer differs. Differing ones of a key stay in their order. All strings must come
/// from one pool.
void uniteEqual(std::vector<model::Record> &Records);

} // namespace cachelint::btf

#endif
