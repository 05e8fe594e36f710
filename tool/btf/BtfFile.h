//===-- BtfFile.h - where the BTF of a file is --------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_BTFFILE_H
#define CACHELINT_BTF_BTFFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace cachelint::btf {

/// The BTF of a file, and what the ELF file around it, if there is one, says of the machine.
struct BtfFile {
  std::string Input;   ///< name of the file
  std::string Section; ///< ".BTF"; empty for a file of BTF alone
  llvm::ArrayRef<uint8_t> Bytes;
  /// Of the section .BTF.base: as much of the base as a module's split BTF refers to (Linux 6.11).
  llvm::ArrayRef<uint8_t> BaseBytes;
  std::string Triple; ///< empty where the file does not say
  std::optional<unsigned> PointerBytes;
  /// Link-time addresses of sections; empty for object files and modules, which have none.
  llvm::StringMap<uint64_t> SectionAddresses;

  std::unique_ptr<llvm::MemoryBuffer> Owner; ///< of the bytes, when the file was opened here
};

llvm::Expected<BtfFile> openBtfFile(llvm::StringRef Path);
/// \p Bytes must outlive the result.
llvm::Expected<BtfFile> findBtf(llvm::MemoryBufferRef Bytes);

} // namespace cachelint::btf

#endif
