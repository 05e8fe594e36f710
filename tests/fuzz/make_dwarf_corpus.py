#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets Dwarf and Elf: small programs by gcc and clang, in each encoding of DWARF.

    make_dwarf_corpus.py corpus/Dwarf corpus/Elf

The files are in the repository, so that the corpus does not depend on the compilers of the day; run this to make new
ones. Needs gcc, g++, clang-19, objcopy and yaml2obj-19.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile

SOURCE_C = """
typedef struct { int counter; } atomic_t;
struct s { char c; unsigned a : 3, b : 9; atomic_t n; union { int i; long l; }; struct s *next; int t[2][3]; short f[]; };
struct s s; static int hidden; _Thread_local int tls;
static inline int add(int x) { static int kept; return kept += x; }
int use(int (*f)(struct s *)) { struct { int q; } local = {f(&s)}; return hidden + tls + add(local.q); }
"""
SOURCE_CXX = """
extern "C" { __attribute__((visibility("hidden"))) void *__dso_handle; }
namespace ns { template <class T, int N> struct Ring { T slots[N]; struct Slot { char c; T t; } slot; }; }
struct Base { virtual ~Base(); int i; char c; }; Base::~Base() {}
struct Outer : virtual Base { [[no_unique_address]] struct {} e; int &r; static int shared; int Outer::*m; Outer(); };
int Outer::shared = 1; Outer::Outer() : r(shared) {}
ns::Ring<unsigned, 4> ring; namespace { Outer object; }
int use() { struct Local { int a; } l{3}; auto f = [&](int x) { return x + l.a; }; return f(1) + object.i; }
"""
CASES = [
    ("gcc2.c", "gcc", SOURCE_C, "-gdwarf-2"),
    ("gcc4.c", "gcc", SOURCE_C, "-gdwarf-4"),
    ("gcc5.c", "gcc", SOURCE_C, "-gdwarf-5 -O2"),
    ("clang4.c", "clang-19", SOURCE_C, "-gdwarf-4"),
    ("clang5.c", "clang-19", SOURCE_C, "-gdwarf-5 -O2"),
    ("gcc4.cpp", "g++", SOURCE_CXX, "-std=c++20 -gdwarf-4 -fdebug-types-section"),
    ("gcc5.cpp", "g++", SOURCE_CXX, "-std=c++20 -gdwarf-5"),
    ("clang3.cpp", "clang++-19", SOURCE_CXX, "-std=c++20 -gdwarf-3"),
    ("clang5.cpp", "clang++-19", SOURCE_CXX, "-std=c++20 -gdwarf-5 -fdebug-types-section"),
]
# Files that no compiler at hand makes: another byte order and width, links and relocations that lead nowhere.
RECORD_YAML = """
DWARF:
  debug_str: [ s, a, int, unit ]
  debug_abbrev:
    - Table:
        - { Code: 1, Tag: DW_TAG_compile_unit, Children: DW_CHILDREN_yes, Attributes: [ { Attribute: DW_AT_name, Form: DW_FORM_strp }, { Attribute: DW_AT_language, Form: DW_FORM_data1 } ] }
        - { Code: 2, Tag: DW_TAG_base_type, Children: DW_CHILDREN_no, Attributes: [ { Attribute: DW_AT_name, Form: DW_FORM_strp }, { Attribute: DW_AT_byte_size, Form: DW_FORM_data1 } ] }
        - { Code: 3, Tag: DW_TAG_structure_type, Children: DW_CHILDREN_yes, Attributes: [ { Attribute: DW_AT_name, Form: DW_FORM_strp }, { Attribute: DW_AT_byte_size, Form: DW_FORM_data2 } ] }
        - { Code: 4, Tag: DW_TAG_member, Children: DW_CHILDREN_no, Attributes: [ { Attribute: DW_AT_name, Form: DW_FORM_strp }, { Attribute: DW_AT_type, Form: DW_FORM_ref_addr }, { Attribute: DW_AT_byte_size, Form: DW_FORM_data1 }, { Attribute: DW_AT_bit_size, Form: DW_FORM_data1 }, { Attribute: DW_AT_bit_offset, Form: DW_FORM_data1 }, { Attribute: DW_AT_data_member_location, Form: DW_FORM_block1 } ] }
  debug_info:
    - Version: 2
      AddrSize: 4
      Entries:
        - { AbbrCode: 1, Values: [ { Value: 8 }, { Value: 1 } ] }
        - { AbbrCode: 2, Values: [ { Value: 4 }, { Value: 4 } ] }
        - { AbbrCode: 3, Values: [ { Value: 0 }, { Value: 8 } ] }
        - { AbbrCode: 4, Values: [ { Value: 2 }, { Value: 17 }, { Value: 4 }, { Value: 3 }, { Value: 5 }, { BlockData: [ 0x23, 0x04 ] } ] }
        - { AbbrCode: 0 }
        - { AbbrCode: 0 }
"""
YAML_CASES = {
    "ppc-dwarf2": "FileHeader: { Class: ELFCLASS32, Data: ELFDATA2MSB, Type: ET_EXEC, Machine: EM_PPC }" + RECORD_YAML,
    "i386-dwarf2": "FileHeader: { Class: ELFCLASS32, Data: ELFDATA2LSB, Type: ET_REL, Machine: EM_386 }" + RECORD_YAML,
    "wrong-links": """
FileHeader: { Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_REL, Machine: EM_X86_64 }
Sections:
  - { Name: .debug_info, Type: SHT_PROGBITS, Content: "0800000004000000000008ff" }
  - { Name: .debug_abbrev, Type: SHT_PROGBITS, Content: "00", ShSize: 0xffffff }
  - { Name: .rela.debug_info, Type: SHT_RELA, Info: .debug_info, Link: 77,
      Relocations: [ { Offset: 0x6, Symbol: 99, Type: R_X86_64_32 }, { Offset: 0xffffffff, Type: R_X86_64_64 } ] }
  - { Name: .symtab, Type: SHT_SYMTAB, Link: .symtab, EntSize: 3, Content: "0102030405" }
""",
    "cut-compressed": """
FileHeader: { Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_DYN, Machine: EM_X86_64 }
Sections:
  - { Name: .debug_info, Type: SHT_PROGBITS, Flags: [ SHF_COMPRESSED ],
      Content: "0100000000000000ffffffffffff0000010000000000000078da0300" }
  - { Name: .debug_str, Type: SHT_PROGBITS, Flags: [ SHF_COMPRESSED ], Content: "02000000" }
  - { Name: .note.gnu.build-id, Type: SHT_NOTE, Content: "04000000ffffffff03000000474e5500ab" }
  - { Name: .gnu_debuglink, Type: SHT_PROGBITS, Content: "2e2e2f2e2e2f" }
""",
}
SECTIONS = ["abbrev", "str", "line_str", "str_offsets", "addr", "line", "types"]


