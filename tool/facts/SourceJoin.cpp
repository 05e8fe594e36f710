//===-- SourceJoin.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/SourceJoin.h"

#include "tool/facts/CodeRows.h"
#include "tool/facts/LoadBase.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace cachelint::facts {

using namespace model;

SourceJoin::SourceJoin(const Program &Prog, Bits Line) : P(Prog), LineSize(Line) {
  auto AddFile = [&](Str Path) {
    if (!Path.empty())
      FilesNamed[baseName(Path)].insert(Path);
  };
  for (const Access &A : P.Accesses)
    if (A.Pos.valid()) {
      ByLine[{A.Pos.Line, baseName(A.Pos.File)}].push_back(&A);
      AddFile(A.Pos.File);
    }
  for (const Function &F : P.Functions)
    AddFile(F.Pos.File);
  for (const Origin &Unit : P.Units)
    if (Unit.From == FrontEnd::Ast)
      AddFile(Unit.Input);
}

/// Files of this name in which the function that the recording names has the line.
static std::set<Str> filesOfFunction(const Program &P, const RecordedRow &Row, llvm::StringRef File,
                                     unsigned Line) {
  std::set<Str> Files;
  if (Row.Symbol)
    for (const Function &F : P.Functions)
      if (baseName(F.Pos.File) == File && F.Pos.Line <= Line && Line <= F.End.Line &&
          (isSymbolName(*Row.Symbol, Row.SymbolMayBeCut, F.Name) ||
           isSymbolName(F.Name, false, *Row.Symbol)))
        Files.insert(F.Pos.File);
  return Files;
}

std::vector<const Access *> SourceJoin::accessesAt(const JoinedRow &Row, llvm::StringRef File,
                                                   unsigned Line, std::string &Why) const {
  auto It = ByLine.find({Line, File});
  auto Named = FilesNamed.find(File);
  if (Named == FilesNamed.end()) {
    Why = fmt::format("no file '{}' was analysed", File.str());
    return {};
  }
  if (It == ByLine.end()) {
    Why = fmt::format("nothing that threads could share is accessed at {}:{}", File.str(), Line);
    return {};
  }
  std::set<Str> Files(Named->second.begin(), Named->second.end());
  if (Files.contains(Row.Pos.File))
    Files = {Row.Pos.File};
  else if (Files.size() > 1)
    Files = filesOfFunction(P, *Row.Row, File, Line);
  if (Files.size() != 1) {
    Why = fmt::format("{} files are called '{}'", Named->second.size(), File.str());
    return {};
  }
  std::vector<const Access *> There;
  for (const Access *A : It->second)
    if (A->Pos.File == *Files.begin())
      There.push_back(A);
  if (There.empty())
    Why = fmt::format("nothing that threads could share is accessed at {}:{}", File.str(), Line);
  return There;
}

/// Stores are by what writes and loads by what reads, where there is such a thing.
static void keepKind(std::vector<SourcePlace> &Places, RowAccess Access) {
  auto Fits = [&](const SourcePlace &Place) {
    switch (Access) {
    case RowAccess::Store:
      return Place.Kind != AccessKind::Read;
    case RowAccess::Load:
      return Place.Kind != AccessKind::Write;
    case RowAccess::Both:
      return Place.Kind == AccessKind::ReadModifyWrite;
    case RowAccess::Unknown:
      return true;
    }
    return true;
  };
  if (llvm::any_of(Places, Fits))
    llvm::erase_if(Places, [&](const SourcePlace &Place) { return !Fits(Place); });
}

SourceJoin::Candidates SourceJoin::candidatesOf(const JoinedRow &Row) const {
  Candidates C;
  llvm::StringRef File = baseName(Row.Pos.File);
  unsigned Line = Row.Pos.Line;
  if (!Row.Pos.valid()) {
    if (!Row.Row->SourceFile || !Row.Row->SourceLine) {
      C.Why = "the recording gives no source line";
      return C;
    }
    if (Row.Row->SourceMayBeCut) {
      C.Why = "the source line may be cut in the recording";
      return C;
    }
    File = baseName(*Row.Row->SourceFile);
    Line = static_cast<unsigned>(*Row.Row->SourceLine);
  }
  for (const Access *A : accessesAt(Row, File, Line, C.Why))
    for (SourcePlace &Place : placesOf(*A, P, LineSize)) {
      auto Same =
          llvm::find_if(C.Places, [&](const SourcePlace &Known) { return Known.samePlace(Place); });
      if (Same == C.Places.end())
        C.Places.push_back(std::move(Place));
      else if (Same->Kind != Place.Kind)
        Same->Kind = AccessKind::ReadModifyWrite; // read and written on one line
    }
  if (C.Places.empty())
    return C;
  keepKind(C.Places, Row.Access);
  if (Row.Row->Offset)
    llvm::erase_if(C.Places,
                   [&](const SourcePlace &Place) { return !mayLieAt(Place, *Row.Row->Offset); });
  if (C.Places.empty())
    C.Why = fmt::format("nothing accessed at {}:{} can lie at offset {} of a line", File.str(),
                        Line, Row.Row->Offset->bytes());
  return C;
}

