//===-- ContentionWords.cpp - words for the enumerations of a join ----- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/Contention.h"

#include "fmt/format.h"

namespace cachelint::report {

using namespace model;

llvm::StringRef verdictName(SharingVerdict V) {
  switch (V) {
  case SharingVerdict::Unknown:
    return "unknown";
  case SharingVerdict::FalseSharing:
    return "false-sharing";
  case SharingVerdict::TrueSharing:
    return "true-sharing";
  case SharingVerdict::Mixed:
    return "mixed";
  }
  return "unknown";
}

llvm::StringRef objectKindName(ObjectKind K) {
  switch (K) {
  case ObjectKind::Unknown:
    return "unknown";
  case ObjectKind::Global:
    return "global";
  case ObjectKind::Heap:
    return "heap";
  case ObjectKind::Stack:
    return "stack";
  case ObjectKind::PerCpu:
    return "percpu";
  case ObjectKind::ThreadLocal:
    return "thread-local";
  }
  return "unknown";
}

llvm::StringRef resolvedByName(ResolvedBy R) {
  switch (R) {
  case ResolvedBy::None:
    return "none";
  case ResolvedBy::Address:
    return "address";
  case ResolvedBy::Code:
    return "code";
  case ResolvedBy::Source:
    return "source";
  }
  return "none";
}

llvm::StringRef accessName(RowAccess A) {
  switch (A) {
  case RowAccess::Unknown:
    return "unknown";
  case RowAccess::Load:
    return "load";
  case RowAccess::Store:
    return "store";
  case RowAccess::Both:
    return "both";
  }
  return "unknown";
}

llvm::StringRef layoutName(ReportLayout L) {
  switch (L) {
  case ReportLayout::Prototype2016:
    return "prototype of 2016";
  case ReportLayout::Perf414:
    return "perf 4.14";
  case ReportLayout::Perf419:
    return "perf 4.19 to 5.9";
  case ReportLayout::Perf510:
    return "perf 5.10 to 5.19";
  case ReportLayout::Perf60:
    return "perf 6.0 and later";
  case ReportLayout::Unmerged:
    return "columns of no release";
  }
  return "unknown";
}

llvm::StringRef displayName(DisplayMode D) {
  switch (D) {
  case DisplayMode::TotalHitm:
    return "tot";
  case DisplayMode::RemoteHitm:
    return "rmt";
  case DisplayMode::LocalHitm:
    return "lcl";
  case DisplayMode::Peer:
    return "peer";
  }
  return "tot";
}

std::string cpuListText(const NodeUse &Use) {
  std::string Text;
  for (const CpuRange &R : Use.Cpus)
    Text += fmt::format("{}{}", Text.empty() ? "" : ",",
                        R.First == R.Last ? fmt::format("{}", R.First)
                                          : fmt::format("{}-{}", R.First, R.Last));
  return Text;
}

} // namespace cachelint::report
