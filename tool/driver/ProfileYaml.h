//===-- ProfileYaml.h - the keys of a profile ---------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// For Profile.cpp only: one line a key, so that a word list is added here, in model/Vocabulary.h
// and in mergeWords() and nowhere else.
#ifndef CACHELINT_DRIVER_PROFILEYAML_H
#define CACHELINT_DRIVER_PROFILEYAML_H

#include "tool/driver/Profile.h"

#include "llvm/Support/YAMLTraits.h"

LLVM_YAML_IS_SEQUENCE_VECTOR(cachelint::model::LaunchApi)
LLVM_YAML_IS_SEQUENCE_VECTOR(cachelint::model::Allocator)
LLVM_YAML_IS_SEQUENCE_VECTOR(cachelint::model::LineGroup)

namespace llvm::yaml {

template <> struct MappingTraits<cachelint::model::LaunchApi> {
  static void mapping(IO &Io, cachelint::model::LaunchApi &A) {
    Io.mapRequired("name", A.Name);
    Io.mapOptional("function-arg", A.FunctionArg);
    Io.mapOptional("data-arg", A.DataArg);
    Io.mapOptional("data-param", A.DataParam);
    Io.mapOptional("id-arg", A.IdArg);
    Io.mapOptional("many", A.Many);
    Io.mapOptional("forwards-args", A.ForwardsArgs);
    Io.mapOptional("repeats", A.Repeats);
  }
};

template <> struct MappingTraits<cachelint::model::Allocator> {
  static void mapping(IO &Io, cachelint::model::Allocator &A) {
    Io.mapRequired("name", A.Name);
    Io.mapOptional("size-arg", A.SizeArg);
    Io.mapOptional("count-arg", A.CountArg);
    Io.mapOptional("align-arg", A.AlignArg);
    Io.mapOptional("result-arg", A.ResultArg);
    Io.mapOptional("alignment", A.Alignment);
    Io.mapOptional("align-zero-means", A.AlignZeroMeans);
    Io.mapOptional("follows-size", A.FollowsSize);
    Io.mapOptional("per-cpu", A.PerCpu);
  }
  static std::string validate(IO &, cachelint::model::Allocator &A) {
    auto IsPower = [](uint64_t N) { return (N & (N - 1)) == 0; };
    return IsPower(A.Alignment.value_or(0)) && IsPower(A.AlignZeroMeans)
               ? ""
               : "an alignment must be a power of two";
  }
};

template <> struct MappingTraits<cachelint::model::LineGroup> {
  static void mapping(IO &Io, cachelint::model::LineGroup &G) {
    Io.mapRequired("record", G.Record);
    Io.mapOptional("name", G.Name);
    Io.mapRequired("fields", G.Fields);
    Io.mapOptional("alone", G.Alone);
  }
};

template <> struct MappingTraits<cachelint::driver::Profile> {
  static void mapping(IO &Io, cachelint::driver::Profile &P) {
    cachelint::model::Vocabulary &W = P.Words;
    Io.mapOptional("extends", P.Extends);
    Io.mapOptional("recognise", P.Recognise);
    Io.mapOptional("thread-id-functions", W.ThreadIdFunctions);
    Io.mapOptional("thread-id-variables", W.ThreadIdVariables);
    Io.mapOptional("thread-id-names", W.ThreadIdNames);
    Io.mapOptional("thread-bounds", W.ThreadBounds);
    Io.mapOptional("not-thread-bounds", W.NotThreadBounds);
    Io.mapOptional("launch-apis", W.LaunchApis);
    Io.mapOptional("allocators", W.Allocators);
    Io.mapOptional("align-macros", W.AlignMacros);
    Io.mapOptional("guard-macros", W.GuardMacros);
    Io.mapOptional("lock-types", W.LockTypes);
    Io.mapOptional("lock-functions", W.LockFunctions);
    Io.mapOptional("atomic-types", W.AtomicTypes);
    Io.mapOptional("atomic-functions", W.AtomicFunctions);
    Io.mapOptional("atomic-reads", W.AtomicReads);
    Io.mapOptional("copy-functions", W.CopyFunctions);
    Io.mapOptional("join-functions", W.JoinFunctions);
    Io.mapOptional("cold-functions", W.ColdFunctions);
    Io.mapOptional("cold-attributes", W.ColdAttributes);
    Io.mapOptional("blocking-functions", W.BlockingFunctions);
    Io.mapOptional("wire-types", W.WireTypes);
    Io.mapOptional("other-cpu-functions", W.OtherCpuFunctions);
    Io.mapOptional("line-groups", W.LineGroups);
  }
};

} // namespace llvm::yaml

#endif
