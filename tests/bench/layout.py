#!/usr/bin/env python3
"""Time and memory of `cachelint layout` and `diff` against pahole, as ratios in one run.

Each pair is run alternately, so that a busy machine slows both alike; medians of the wall times are compared, and the
greatest memory of any run is held against the limit. Build with the release preset first; nothing of this is run by
ctest.

    layout.py --cachelint build/release/bin/cachelint /usr/lib/debug/boot/vmlinux-6.1.0-50-amd64
    layout.py --cachelint ... --other OTHER_VMLINUX VMLINUX       (also diff, against another build of the same)
"""

import argparse
import os
import statistics
import subprocess
import sys
import time


class Runs:
    """Measurements of one command."""

    def __init__(self, *command, exits=(0,)):
        self.command, self.exits = command, exits
        self.wall, self.cpu, self.peak = [], [], 0

    def once(self):
        begin = time.monotonic()
        process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.wall.append(time.monotonic() - begin)
        self.cpu.append(usage.ru_utime + usage.ru_stime)
        self.peak = max(self.peak, usage.ru_maxrss)  # KB
        if process.returncode not in self.exits:
            raise RuntimeError(f"{' '.join(self.command)}: exit code {process.returncode}")

    def text(self):
        return f"{statistics.median(self.wall):.2f} s wall, {statistics.median(self.cpu):.2f} s CPU, {self.peak / 1024:.0f} MB"


def measure(count, *runs):
    for each in runs:  # the file into memory
        each.once()
        each.wall.clear(), each.cpu.clear()
    for _ in range(count):
        for each in runs:
            each.once()


class Verdicts:
    def __init__(self):
        self.failed = 0

    def hold(self, what, value, limit, unit=""):
        good = value <= limit
        self.failed += not good
        print(f"  {what}: {value:.3g}{unit}, allowed {limit:g}{unit}{'' if good else '  TOO MUCH'}")


def ratio(a, b):
    return statistics.median(a.wall) / statistics.median(b.wall)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cachelint", required=True)
    parser.add_argument("--other", help="a second build, for diff")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("program")
    args = parser.parse_args()
    layout = [args.cachelint, "layout"]
    verdicts = Verdicts()

    ours = Runs(*layout, "--types", "dwarf", "--format", "json", args.program)
    theirs = Runs("pahole", "-F", "dwarf", args.program)
    measure(args.runs, ours, theirs)
    print(f"all records from DWARF\n  cachelint {ours.text()}\n  pahole    {theirs.text()}")
    verdicts.hold("wall time against pahole", ratio(ours, theirs), 0.1)
    verdicts.hold("memory", ours.peak / 1024, 500, " MB")

    ours = Runs(*layout, "-C", "task_struct", args.program)
    theirs = Runs("pahole", "-C", "task_struct", args.program)
    measure(args.runs, ours, theirs)
    print(f"one record, from BTF where the file has it\n  cachelint {ours.text()}\n  pahole    {theirs.text()}")
    verdicts.hold("wall time against pahole", ratio(ours, theirs), 2)

    if args.other:
        # 1: there are regressions
        diff = Runs(args.cachelint, "diff", "--format", "json", args.other, args.program, exits=(0, 1))
        one = Runs(*layout, "--format", "json", args.program)
        other = Runs(*layout, "--format", "json", args.other)
        measure(args.runs, diff, one, other)
        print(f"diff\n  diff      {diff.text()}\n  layouts   {one.text()} and {other.text()}")
        both = statistics.median(one.wall) + statistics.median(other.wall)
        verdicts.hold("wall time against the sum of two layouts", statistics.median(diff.wall) / both, 1.2)
    sys.exit(1 if verdicts.failed else 0)


if __name__ == "__main__":
    main()
