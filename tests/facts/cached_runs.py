#!/usr/bin/env python3
"""Runs of `cachelint check` over six units that share a header, with things done to the files between them. After each
run the hits must be as many as said, and the output must be that of a run without a cache.

usage: cached_runs.py CACHELINT MANY_UNITS FOLDER"""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

tool, maker, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
units, cache = folder / "src", folder / "cache"
COUNT = 6


def check(*options):
    command = [tool, "check", "-p", str(units), "--format", "json", "--stats", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    hits = re.search(r"(\d+) +of these from the cache", done.stderr)
    return done.stdout, int(hits[1]) if hits else 0, done.stderr


def expect(what, hits, *options):
    plain, none, _ = check("--cache", "off", *options)
    cached, found, problems = check("--cache", str(cache), *options)
    print(f"{what}: {found} hits")
    if (none, found) != (0, hits):
        sys.exit(f"{what}: {found} hits, not {hits}\n{problems}")
    if plain != cached or '"rule"' not in plain:
        sys.exit(f"{what}: other findings from the cache\n{plain}\n{cached}")


def age(path):
    """What was written just now is not cached: it may change within the same tick of the clock."""
    os.utime(path, (1e9, 1e9))


def write(path, text):
    path.write_text(text)
    age(path)


def age_all():
    for path in units.iterdir():
        age(path)


def files(extension):
    return sorted(cache.glob("*/*" + extension))


units.mkdir()
subprocess.run([sys.executable, maker, str(units), str(COUNT)], check=True)
age_all()
header, first = units / "shared.h", units / "unit_0.c"
text = first.read_text()

expect("nothing there", 0)
expect("nothing changed", COUNT)
os.utime(header)
expect("header touched, content as before", COUNT)
age_all()
write(first, text + "int more;\n")
expect("one unit edited", COUNT - 1)
expect("after the edit", COUNT)
write(first, text)
expect("edit undone", COUNT)
write(header, header.read_text() + "struct other { char c; };\n")
expect("header edited", 0)
expect("after that", COUNT)

# A header that comes before the one that was found.
(units / "quote").mkdir()
for unit in units.glob("unit_*.c"):
    write(unit, unit.read_text().replace('"shared.h"', "<shared.h>"))
flags = units / "compile_commands.json"
write(flags, flags.read_text().replace('"-c"', f'"-I", "{units}/quote", "-I", "{units}", "-c"'))
expect("other flags", 0)
expect("after that", COUNT)
write(units / "quote" / "shared.h", "struct shared { long b; };\nstatic inline long read_shared(const struct shared *s)"
      " { return s->b; }\n")
expect("header that comes first", 0)
expect("after that", COUNT)
expect("other line size", 0, "--line-size", "128")
expect("other words", 0, "--profile", "linux")

# Files that a killed or broken machine left.
for path in files(".unit")[::2]:
    path.write_bytes(path.read_bytes()[:-7])
for path in files(".deps")[:1]:
    path.write_bytes(b"")
cached, found, _ = check("--cache", str(cache))
if cached != check("--cache", "off")[0] or found == COUNT:
    sys.exit("damaged files of the cache were believed")
expect("mended", COUNT)
for path in files(".part"):
    path.unlink()
expect("parts gone", 0)
expect("back again", COUNT)

# Written while the run goes on: not kept, as it may not be what was read.
os.utime(first, (4e9, 4e9))
check("--cache", str(folder / "fresh"))
_, found, _ = check("--cache", str(folder / "fresh"))
if found != COUNT - 1:
    sys.exit(f"a file of the future: {found} hits, not {COUNT - 1}")
age(first)

# Two at once.
results = []
runs = [threading.Thread(target=lambda: results.append(check("--cache", str(folder / "both"))[0])) for _ in range(2)]
for run in runs:
    run.start()
for run in runs:
    run.join()
if results[0] != results[1] or check("--cache", str(folder / "both"))[1] != COUNT:
    sys.exit("two runs at once disturb each other")

# Not more than its limit, and what is no file of ours stays.
other = cache / "aa" / "notes.txt"
other.parent.mkdir(exist_ok=True)
other.write_text("x" * (1 << 20))
big = cache / "aa" / "big.part"
big.write_bytes(b"x" * (2 << 20))
age(big)
write(first, text + "int again;\n")
check("--cache", str(cache), "--cache-size", "1")
if big.exists() or not other.exists():
    sys.exit("the cache does not keep to its limit")
if not files(".unit"):
    sys.exit("cleaning removed what was just used")

# A folder that cannot be written is said once, and costs nothing but time.
(folder / "file").write_text("")
out, found, problems = check("--cache", str(folder / "file"))
if problems.count("the cache cannot be written") != 1 or '"rule"' not in out:
    sys.exit("no good word on a cache that cannot be written:\n" + problems)