void SourceJoin::settle(JoinedRow &Row, const SourcePlace &Place) const {
  Row.By = ResolvedBy::Source;
  Row.Why.clear();
  Row.Field = Place.Text;
  Row.FieldName = Place.FieldName;
  Row.VariableKey = Place.VariableKey;
  Row.RecordKey = Place.Record;
  for (size_t I = 0; I != Place.Around.size(); ++I)
    Row.Around.push_back({Place.Around[I], Place.Inner[I]});
  // An anonymous struct or union goes by the record around it.
  auto Named = [&](Str Key) {
    const Record *R = Key.empty() ? nullptr : P.findRecord(Key);
    return R && !R->is(RecordFlag::Anonymous) ? R : nullptr;
  };
  const Record *R = Named(Place.Record);
  for (size_t I = Place.Around.size(); I && !R; --I)
    R = Named(Place.Around[I - 1]);
  if (R)
    Row.Record = R->Name.str();
  if (Row.Row->Offset)
    Row.Place = *Row.Row->Offset;
}

/// Where in a line the objects start that rows without doubt are about, by object.
namespace {
class ObjectStarts {
public:
  void add(const SourcePlace &Place, Bits InLine) {
    if (Place.Offset)
      Starts[Place.Object].push_back({start(Place, InLine), Place.StrideUnit.bits()});
  }
  /// False when the object would have to start elsewhere.
  bool allow(const SourcePlace &Place, Bits InLine) const {
    auto It = Starts.find(Place.Object);
    if (It == Starts.end() || !Place.Offset)
      return true;
    return llvm::all_of(It->second, [&](auto Known) {
      uint64_t Unit = std::gcd(Known.second, Place.StrideUnit.bits());
      uint64_t Into = (start(Place, InLine) % Unit + Unit - Known.first % Unit) % Unit;
      return Into < std::max(Place.Size, Bits::fromBytes(1)).bits();
    });
  }

private:
  static uint64_t start(const SourcePlace &Place, Bits InLine) {
    uint64_t Unit = Place.StrideUnit.bits();
    return (InLine.bits() % Unit + Unit - Place.Offset->bits() % Unit) % Unit;
  }
  std::map<Str, std::vector<std::pair<uint64_t, uint64_t>>> Starts; ///< start and its unit
};
} // namespace

void SourceJoin::resolve(JoinedLine &Line) const {
  ObjectStarts Starts;
  std::vector<std::pair<JoinedRow *, Candidates>> Doubtful;
  for (JoinedRow &Row : Line.Rows) {
    if (Row.By != ResolvedBy::None)
      continue;
    Candidates C = candidatesOf(Row);
    if (C.Places.size() > 1) {
      Doubtful.emplace_back(&Row, std::move(C));
      continue;
    }
    if (C.Places.empty()) {
      Row.Why += (Row.Why.empty() ? "" : "; ") + C.Why;
      continue;
    }
    settle(Row, C.Places[0]);
    if (Row.Row->Offset)
      Starts.add(C.Places[0], *Row.Row->Offset);
  }
  for (auto &[Row, C] : Doubtful) {
    if (Row->Row->Offset)
      llvm::erase_if(C.Places, [&, Row = Row](const SourcePlace &Place) {
        return !Starts.allow(Place, *Row->Row->Offset);
      });
    if (C.Places.size() == 1) {
      settle(*Row, C.Places[0]);
      continue;
    }
    std::string List;
    for (const SourcePlace &Place : C.Places)
      List += (List.empty() ? "'" : ", '") + Place.Text + "'";
    Row->Why += Row->Why.empty() ? "" : "; ";
    Row->Why += C.Places.empty() ? "what is accessed at its source line lies elsewhere"
                                 : "by its source line it may be any of " + List;
  }
}

} // namespace cachelint::facts
