//===-- SplitUnits.cpp ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/SplitUnits.h"

#include "tool/dwarf/UnnamedRecords.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::dwarf {

namespace path = llvm::sys::path;
using llvm::StringRef;

SplitUnits::SplitUnits(const UnitIndex &Program, StringRef Path, const FileSearch &Search,
                       ProblemSink &Problems)
    : Path(Path.str()), Search(Search), Problems(Problems) {
  findSkeletons(Program);
  if (!All.empty())
    openPackage();
}

void SplitUnits::findSkeletons(const UnitIndex &Program) {
  // Before DWARF 5 nothing in the header tells a skeleton; but each program with one has a table of
  // addresses, which others do not have.
  bool HasAddresses = !Program.Sections.Addr.Bytes.empty();
  Unit U;
  for (size_t I = 0; I != Program.OwnCount; ++I) {
    const UnitHeader &H = Program.Headers[I];
    bool MayBe = H.IsSkeleton || (H.Version < 5 && HasAddresses && !H.IsType);
    if (!MayBe || !U.readOwnEntry(Program.Sections, H) || !U.DwoName)
      continue;
    All.push_back(
        {&Program.Sections, I, U.DwoId, U.context().AddrBase, U.DwoName, U.CompDir, U.LineOffset});
  }
}

const Skeleton *SplitUnits::at(size_t Number) const {
  auto It = std::partition_point(All.begin(), All.end(),
                                 [&](const Skeleton &S) { return S.Unit < Number; });
  return It != All.end() && It->Unit == Number ? &*It : nullptr;
}

void SplitUnits::openPackage() {
  std::string Name = Path + ".dwp";
  if (!llvm::sys::fs::is_regular_file(Name))
    return;
  llvm::Expected<std::unique_ptr<SideFile>> File =
      SideFile::open(Name, SectionSet::Split, Problems);
  if (!File) {
    Problems.fail(Path, llvm::toString(File.takeError()));
    return;
  }
  auto Units = std::make_unique<UnitIndex>((*File)->Sections, Name, Problems);
  applyPackageIndex(*Units, Name, Problems);
  llvm::DenseMap<uint64_t, const Skeleton *> ById;
  for (const Skeleton &S : All)
    if (S.Id < UINT64_MAX - 1) // the map's own marks
      ById.try_emplace(S.Id, &S);
  Units->Skeletons.resize(Units->Headers.size());
  for (size_t I = 0; I != Units->Headers.size(); ++I) {
    const UnitHeader &H = Units->Headers[I];
    auto It = H.IsType || H.DwoId >= UINT64_MAX - 1 ? ById.end() : ById.find(H.DwoId);
    if (It == ById.end())
      continue;
    Units->Skeletons[I] = It->second;
    Packed.insert(It->second->Unit);
  }
  if (!Units->BySignature.empty())
    nameTypeUnits(*Units);
  Package = {std::move(*File), std::move(Units)};
}

/// Where a .dwo file may be: where the compiler put it, or beside the program.
static std::vector<std::string> placesOf(const Skeleton &S, StringRef Program,
                                         const FileSearch &Search) {
  auto Under = [](StringRef Folder, const llvm::Twine &Name) {
    llvm::SmallString<256> Text(Folder);
    path::append(Text, Name);
    return Text.str().str();
  };
  StringRef CompDir = S.CompDir ? S.CompDir : "";
  std::string Built = path::is_absolute(S.DwoName) ? S.DwoName : Under(CompDir, S.DwoName);
  std::string Beside = path::parent_path(Program).str();
  std::vector<std::string> Places{Built};
  if (!path::is_absolute(S.DwoName))
    Places.push_back(Under(Beside, S.DwoName));
  Places.push_back(Under(Beside, path::filename(S.DwoName)));
  for (const std::string &Dir : Search.debugDirs())
    Places.push_back(Under(Dir, Built));
  return Places;
}

SplitFile SplitUnits::open(const Skeleton &S, std::string &Missing) const {
  std::vector<std::string> Places = placesOf(S, Path, Search);
  auto Place = std::find_if(Places.begin(), Places.end(),
                            [](const std::string &P) { return llvm::sys::fs::is_regular_file(P); });
  if (Place == Places.end()) {
    Missing = Places.front();
    return {};
  }
  llvm::Expected<std::unique_ptr<SideFile>> File =
      SideFile::open(*Place, SectionSet::Split, Problems);
  if (!File) {
    Problems.fail(Path, llvm::toString(File.takeError()));
    return {};
  }
  (*File)->Sections.OneOfMany = true;
  auto Units = std::make_unique<UnitIndex>((*File)->Sections, *Place, Problems);
  Units->Skeletons.resize(Units->Headers.size());
  bool Found = false;
  Unit U;
  for (size_t I = 0; I != Units->Headers.size(); ++I) {
    const UnitHeader &H = Units->Headers[I];
    // With link-time optimisation one file has the units of several skeletons.
    bool Own = !H.IsType && U.readOwnEntry((*File)->Sections, H) && U.DwoId == S.Id;
    if (Own || H.IsType)
      Units->Skeletons[I] = &S;
    Found |= Own;
  }
  if (!Found) {
    Problems.fail(Path, fmt::format("\"{}\" is of another build: it has no unit with the id "
                                    "0x{:016x} that the program names",
                                    *Place, S.Id));
    return {};
  }
  if (!Units->BySignature.empty())
    nameTypeUnits(*Units);
  return {std::move(*File), std::move(Units)};
}

} // namespace cachelint::dwarf
