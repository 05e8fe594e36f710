//===-- ProgramBuilder.h - programs made by hand, for rules --------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A rule sees the model only, so a test can say what a program is without a compiler. Names are
// literals: the model holds references.
#ifndef CACHELINT_TESTS_UNIT_RULES_PROGRAMBUILDER_H
#define CACHELINT_TESTS_UNIT_RULES_PROGRAMBUILDER_H

#include "rules/Rule.h"
#include "tool/model/Program.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <deque>

namespace cachelint::test {

using namespace model;

inline SourcePos at(unsigned Line, unsigned Column = 1) { return {"/src/a.c", Line, Column}; }

inline Field field(Str Name, uint64_t Offset, uint64_t Size, TypeTrait Traits = TypeTrait::Scalar,
                   uint64_t Align = 0) {
  Field F;
  F.Name = Name;
  F.Offset = Bits::fromBytes(Offset);
  F.Type.Size = Bits::fromBytes(Size);
  F.Type.Align = Bits::fromBytes(Align ? Align : std::min<uint64_t>(Size, 8));
  F.Type.Traits = Traits;
  F.Pos = at(10);
  return F;
}

/// A record with the alignment of its fields, or \p Align.
inline Record record(Str Name, uint64_t Size, std::vector<Field> Fields, uint64_t Align = 0) {
  Record R;
  R.Key = R.Name = Name;
  R.Size = Bits::fromBytes(Size);
  R.Align = Bits::fromBytes(Align);
  if (Align)
    R.DeclaredAlign = R.Align;
  else
    for (const Field &F : Fields)
      R.Align = std::max(*R.Align, std::max(F.DeclaredAlign.value_or(Bits()), *F.Type.Align));
  R.Fields = std::move(Fields);
  R.Pos = at(3, 8);
  R.AfterTag = at(3, 7);
  R.AfterBrace = at(9, 2);
  return R;
}

/// Collects what a rule says.
class Findings : public rules::FindingSink, public std::vector<Finding> {
public:
  void add(Finding F) override { push_back(std::move(F)); }
};

class ProgramBuilder {
public:
  Program P;
  Vocabulary Words;
  rules::RuleOptions Options;
  std::vector<JoinedRecording> Recordings;

  /// A function that runs in a thread which the program starts, again and again.
  void thread(Str Name) {
    function(Name);
    FunctionContext &C = P.Contexts.back();
    C.Threaded = C.Repeated = true;
    C.Roots.push_back(P.Roots.size());
    ThreadRoot Root;
    Root.Function = Name;
    Root.Api = "pthread_create";
    P.Roots.push_back(Root);
    sortFunctions();
  }
  /// A function of a library: that it runs in threads is an assumption.
  void libraryFunction(Str Name) {
    function(Name);
    P.Contexts.back().Threaded = P.Contexts.back().Assumed = true;
    sortFunctions();
  }

  /// The same, several at once.
  void threads(Str Name) {
    thread(Name);
    P.Roots.back().Instances = Multiplicity::Many;
  }

  /// Something that threads share. The record must have been added.
  ObjectTraffic &object(Str Name, Str RecordName, Reach Best = Reach::One) {
    P.Objects.reserve(16); // tests hold on to what they get
    ObjectTraffic O;
    O.Key = O.Name = Name.str();
    O.Record = RecordName;
    O.Best = Best;
    P.Objects.push_back(O);
    return P.Objects.back();
  }
  /// A hot access to a field of it.
  Access &use(ObjectTraffic &O, Str Function, AccessKind Kind, Str FieldName) {
    Access One;
    One.Function = Function;
    One.Kind = Kind;
    One.Pos = at(30 + Accesses.size(), 3);
    Accesses.push_back(One);
    fieldOf(O, FieldName).Uses.push_back({&Accesses.back(), O.Best});
    return Accesses.back();
  }
  Access &write(ObjectTraffic &O, Str Function, Str FieldName) {
    return use(O, Function, AccessKind::Write, FieldName);
  }
  Access &read(ObjectTraffic &O, Str Function, Str FieldName) {
    return use(O, Function, AccessKind::Read, FieldName);
  }
  /// An atomic `field++`.
  Access &count(ObjectTraffic &O, Str Function, Str FieldName) {
    Access &A = use(O, Function, AccessKind::ReadModifyWrite, FieldName);
    A.Atomic = true;
    A.How = Change::Up;
    return A;
  }

