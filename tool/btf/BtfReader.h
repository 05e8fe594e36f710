//===-- BtfReader.h - records and variables from BTF --------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The way into BTF, the type information of kernels and BPF programs: a file of nothing else
// (/sys/kernel/btf/vmlinux, `pahole --btf_encode_detached`), or the .BTF section of an ELF file.
// Either byte order, versions up to that of Linux 7.2 with its layout section. Format:
// Documentation/bpf/btf.rst and include/uapi/linux/btf.h of the kernel.
//
// Kernel modules have split BTF, which goes on where that of vmlinux ends; reading it takes the
// Base. A module that carries a .BTF.base section is read with that instead, as it was made for it.
//
// What BTF cannot say is left open: there is no alignment, no file and line, no packed attribute
// (PackedInferred where offsets prove it), no _Atomic, no C++. Sizes of pointers come from the ELF
// header, or from the size of `long`, or are not known. Further losses, which nothing in the file
// shows, and which therefore are no capability:
//   - `int a[]` and `int a[0]` look alike. The last member of a struct is taken for the former.
//   - pahole writes `int a[2][3]` as `int[6]`, and a vector as an array.
//   - Producers keep one of several equal unnamed records, whoever declared them. Each typedef,
//     member and variable is given one of its own again, but two named members of one record that
//     share one cannot be told from `struct { int x; } a, b;`.
//   - A record inside of a function looks like one of the file.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_BTFREADER_H
#define CACHELINT_BTF_BTFREADER_H

#include "tool/model/Program.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>
#include <string>
#include <vector>

namespace cachelint::btf {

struct ReadOptions {
  /// Globs ("rte_*") over Record::Key; empty: all records. What a wanted record holds by value is
  /// read too, so that its fields can be followed; the caller picks by name.
  std::vector<std::string> Records;
  bool Variables = true;
  /// Lock, atomic and wire types of the project, which BTF knows by the names of typedefs and tags;
  /// may be null.
  const model::Vocabulary *Words = nullptr;
  /// LLVM triple, where the caller knows it and the file does not say: a file of BTF alone.
  std::string Target;
};

/// BTF that other files build upon. Can be used for any number of them, from several threads.
class Base {
public:
  /// \p Path: a file of BTF, or an ELF file with a .BTF section: vmlinux.
  static llvm::Expected<std::unique_ptr<Base>> open(llvm::StringRef Path, ProblemSink &Problems);
  static llvm::Expected<std::unique_ptr<Base>> read(llvm::MemoryBufferRef Bytes,
                                                    ProblemSink &Problems);
  ~Base();

  struct Tables;
  const Tables &tables() const { return *Content; }

private:
  explicit Base(std::unique_ptr<Tables> Content);
  std::unique_ptr<Tables> Content;
};

/// True for a file that begins as BTF does, and for an ELF file with a .BTF section. What cannot be
/// read gives false.
bool hasBtf(llvm::StringRef Path);

/// Records and variables. Records are sorted by key, equal ones united, differing ones of one key
/// side by side in the order of the file; variables are sorted by key.
///
/// Fails with the file's name where nothing can be read: it cannot be opened, has no BTF, is cut,
/// or is split and \p On is missing. A type of a kind that is neither known nor described, and one
/// that reaches beyond the last, is a failure in \p Problems, and only the types before it are
/// read. What is wrong with a single type goes there with section and offset, and the rest is read.
///
/// Variables are those of the DATASEC types; Address is set where the ELF file around the BTF is
/// linked, SectionOffset wherever the producer filled it in. Keys of static variables end in their
/// section and offset, as BTF does not know their file.
llvm::Expected<model::UnitFacts> readBtf(llvm::StringRef Path, StringPool &Pool,
                                         const ReadOptions &Options, ProblemSink &Problems,
                                         const Base *On = nullptr);
/// As above, of bytes in memory; the buffer's name is that of the input.
llvm::Expected<model::UnitFacts> readBtf(llvm::MemoryBufferRef Bytes, StringPool &Pool,
                                         const ReadOptions &Options, ProblemSink &Problems,
                                         const Base *On = nullptr);

} // namespace cachelint::btf

#endif
