#!/usr/bin/env python3
"""Runs one rule over one source file and accounts for everything it said.

  // RUN: %check_rule RULES %s %t [option]... -- [compiler flag]...

  // CHECK: :[[@LINE-2]]:7: warning: message [cachelint-RULE]
  // CHECK: :[[@LINE-4]]:7: note: message

What `cachelint check --rules '-*,RULES'` prints must match the CHECK lines, and a warning, error or note that no CHECK
line claims is a failure. A file without CHECK lines must give no output at all. With CHECK-FIXES lines the file is also
run with --fix: they are matched against the fixed text, which must compile and, checked again, be silent.

Then the file is compiled with -g by clang and by gcc, and what `cachelint layout` says of the object must equal what it
says of the source, wherever both can tell.

Options, all others go to `cachelint check`:
  -check-suffix=A[,B]   match CHECK-A and CHECK-B instead of CHECK, for several RUN lines in one file
  --no-dwarf            leave the comparison of layouts out
  --no-gcc              compile with clang only (a flag or an extension that gcc does not have)
  --absent=GLOB         a record that the objects need not have; may be repeated
  --with-binary         link the file into a shared object with -g and give it to check as --binary
"""

import argparse
import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

CHECK_COMMENT = re.compile(r"//\s*CHECK[A-Z0-9_-]*:.*")
DIAGNOSTIC = "{{(warning|error|note): }}"
# The two debug switches make the compilers describe also types that no code uses.
DEBUG_FLAGS = ["-g", "-O0", "-fno-eliminate-unused-debug-types"]
RECORD_KEYS = ("kind", "size", "align", "lines", "holeBytes", "paddingBytes")
FIELD_KEYS = ("kind", "offset", "size", "bitOffset", "bitSize", "cacheLine", "straddles")


class Failure(Exception):
    pass


def parse_arguments(argv):
    """The first three arguments and the compiler flags after `--` are fixed; options in between that are not ours are
    kept in order for cachelint, together with their values."""
    if "--" not in argv:
        sys.exit("check_rule: want `--` before the compiler's flags, also when there are none")
    at = argv.index("--")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     allow_abbrev=False)
    for tool in ("cachelint", "filecheck", "clang", "gcc"):
        parser.add_argument(f"--tool-{tool}", required=tool != "gcc", default="")
    parser.add_argument("-check-suffix", default="")
    parser.add_argument("--no-dwarf", action="store_true")
    parser.add_argument("--no-gcc", action="store_true")
    parser.add_argument("--absent", action="append", default=[])
    parser.add_argument("--with-binary", action="store_true")
    args, rest = parser.parse_known_args(argv[:at])
    if len(rest) < 3 or any(word.startswith("-") for word in rest[:3]):
        sys.exit("check_rule: want RULES SOURCE TEMP, then options")
    args.rules, args.source, args.temp = rest[0], Path(rest[1]), Path(rest[2])
    args.passed_on, args.flags = rest[3:], argv[at + 1:]
    args.suffixes = [s for s in args.check_suffix.split(",") if s]
    return args


class Run:
    def __init__(self, args):
        self.args = args
        self.text = args.source.read_text()
        self.folder = args.temp.with_name(args.temp.name + ".dir")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.file = self.folder / args.source.name
        self.compiler = args.tool_clang + ("" if args.source.suffix == ".c" else "++")

    def write_input(self):
        """The source without what its CHECK comments say: output that quotes the source must not match itself.
        Lines keep their numbers."""
        self.file.write_text(CHECK_COMMENT.sub("//", self.text))
        command = [self.compiler, *self.args.flags, "-c", self.file.name]
        unit = {"directory": str(self.folder), "file": self.file.name, "arguments": command}
        (self.folder / "compile_commands.json").write_text(json.dumps([unit]))

    def command(self, argv, what, accept=(0,)):
        argv = [str(a) for a in argv]
        done = subprocess.run(argv, capture_output=True, text=True, cwd=self.folder)
        if done.returncode not in accept:
            raise Failure(f"{what} ended with {done.returncode}: {shlex.join(argv)}\n{done.stdout}{done.stderr}")
        return done

    def check(self, *more):
        argv = [self.args.tool_cachelint, "check", "-p", self.folder, "--rules", f"-*,{self.args.rules}",
                "--fail-on", "never", "--progress", "off", *self.args.passed_on, *more, self.file]
        if self.args.with_binary:
            argv[2:2] = ["--binary", self.link()]
        done = self.command(argv, "cachelint check")
        return done.stdout + done.stderr

    def link(self):
        library = self.folder / "linked.so"
        self.command([self.compiler, *self.args.flags, "-g", "-fPIC", "-shared", "-nostdlib", "-o", library, self.file],
                     "linking")
        return library

    def prefixes(self, base):
        """The prefixes of this run that the file has lines for."""
        wanted = [f"{base}-{suffix}" for suffix in self.args.suffixes] or [base]
        return [p for p in wanted if re.search(rf"{re.escape(p)}(-NEXT|-SAME|-DAG|-NOT|-EMPTY|-COUNT-\d+)?:", self.text)]

    def file_check(self, prefixes, text, what, *more):
        actual = self.folder / f"{what}.txt"
        actual.write_text(text)
        argv = [self.args.tool_filecheck, self.args.source.resolve(), f"--input-file={actual}",
                f"--check-prefixes={','.join(prefixes)}", "--dump-input=fail", *more]
        done = subprocess.run([str(a) for a in argv], capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"{what} is not what the CHECK lines say\n{done.stderr}\n---- {what}:\n{text}")

    def check_output(self):
        output = self.check()
        prefixes = self.prefixes("CHECK")
        if prefixes:
            self.file_check(prefixes, output, "output", f"--implicit-check-not={DIAGNOSTIC}")
        elif output:
            raise Failure(f"there is no CHECK line, so there must be no output; got\n{output}")

    def check_fixes(self):
        prefixes = self.prefixes("CHECK-FIXES")
        if not prefixes:
            return
        self.check("--fix")
        self.file_check(prefixes, self.file.read_text(), "fixed")
        self.command([self.compiler, *self.args.flags, "-fsyntax-only", self.file], "compiling the fixed file")
        again = self.check()
        if again:
            raise Failure(f"the fixed file still gives\n{again}")
        self.write_input()


