//===-- AccessText.h - accesses and value flow as text -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_ACCESSTEXT_H
#define CACHELINT_MODEL_ACCESSTEXT_H

#include "tool/model/Access.h"

#include <string>

namespace cachelint::model {

/// A place as a person writes it: "stats[worker].rx_packets", "port->outq[self->qid].lock". Indices
/// are their Text, "0" for a constant, "*" when nothing is known.
std::string pathText(const AccessPath &Path);

/// The same with all that the path holds, for tests and for whoever debugs a front end:
/// "param(poll_main,0).* .netport::outq .* [qid <field(poller::qid)> /8]". Steps are ".*" for
/// Deref, ".record::field", and "[index /stride bytes xextent bound]"; an index is its text, "=N"
/// for a constant, "loop", "mixed" and the slots it comes from.
std::string pathDetail(const AccessPath &Path);

/// "param(f,0)", "field(task::allocator)", "global(stats)", "threadid(rte_lcore_id)"; keys of
/// functions and variables as they are.
std::string slotText(const Slot &S);

/// "launchid(main,i) -> param(worker,0)", "&all[i] -> param(agent,0)", with "counter" behind.
std::string flowText(const ValueFlow &F);

/// "write atomic stats[worker].rx 8 loop1 few poll cold blocking under field(port::lock)": the
/// kind, the place as pathText() has it, bytes, how often, and the locks held.
std::string accessText(const Access &A);

} // namespace cachelint::model

#endif