  ArrayFacts &array(Str Name, uint64_t Stride, std::optional<uint64_t> Extent = std::nullopt) {
    ArrayFacts A;
    A.Key = A.Name = A.VariableKey = Name;
    A.Stride = Bits::fromBytes(Stride);
    A.Extent = Extent;
    A.ElementType = "unsigned long";
    A.ElementTraits = TypeTrait::Scalar;
    A.Pos = at(20, 5);
    P.Can = P.Can | Capability::AccessSites; // arrays are what accesses show of them
    P.Arrays.push_back(A);
    return P.Arrays.back();
  }

  /// A hot access to the thread's own element.
  ElementAccess &touch(ArrayFacts &A, Str Function, AccessKind Kind,
                       ThreadIndex Thread = ThreadIndex::Certain, Str FieldName = "",
                       std::optional<std::pair<uint64_t, uint64_t>> Bytes = std::nullopt) {
    Access One;
    One.Function = Function;
    One.Kind = Kind;
    One.Pos = at(30 + Accesses.size(), 3);
    One.Path.RootName = A.Name;
    One.Path.Steps.push_back(IndexStep());
    if (!FieldName.empty()) {
      FieldStep Step;
      Step.Record = A.ElementRecord;
      Step.Name = FieldName;
      One.Path.Steps.push_back(Step);
    }
    Accesses.push_back(One);
    ElementAccess E;
    E.A = &Accesses.back();
    E.Path = One.Path;
    E.Kind = Kind;
    E.Thread = Thread;
    E.How = "rte_lcore_id()";
    E.Hot = true;
    E.Bytes = Bytes;
    A.Accesses.push_back(E);
    return A.Accesses.back();
  }
  ElementAccess &write(ArrayFacts &A, Str Function, ThreadIndex Thread = ThreadIndex::Certain) {
    return touch(A, Function, AccessKind::Write, Thread);
  }

  void add(Record R) {
    P.Records.push_back(std::move(R));
    std::stable_sort(P.Records.begin(), P.Records.end(),
                     [](const Record &A, const Record &B) { return A.Key < B.Key; });
  }

  Findings run(llvm::StringRef Rule) {
    Findings Out;
    for (const rules::Rule *R : rules::allRules())
      if (R->info().Id == Rule) {
        R->check({P, Words, Options, Recordings}, Out);
        return Out;
      }
    ADD_FAILURE() << "no rule " << Rule.str();
    return Out;
  }

private:
  FieldTraffic &fieldOf(ObjectTraffic &O, Str Name) {
    for (FieldTraffic &F : O.Fields)
      if (F.Path == Name)
        return F;
    FieldTraffic New;
    New.Path = Name.str();
    New.Traits = TypeTrait::Scalar;
    const Record *R = P.findRecord(O.Record);
    for (const Field &F : R->Fields)
      if (F.Name == Name) {
        New.Begin = *F.Offset;
        New.End = *F.Offset + *F.Type.Size;
        New.Traits = F.Type.Traits;
        New.Chain.push_back({O.Record, Name, *F.Offset, *F.Type.Size});
      }
    EXPECT_FALSE(New.Chain.empty()) << "no field " << Name.str();
    O.Fields.push_back(New);
    return O.Fields.back();
  }
  void function(Str Name) {
    Function F;
    F.Key = F.Name = Name;
    P.Functions.push_back(F);
    P.Contexts.emplace_back();
  }
  void sortFunctions() {
    // Both lists are parallel; the newest goes to its place.
    for (size_t I = P.Functions.size() - 1; I && P.Functions[I].Key < P.Functions[I - 1].Key; --I) {
      std::swap(P.Functions[I], P.Functions[I - 1]);
      std::swap(P.Contexts[I], P.Contexts[I - 1]);
    }
  }

  std::deque<Access> Accesses; ///< the arrays' facts point to them
};

} // namespace cachelint::test

#endif
