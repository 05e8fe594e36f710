#!/usr/bin/env python3
"""Writes a report in the format of `perf c2c report --stdio` for the forwarder of this folder, as if its workers had
been recorded. It is made, not recorded: a recording needs a processor whose memory samples perf can read, and most
containers and virtual machines have none. Addresses are those of the binary; the counts come from the model of the
workers below, and every total is added up from them.

usage: make_report.py BINARY SOURCE_FOLDER [--workers N] > report.txt
"""

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from c2c_text import LINE, Code, Samples, Thread, render

FIRST_LINE = "# made to the format of perf c2c report for this program; not a recording\n"
# Where Linux loads a position-independent program when addresses are not randomised.
LOAD_BASE = 0x555555554000
PROCESS = 21340
# The first two workers run on one socket, the next two on different ones, and so on. 16 CPUs a socket.
CPUS = [2, 4, 6, 22, 8, 10, 12, 24]

# struct worker_statistics
SIZE = 32
OFFSETS = {"rx_packets": 0, "tx_packets": 8, "rx_bytes": 16, "tx_bytes": 24}


# ---- the binary


@dataclass
class Increment:
    """`stats[worker].FIELD += n` and the instructions that do it."""

    field: str
    load: Code
    store: Code


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbol(binary, name):
    for line in run("nm", binary).splitlines():
        words = line.split()
        if words[-1] == name and len(words) == 3:
            return int(words[0], 16)
    sys.exit(f"make_report: {binary} has no symbol {name}; was it stripped?")


def load_base(binary):
    return LOAD_BASE if re.search(r"Type:\s+DYN", run("readelf", "-h", binary)) else 0


def memory_instructions(binary, function, source, line):
    """Addresses of the function's instructions that touch memory and belong to a source line."""
    here = False
    for text in run("objdump", "-d", "-l", "--no-show-raw-insn", f"--disassemble={function}", binary).splitlines():
        if place := re.match(r"(\S+):(\d+)( \(discriminator \d+\))?$", text):
            here = (Path(place[1]).name, int(place[2])) == (source, line)
        elif here and (found := re.match(r"\s+([0-9a-f]+):\s+(.*)", text)):
            # x86 in AT&T syntax, or AArch64; lea and adr only compute an address.
            if re.search(r"\(%|\[[xs]", found[2]) and not re.match(r"lea|adr", found[2]):
                yield int(found[1], 16)


def increments(binary, source):
    """Finds each `FIELD +=` of the source in the machine code, through the line table."""
    base, function = load_base(binary), ""
    for number, text in enumerate(source.read_text().splitlines(), 1):
        if start := re.match(r"\w.*?(\w+)\(.*\{$", text):
            function = start[1]
        if field := re.search(r"\.(\w+) \+=", text):
            found = [base + a for a in memory_instructions(binary, function, source.name, number)]
            if not found:
                sys.exit(f"make_report: {binary}: no code for {source.name}:{number}; was it built with -g?")
            # Where the processor adds to memory in one instruction, both are the same.
            codes = [Code(a, function, Path(binary).name, f"{source.name}:{number}") for a in (found[0], found[-1])]
            yield Increment(field[1], *codes)


# ---- the workers


def lines_of(element):
    return {element // LINE, (element + SIZE - 1) // LINE}


def counter_samples(worker, thread, sharers, increment, address):
    """What sampling sees of one worker at one counter. `sharers`: threads that write to the same line.

    A worker that has the line to itself finds it in its L1. Else the first touch after a burst finds it modified in
    another's cache (HITM); the touches right after that find it on its way (fill buffer) or there."""
    n = 400 + 31 * worker

    def at(kind, count, weight=0):
        code = increment.store if kind.startswith("st_") else increment.load
        return Samples(kind, count, thread, address + OFFSETS[increment.field], code, weight)

    if not sharers:
        return [at("l1", n, 7), at("st_hit", n)]
    stolen = n if increment.field.endswith("_packets") else n // 16
    remote = stolen * sum(s.node != thread.node for s in sharers) // len(sharers)
    return [
        at("rmt_hitm", remote, 395 + 3 * worker),
        at("lcl_hitm", stolen - remote, 148 + 5 * worker),
        at("fb", n // 5, 91),
        at("l1", n // 3, 8),
        at("st_hit", n * 3 // 4),
        at("st_miss", n - n * 3 // 4),
    ]


def stack_samples(worker, thread):
    """The packets of a burst, which are on the worker's stack and nobody else's."""
    stack, code = 0x7FFFF0000000 + worker * 0x801000, Code(0, "", "", "")
    outcomes = [("l1", 5200, 7), ("fb", 340, 60), ("llc", 85, 52), ("dram", 12, 240), ("st_hit", 6100, 0)]
    return [Samples(kind, count, thread, stack, code, weight) for kind, count, weight in outcomes]


def all_samples(binary, source, workers):
    threads = [Thread(PROCESS + 1 + w, Path(binary).name, CPUS[w], CPUS[w] // 16) for w in range(workers)]
    elements = [load_base(binary) + symbol(binary, "stats") + SIZE * w for w in range(workers)]
    counters = list(increments(binary, source))
    samples = []
    for w, thread in enumerate(threads):
        sharers = [threads[o] for o in range(workers) if o != w and lines_of(elements[o]) & lines_of(elements[w])]
        for increment in counters:
            samples += counter_samples(w, thread, sharers, increment, elements[w])
        samples += stack_samples(w, thread)
    return [s for s in samples if s.count]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("source", type=Path)
    parser.add_argument("--workers", type=int, default=4, choices=range(1, 1 + len(CPUS)), metavar="N")
    args = parser.parse_args()
    sys.stdout.write(FIRST_LINE + render(all_samples(args.binary, args.source / "statistics.c", args.workers)))


if __name__ == "__main__":
    main()
