#!/usr/bin/env python3
"""Writes FOLDER/unit_N.c and compile_commands.json. The units share a header, of which one record has three layouts in
all; the last command is for a file that is not there.

usage: many_units.py FOLDER COUNT [--reverse]
"""

import json
import sys
from pathlib import Path

HEADER = """\
struct shared { char a; long b; char c[SIZE]; };
static inline long read_shared(const struct shared *s) { return s->b; }
"""

UNIT = """\
#define SIZE {size}
#include "shared.h"
struct own_{n} {{ short id; }} __cacheline_aligned;
struct own_{n} table_{n}[4];
struct shared object_{n};
long sum_{n}(void) {{ return read_shared(&object_{n}) + table_{n}[1].id; }}
"""


def main():
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    (folder / "shared.h").write_text(HEADER)
    names = [f"unit_{n}.c" for n in range(count)]
    for n, name in enumerate(names):
        (folder / name).write_text(UNIT.format(n=n, size=1 + n % 3))
    names.append("gone.c")
    if "--reverse" in sys.argv:
        names.reverse()
    commands = [{"directory": str(folder), "file": name, "arguments": ["cc", "-c", name]} for name in names]
    (folder / "compile_commands.json").write_text(json.dumps(commands))


if __name__ == "__main__":
    main()
