#!/usr/bin/env python3
"""Time of `cachelint check` beside that of clang on the same units, in one run: ratios, not seconds, are what compares
between machines. User CPU time is counted, so that other load and -j hardly matter.

Each round runs, on the same units with the same flags and one after the other,
  check     cachelint check, cold, all rules, -j N
  clang     clang -fsyntax-only, N at a time
and, on the first --subset units, for the reader:
  tidy      clang-tidy with one check
  padding   clang --analyze with optin.performance.Padding alone

usage: bench_check.py --tool CACHELINT -p BUILD [--units N] [--every N] [--rounds N] [--subset N] [-j N] [--limit RATIO]

--units takes that many units from the front, --every each N-th. Exit code 1 when the median ratio of check to clang is
above --limit.
"""

import argparse
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What writes files, and what is not for clang -fsyntax-only.
WITH_VALUE = {"-o", "-MF", "-MQ", "-MT"}
DROPPED = {"-c", "-MD", "-MMD", "-MP"}


def arguments(command):
    given = command.get("arguments") or shlex.split(command["command"])
    kept, skip = [], False
    for word in given[1:]:
        if skip:
            skip = False
        elif word in WITH_VALUE:
            skip = True
        elif word not in DROPPED:
            kept.append(word)
    return kept


def user_seconds(job):
    """User CPU of all processes that the job starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    job()
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


class Bench:
    def __init__(self, options, commands):
        self.options, self.commands = options, commands

    def each(self, commands, line):
        """Runs line(command) for each unit, as many at a time as cachelint reads."""

        def run(command):
            subprocess.run(line(command), cwd=command["directory"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, check=False)

        with ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(run, commands))

    def check(self, commands):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "compile_commands.json").write_text(json.dumps(commands))
            line = [self.options.tool, "check", "-p", folder, "-j", str(self.options.jobs), "--progress", "off",
                    "--format", "json", "-o", os.devnull, "--fail-on", "never"]
            code = subprocess.run(line, stderr=subprocess.DEVNULL, check=False).returncode
        if code not in (0, 3):  # 3: some units failed, which clang reports as well
            sys.exit(f"bench_check: {shlex.join(line)} ended with {code}")

    def clang(self, commands):
        self.each(commands, lambda c: [self.options.clang, "-fsyntax-only", *arguments(c)])

    def tidy(self, commands):
        self.each(commands, lambda c: [self.options.tidy, "--checks=-*,misc-static-assert", "--quiet",
                                       str(Path(c["directory"]) / c["file"]), "--", *arguments(c)])

    def padding(self, commands):
        self.each(commands, lambda c: [self.options.clang, "--analyze", "--analyzer-no-default-checks", "-Xclang",
                                       "-analyzer-checker=optin.performance.Padding", "--analyzer-output", "text",
                                       *arguments(c)])


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("-p", dest="build", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--tidy", default="clang-tidy-19")
    parser.add_argument("--units", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--subset", type=int, default=0)
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=float)
    return parser.parse_args()


def table(bench, names, commands, rounds):
    """Medians over the rounds; the ratio is the median of each round's ratio."""
    times = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            times[name].append(user_seconds(lambda: getattr(bench, name)(commands)))
    clang = times["clang"]
    ratios = {}
    for name in names:
        ratios[name] = statistics.median(t / c for t, c in zip(times[name], clang))
        print(f"{name:8} {len(commands):5} units {statistics.median(times[name]):9.2f} s user {ratios[name]:6.2f}x clang")
    return ratios


def main():
    options = parse_options()
    commands = json.loads((Path(options.build) / "compile_commands.json").read_text())
    commands = commands[:options.units][::options.every]
    if not commands:
        sys.exit("bench_check: no units")
    bench = Bench(options, commands)
    ratio = table(bench, ["check", "clang"], commands, options.rounds)["check"]
    if options.subset:
        names = ["check", "clang", "tidy", "padding"]
        table(bench, names, commands[:: max(1, len(commands) // options.subset)], 1)
    if options.limit is not None and ratio > options.limit:
        sys.exit(f"bench_check: {ratio:.2f} is above {options.limit}")


if __name__ == "__main__":
    main()