def layouts(run, where, *argv):
    done = run.command([run.args.tool_cachelint, "layout", "--format", "json", *argv], f"cachelint layout of {where}")
    records = {}
    for record in json.loads(done.stdout)["records"]:
        records.setdefault(record["name"], []).append(record)
    return records


def differences(source, binary):
    """What both state (not null on either side) and state differently."""
    for key in RECORD_KEYS:
        if None not in (source.get(key), binary.get(key)) and source[key] != binary[key]:
            yield f"{key} {source[key]} in the source, {binary[key]} in the object"
    ours, theirs = source["fields"], binary["fields"]
    if [f["name"] for f in ours] != [f["name"] for f in theirs]:
        yield f"fields {[f['name'] for f in ours]} in the source, {[f['name'] for f in theirs]} in the object"
        return
    for mine, other in zip(ours, theirs):
        for key in FIELD_KEYS:
            if None not in (mine.get(key), other.get(key)) and mine[key] != other[key]:
                yield f"{mine['name']}: {key} {mine[key]} in the source, {other[key]} in the object"


def may_be_absent(name, args):
    """Function-local and unnamed records are spelled differently by every compiler, template arguments likewise."""
    return re.search(r"[<({]", name) or any(fnmatch.fnmatchcase(name, glob) for glob in args.absent)


def compare(run, compiler, source):
    objekt = run.folder / f"{Path(compiler).name}.o"
    run.command([compiler, *run.args.flags, *DEBUG_FLAGS, "-w", "-c", run.file, "-o", objekt], "compiling")
    binary = layouts(run, f"the object by {compiler}", objekt)
    problems, compared = [], 0
    for name, ours in sorted(source.items()):
        if name not in binary:
            if not may_be_absent(name, run.args):
                problems.append(f"{name}: in the source, not in the object")
            continue
        compared += 1
        # One name may have several layouts on either side; each of the source's must be among the object's.
        for record in ours:
            found = min((list(differences(record, other)) for other in binary[name]), key=len)
            problems += [f"{name}: {text}" for text in found]
    if source and not compared:
        problems.append("no record of the source was found in the object")
    if problems:
        raise Failure(f"layouts by {compiler} and by the source differ:\n  " + "\n  ".join(problems))


def compare_layouts(run):
    args = run.args
    compilers = [run.compiler]
    foreign = any(re.match(r"--?target\b", flag) for flag in args.flags)
    if args.tool_gcc and not args.no_gcc and not foreign:
        compilers.append(args.tool_gcc if args.source.suffix == ".c" else re.sub(r"gcc(?=[^/]*$)", "g++", args.tool_gcc))
    source = layouts(run, "the source", "-p", run.folder, run.file)
    for compiler in compilers:
        compare(run, compiler, source)


def main():
    args = parse_arguments(sys.argv[1:])
    # The same words whatever the user's language is, and no colours.
    os.environ.update(LC_ALL="C", NO_COLOR="1")
    run = Run(args)
    try:
        run.write_input()
        run.check_output()
        run.check_fixes()
        if not args.no_dwarf:
            compare_layouts(run)
    except Failure as failure:
        sys.exit(f"check_rule: {failure}")


if __name__ == "__main__":
    main()
