//===-- Binary.h - what a linked file says apart from its types -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Symbols, sections, segments, and the way from a code address to its source line. All addresses
// are link-time addresses in bytes: those of the file, before a loader moved it. Sizes here are of
// the machine, not of types, so they are plain bytes and no Bits.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_BINARY_H
#define CACHELINT_MODEL_BINARY_H

#include "tool/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

enum class SymbolKind : uint8_t { Function, Object, ThreadLocal, Other };
enum class SymbolBinding : uint8_t { Local, Global, Weak };

struct Symbol {
  Str Name; ///< as in the symbol table, without a version ("@GLIBC_2.34"); mangled for C++
  /// For SymbolKind::ThreadLocal the offset in the thread-local block, not an address.
  uint64_t Address = 0;
  uint64_t Size = 0; ///< 0 where the file does not say (assembler labels)
  SymbolKind Kind = SymbolKind::Other;
  SymbolBinding Binding = SymbolBinding::Local;
  Str Section; ///< name; empty for absolute symbols

  uint64_t end() const { return Address + Size; }
};

/// A section that is in memory when the program runs.
struct SectionRange {
  Str Name;
  uint64_t Address = 0;
  uint64_t Size = 0;
  uint64_t Align = 1; ///< bytes, at least 1
  bool Writable = false;
  bool Executable = false;
  bool ThreadLocal = false; ///< a template: the addresses are nobody's at run time

  bool contains(uint64_t A) const { return A >= Address && A - Address < Size; }
};

/// A part of the file that the loader maps.
struct Segment {
  uint64_t Address = 0;
  uint64_t MemorySize = 0;
  uint64_t FileOffset = 0;
  uint64_t FileSize = 0;
  uint64_t Align = 1; ///< page size the file was linked for, usually; at least 1
  bool Writable = false;
  bool Executable = false;
};

enum class BinaryKind : uint8_t {
  Fixed,               ///< runs at its link-time addresses (ET_EXEC)
  PositionIndependent, ///< moved by the loader as a whole, by a multiple of the page (ET_DYN)
  Relocatable,         ///< an object file or kernel module: sections have no addresses yet (ET_REL)
  Core,                ///< a dump of a process
};

struct Binary {
  Str Path;
  Str Target;          ///< LLVM triple, e.g. "x86_64-pc-linux-gnu"; empty when not known
  std::string BuildId; ///< lower-case hexadecimal; empty when there is none
  BinaryKind Kind = BinaryKind::Fixed;
  bool LittleEndian = true;
  unsigned PointerBytes = 8;
  bool KernelImage = false; ///< vmlinux or a kernel module

  std::vector<Symbol> Symbols;        ///< by address, then larger first, then by name
  std::vector<SectionRange> Sections; ///< by address
  std::vector<Segment> Segments;      ///< loadable ones, by address
  /// Parallel to Symbols: the largest end of this and all earlier ones, so that a look-up knows
  /// when no symbol further down can reach an address. Filled by sortBinary.
  std::vector<uint64_t> SymbolReach;

  /// The symbol that holds \p Address: a sized one whose range it is in (the innermost where they
  /// nest, global before local for equals), or the last unsized one before it in the same section.
  /// Thread-local symbols have no address and are never the answer.
  const Symbol *symbolAt(uint64_t Address) const;
  /// As symbolAt, among functions only.
  const Symbol *functionAt(uint64_t Address) const;
  /// All symbols of this name, in the order of Symbols: static functions share names.
  std::vector<const Symbol *> symbolsNamed(Str Name) const;
  const SectionRange *sectionAt(uint64_t Address) const;
  const Segment *segmentAt(uint64_t Address) const;
};

/// Puts Symbols, Sections and Segments into the order that the look-ups need.
void sortBinary(Binary &B);

/// One function at a code address.
struct CodeFrame {
  Str Function;  ///< qualified, without parameters
  SourcePos Pos; ///< where in it: the line of the address, or the call of the inlined one before
};

/// From code addresses to source, by what the compiler left in the file. Not safe for use from two
/// threads at once.
class CodeMap {
public:
  virtual ~CodeMap() = default;
  /// The source line whose code holds \p Address; empty when the file does not say.
  virtual std::optional<SourcePos> sourceOf(uint64_t Address) = 0;
  /// The functions at \p Address, innermost first: inlined ones, last the one that has the code.
  /// Empty when the address is in no function that the file describes.
  virtual std::vector<CodeFrame> framesAt(uint64_t Address) = 0;
};

} // namespace cachelint::model

#endif
