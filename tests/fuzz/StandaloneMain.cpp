//===-- StandaloneMain.cpp - run a fuzz target over a corpus without libFuzzer --------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Arguments are files and folders. So the corpus runs as an ordinary test with any compiler.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

namespace fs = std::filesystem;

static std::vector<fs::path> listInputs(int Argc, char **Argv) {
  std::vector<fs::path> Inputs;
  for (int I = 1; I < Argc; ++I) {
    if (!fs::is_directory(Argv[I])) {
      Inputs.emplace_back(Argv[I]);
      continue;
    }
    for (const fs::directory_entry &Entry : fs::recursive_directory_iterator(Argv[I]))
      if (Entry.is_regular_file())
        Inputs.push_back(Entry.path());
  }
  std::sort(Inputs.begin(), Inputs.end());
  return Inputs;
}

int main(int Argc, char **Argv) {
  std::vector<fs::path> Inputs = listInputs(Argc, Argv);
  for (const fs::path &Input : Inputs) {
    std::ifstream File(Input, std::ios::binary);
    if (!File) {
      std::fprintf(stderr, "cannot read %s\n", Input.c_str());
      return 1;
    }
    // Named before the run: after a crash the last line says which input it was.
    std::fprintf(stderr, "%s\n", Input.c_str());
    std::string Bytes{std::istreambuf_iterator<char>(File), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size());
  }
  std::fprintf(stderr, "%zu inputs\n", Inputs.size());
  // An empty corpus would pass without having tested anything.
  return Inputs.empty() ? 1 : 0;
}