def dump(program, section, folder):
    out = folder / "section"
    out.unlink(missing_ok=True)
    subprocess.run(["objcopy", "-O", "binary", "--only-section=.debug_" + section,
                    "--set-section-flags", f".debug_{section}=alloc", program, out], check=True, stderr=subprocess.DEVNULL)
    return out.read_bytes() if out.exists() else b""


def main():
    dwarf, elf = (pathlib.Path(name) for name in sys.argv[1:3])
    for folder in (dwarf, elf):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        for case, text in YAML_CASES.items():
            subprocess.run(["yaml2obj-19", "-o", elf / case, "-"], input="--- !ELF\n" + text, text=True, check=True)
        for case, compiler, text, flags in CASES:
            source, program = work / case, work / "program.so"
            source.write_text(text)
            # No libraries: their start-up code would be most of the file.
            flags = flags.split() + ["-w", f"-fdebug-prefix-map={work}=/src"]
            subprocess.run([compiler, *flags, "-shared", "-fPIC", "-nostdlib", "-o", program, source],
                           check=True, cwd=work)
            parts = [dump(program, section, work) for section in SECTIONS]
            lengths = b"".join(struct.pack("<H", len(part)) for part in parts)
            (dwarf / case).write_bytes(b"\x01" + lengths + b"".join(parts) + dump(program, "info", work))
            (elf / (case + ".so")).write_bytes(program.read_bytes())
            subprocess.run([compiler, *flags, "-gz=zlib", "-c", "-o", work / "o.o", source], check=True, cwd=work)
            (elf / (case + ".o")).write_bytes((work / "o.o").read_bytes())


if __name__ == "__main__":
    main()
