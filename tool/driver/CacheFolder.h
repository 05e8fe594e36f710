//===-- CacheFolder.h - where the cache is, and how it stays small -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_CACHEFOLDER_H
#define CACHELINT_DRIVER_CACHEFOLDER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

namespace cachelint::driver {

/// \p Given is what --cache says: a folder, "off", or empty: cachelint in $XDG_CACHE_HOME, or in
/// .cache of the home folder. Empty when there is to be none.
std::optional<std::string> cacheFolder(llvm::StringRef Given);

/// Makes the folder of \p Path when it is not there. Whoever reads sees all of the file or none.
std::error_code writeThenRename(const std::string &Path, llvm::StringRef Bytes);

/// Notes that a file was of use.
void touchFile(const std::string &Path);

/// When the files below \p Folder are more than \p Limit bytes, removes those that were not of use
/// for longest until four fifths of it are left, and what runs that were killed left half written.
void cleanFolder(const std::string &Folder, uint64_t Limit);

} // namespace cachelint::driver

#endif
