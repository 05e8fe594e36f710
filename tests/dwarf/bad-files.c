// What is said of files that hold no layouts, and that an exit status tells it.
//
// RUN: %clang -g0 -c %s -o %t.plain.o
// RUN: not %cachelint layout %t.plain.o 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: error: {{.*}}plain.o: has no DWARF: compile it with -g, install its -dbg or -dbgsym package
//
// RUN: %clang -g -c --target=mips-linux-gnu %s -o %t.mips.o
// RUN: not %cachelint layout %t.mips.o 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: error: {{.*}}mips.o: the DWARF of this object file cannot be relocated
//
// RUN: %clang -g -gsplit-dwarf -c %s -o %t.split.o
// RUN: rm %t.split.dwo
// RUN: not %cachelint layout %t.split.o 2>&1 | FileCheck %s --check-prefix=SPLIT
// SPLIT: {{.*}}split.o: 1 of 1 split units cannot be read: "{{.*}}split.dwo" is not there; keep the .dwo files
//
// RUN: %clang -g -c %s -o %t.o
// RUN: %python -c "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read()[:700])" %t.o > %t.cut.o
// RUN: not %cachelint layout %t.cut.o 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: error: {{.*}}cut
//
// The file as it should be:
// RUN: %cachelint layout %t.o | FileCheck %s --check-prefix=WHOLE
// WHOLE: struct s
// WHOLE: size 16, {{.*}}1 line

struct s {
  char c;
  long l;
} s;
