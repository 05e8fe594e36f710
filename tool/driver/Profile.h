//===-- Profile.h - vocabularies in YAML files --------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A profile is a YAML file with the words of one project or family of projects. Its keys are the
// members of model::Vocabulary in kebab-case ("thread-id-functions"), all of them optional, and
//
//   extends: generic          profiles (comma between them) whose words come first
//   recognise: [rte_lcore_id] words of a source text that tell that the profile applies; one that
//                             holds a '/' or '.' is looked for in #include lines
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_PROFILE_H
#define CACHELINT_DRIVER_PROFILE_H

#include "tool/model/Vocabulary.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace cachelint::driver {

struct Profile {
  std::string Extends;
  std::vector<std::string> Recognise;
  model::Vocabulary Words; ///< of this file alone; Words.Name is the file's or profile's name
};

/// Reads one file. The error names it with line and column; a key that does not exist is an error,
/// as a misspelt one would otherwise be silence.
llvm::Expected<Profile> readProfile(llvm::MemoryBufferRef Text, llvm::StringRef Name);

/// The words of a profile and of all that it extends. \p NamesOrFiles are names of built-in
/// profiles or paths of YAML files, comma between them; a name with a '/' or that ends in ".yaml"
/// or ".yml" is a path.
llvm::Expected<model::Vocabulary> resolveProfile(llvm::StringRef NamesOrFiles);

/// Names of the built-in profiles, beside generic, that the source texts call for; sorted.
std::vector<std::string> recogniseProfiles(llvm::ArrayRef<llvm::StringRef> Texts);

/// The vocabulary for a run over \p SourceFiles: \p NamesOrFiles when it is not empty, else generic
/// and what is recognised in the sources. Sources that cannot be read are passed over; whoever
/// parses them says so.
llvm::Expected<model::Vocabulary> loadVocabulary(llvm::StringRef NamesOrFiles,
                                                 llvm::ArrayRef<std::string> SourceFiles);

} // namespace cachelint::driver

#endif
