//===-- Archive.cpp ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Archive.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include "fmt/format.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cachelint::dwarf {

using llvm::StringRef;

static constexpr StringRef Magic = "!<arch>\n", ThinMagic = "!<thin>\n";

bool Archive::isArchive(StringRef Path) {
  char Start[8];
  int Fd = ::open(Path.str().c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return false;
  ssize_t Size = read(Fd, Start, sizeof(Start));
  ::close(Fd);
  StringRef Text(Start, Size < 0 ? 0 : static_cast<size_t>(Size));
  return Text == Magic || Text == ThinMagic;
}

llvm::Expected<Archive> Archive::open(StringRef Path, ProblemSink &Problems) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> File =
      llvm::MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return llvm::createStringError("%s: cannot be opened: %s", Path.str().c_str(),
                                   File.getError().message().c_str());
  Archive A;
  A.File = std::move(*File);
  A.list(Path, Problems);
  if (A.Members.empty())
    return llvm::createStringError("%s: is an archive without ELF files", Path.str().c_str());
  return A;
}

namespace {

/// Reads headers one after the other.
struct ArchiveCursor {
  StringRef Bytes;
  bool Thin;
  size_t At = 8;
  StringRef LongNames{};

  // Of the header just read:
  StringRef Name{}, Content{};
  uint64_t Size = 0;

  bool next();
  bool isTable() const { return Name == "/" || Name == "/SYM64/" || Name == "//"; }
};

} // namespace

/// Moves to the next member; false at the end, and when there is no header.
bool ArchiveCursor::next() {
  constexpr size_t HeaderSize = 60; // name 16, date 12, owner 6, group 6, mode 8, size 10, end 2
  if (Bytes.size() < At || Bytes.size() - At < HeaderSize)
    return false;
  StringRef Header = Bytes.substr(At, HeaderSize);
  if (!Header.ends_with("`\n") || Header.substr(48, 10).trim().getAsInteger(10, Size))
    return false;
  At += HeaderSize;
  Name = Header.take_front(16).rtrim();
  // A thin archive holds its own tables only.
  bool Here = !Thin || isTable();
  if (Here && Size > Bytes.size() - At)
    return false;
  Content = Here ? Bytes.substr(At, Size) : StringRef();
  At += Here ? Size + Size % 2 : 0;
  if (Name == "//")
    LongNames = Content;
  if (isTable())
    return true;
  uint64_t Number;
  StringRef Rest = Name;
  if (Rest.consume_front("#1/") && !Rest.getAsInteger(10, Number) && Number <= Content.size()) {
    Name = Content.take_front(Number).rtrim('\0');
    Content = Content.drop_front(Number);
  } else if (Name.starts_with("/") && !Name.drop_front().getAsInteger(10, Number)) {
    Name = LongNames.substr(std::min<uint64_t>(Number, LongNames.size()));
    Name = Name.take_until([](char C) { return C == '\n'; });
  }
  Name.consume_back("/");
  return true;
}

void Archive::list(StringRef Path, ProblemSink &Problems) {
  ArchiveCursor In{File->getBuffer(), File->getBuffer().starts_with(ThinMagic)};
  while (In.next()) {
    if (In.isTable() || (!In.Thin && !In.Content.starts_with("\x7f"
                                                             "ELF")))
      continue;
    Member M{fmt::format("{}({})", Path.str(), In.Name.str()), In.Content, {}};
    if (In.Thin) {
      // Names are relative to the archive's folder.
      llvm::SmallString<256> Text;
      if (!llvm::sys::path::is_absolute(In.Name))
        Text = llvm::sys::path::parent_path(Path);
      llvm::sys::path::append(Text, In.Name);
      M.File = Text.str().str();
    }
    Members.push_back(std::move(M));
  }
  if (In.At < In.Bytes.size())
    Problems.add({ProblemLevel::Warning,
                  Path.str(),
                  "",
                  In.At,
                  {},
                  "header of an archive's member makes no sense: what follows is not read"});
}

llvm::Expected<int> Archive::openMember(const Member &M) const {
  auto Fail = [&](StringRef What) {
    return llvm::createStringError("%s: %s: %s", M.Name.c_str(), What.str().c_str(),
                                   std::strerror(errno));
  };
  if (!M.File.empty()) {
    int Fd = ::open(M.File.c_str(), O_RDONLY | O_CLOEXEC);
    if (Fd < 0)
      return Fail("thin archive's file " + M.File + " cannot be opened");
    return Fd;
  }
  // elfutils takes files only: one in memory.
  int Fd = memfd_create("member", MFD_CLOEXEC);
  if (Fd < 0)
    return Fail("no memory for it");
  StringRef Rest = M.Bytes;
  while (!Rest.empty()) {
    ssize_t Written = write(Fd, Rest.data(), Rest.size());
    if (Written <= 0) {
      llvm::Error E = Fail("no memory for it");
      ::close(Fd);
      return E;
    }
    Rest = Rest.drop_front(static_cast<size_t>(Written));
  }
  return Fd;
}

} // namespace cachelint::dwarf
