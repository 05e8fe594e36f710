//===-- PerThreadByWords.cpp - arrays of threads by their names ----------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/PerThreadChecks.h"
#include "tool/model/LayoutIntent.h"
#include "tool/model/Sharing.h"
#include "tool/model/Wording.h"
#include "tool/support/NameSet.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>

namespace cachelint::rules {
namespace {

using namespace model;

class Words {
public:
  Words(const Vocabulary &V, const Program &P) : Ids(V.ThreadIdNames) {
    for (const std::string &Bound : V.ThreadBounds) {
      llvm::StringRef Array = Bound;
      if (Array.consume_front("ARRAY_SIZE(") && Array.consume_back(")"))
        if (const Variable *Known = P.findVariable(Array); Known && countOf(Known->Type) > 1)
          Bounds.try_emplace(countOf(Known->Type), Array.str());
    }
  }

  static uint64_t countOf(const TypeUse &T) {
    return T.isArray() ? T.Extents.front().value_or(0) : 0;
  }

  /// Empty: nothing says that there is an element for each thread. Where the program shows how many
  /// threads there are, a name with another number of elements means something else.
  std::string reasonFor(llvm::StringRef Name, const TypeUse &Type) const {
    const uint64_t Count = countOf(Type);
    auto Known = Bounds.find(Count);
    if (Known != Bounds.end() && Count >= FewestForNumber)
      return fmt::format("it has as many elements as '{}'", Known->second);
    if (Bounds.empty() ? Count < FewestForName || !llvm::isPowerOf2_64(Count)
                       : Known == Bounds.end())
      return "";
    if (std::string Word = threadWordIn(Name); !Word.empty())
      return fmt::format("'{}' is in its name", Word);
    if (std::string Word = threadWordIn(Type.Record); !Word.empty())
      return fmt::format("'{}' is in the name of its type", Word);
    return "";
  }

private:
  /// Smaller numbers are those of too many things.
  static constexpr uint64_t FewestForNumber = 256, FewestForName = 4;

  /// "worker" of "worker_stats", "lcore" of "lcores".
  std::string threadWordIn(llvm::StringRef QualifiedName) const {
    llvm::StringRef Name = QualifiedName.substr(QualifiedName.rfind(':') + 1);
    llvm::SmallVector<llvm::StringRef, 8> Parts;
    Name.split(Parts, '_', -1, /*KeepEmpty=*/false);
    for (size_t I = 0; I != Parts.size(); ++I) {
      std::string Word = Parts[I].lower();
      for (const std::string &Each : {Word, llvm::StringRef(Word).rtrim('s').str()})
        if (Ids.names().contains(Each))
          return Parts[I].str();
    }
    return "";
  }

  NameSet Ids;
  std::map<uint64_t, std::string> Bounds;
};

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Line(S.Options.LineSize), Info(Info), Out(Out), Known(S.Words, S.Program) {}

  void run() {
    for (const Variable &V : P.Variables)
      if (isShared(V) && mayBeWritten(V.Type))
        checkVariable(V);
  }

private:
  /// Of all threads, and of more than set-up.
  static bool isShared(const Variable &V) {
    if (V.Storage != StorageKind::Global && V.Storage != StorageKind::FileStatic &&
        V.Storage != StorageKind::LocalStatic)
      return false;
    static constexpr Str Quiet[] = {"rodata", "ro_after_init", "read_mostly", "init."};
    return llvm::none_of(Quiet, [&](Str Word) { return V.Section.contains(Word); });
  }

  /// Pointers and texts are set once, and read.
  static bool mayBeWritten(const TypeUse &T) {
    return T.isArray() && !T.is(TypeTrait::Const) && !T.is(TypeTrait::Pointer) &&
           !T.is(TypeTrait::CharLike) && T.Extents.size() == 1 && Words::countOf(T) > 1;
  }

  /// Up to the last field that is no pad: what lies behind keeps elements apart.
  ByteRange usedBytes(const TypeUse &T) const {
    ByteRange Used;
    const Record *R = T.Record.empty() ? nullptr : P.findRecord(T.Record);
    if (R)
      for (const Field &F : R->Fields)
        if (F.Offset && !isPad(F))
          Used.include({F.Offset->bytes(),
                        (*F.Offset + F.Extent.value_or(F.Type.Size.value_or(Bits()))).bytesCeil()});
    return Used.empty() ? ByteRange{0, T.ElementSize->bytes()} : Used;
  }

  void checkVariable(const Variable &V) const {
    const TypeUse &T = V.Type;
    if (!T.ElementSize || T.ElementSize->isZero())
      return;
    ArrayPlacement Place;
    Place.Stride = *T.ElementSize;
    Place.Extent = Words::countOf(T);
    Place.LineSize = Line;
    Place.BaseAlign = std::max(V.DeclaredAlign.value_or(Bits::fromBytes(1)),
                               T.Align.value_or(Bits::fromBytes(1)));
    if (std::optional<uint64_t> At = V.Address ? V.Address : V.SectionOffset)
      Place.BaseOffset = Bits::fromBytes(*At % Line.bytes());
    const ByteRange Used = usedBytes(T);
    const Sharing Shared = sharingOf(Place, Used, Used);
    // Of large elements only the edges meet, which may be anything.
    if (Shared.never() || (Shared.whenBaseAligned() && Place.Stride >= Line))
      return;
    if (std::string Why = Known.reasonFor(V.Name, T); !Why.empty())
      add(V, Place, Shared, Why);
  }

  void add(const Variable &V, const ArrayPlacement &Place, const Sharing &Shared,
           const std::string &Why) const {
    Finding F;
    F.Rule = Info.Id.str();
    F.Level = Severity::Note;
    F.Sure = Confidence::Low;
    F.Pos = V.Pos;
    F.Variable = V.Name.str();
    F.VariableKey = V.Key;
    if (const Record *R = V.Type.Record.empty() ? nullptr : P.findRecord(V.Type.Record)) {
      F.Record = R->Name.str();
      F.RecordKey = R->Key;
    }
    const uint64_t Stride = Place.Stride.bytes();
    F.Weight = llvm::alignTo(llvm::SaturatingMultiply(Stride, *Place.Extent), Line.bytes());
    F.Message =
        Shared.whenBaseAligned()
            ? fmt::format("{} elements of '{}' share a cache line ({} each, {} of them)",
                          Shared.ElementsPerLineAligned, F.Variable, counted(Stride, "byte"),
                          *Place.Extent)
            : fmt::format("'{}' starts {} into a line, so each of its {} elements ({} each) shares "
                          "lines with its neighbours",
                          F.Variable, counted(Place.BaseOffset.value_or(Bits()).bytes(), "byte"),
                          *Place.Extent, counted(Stride, "byte"));
    F.Message += fmt::format(", and there may be one for each thread: {}", Why);
    F.Notes.push_back({V.Pos, Shared.whenBaseAligned()
                                  ? "if threads write their own, align the type of the elements to "
                                    "a line, which rounds its size"
                                  : "if threads write their own, align the array to a line"});
    Out.add(std::move(F));
  }

  const Program &P;
  const Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  Words Known;
};

} // namespace

void checkArraysByWords(const Subject &S, const RuleInfo &Info, FindingSink &Out) {
  Checker(S, Info, Out).run();
}

} // namespace cachelint::rules
