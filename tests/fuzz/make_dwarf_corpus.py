#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets Dwarf and Elf: small programs by gcc and clang, in each encoding of DWARF.

    make_dwarf_corpus.py corpus/Dwarf corpus/Elf

The files are in the repository, so that the corpus does not depend on the compilers of the day; run this to make new
ones. Needs gcc, g++, clang-19 and objcopy.
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
