#!/usr/bin/env python3
"""Every record of a program in C, C++, Rust or Go, by cachelint and by gdb, both from DWARF.

gdb's Python interface tells name, size, bit position, width and size of each member; unnamed members are compared with
what is inside. Prints how many records each has, how many were compared, are equal and differ, and how many were passed
over and why; fails on a difference, and when more than 0.1 % were passed over.

    compare_gdb.py --cachelint build/release/bin/cachelint target/debug/program
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from report import Report

SCRIPT = pathlib.Path(__file__).with_name("gdb_layouts.py")


def load_theirs(program, saved):
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(saved or pathlib.Path(folder) / "rows")
        if not saved:
            subprocess.run(["gdb", "-nx", "-batch", "-ex", f"python OUTPUT={str(rows)!r}", "-x", SCRIPT, program],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return [json.loads(row) for row in rows.read_text(encoding="utf-8").splitlines()]


def load_ours(cachelint, program, saved):
    if saved:
        return json.loads(pathlib.Path(saved).read_text(encoding="utf-8"))["records"]
    # Asked for by name, unnamed records are listed too.
    done = subprocess.run([cachelint, "layout", "--types", "dwarf", "-C", "*", "--format", "json", program],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["records"]


def plain(name):
    """A name to find the other's by. Compilers differ in blanks, suffixes of numbers and the place of const, which
    cachelint brings to one form and gdb does not; Ring<const int> and Ring<int> become candidates for each other."""
    name = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", name)
    name = re.sub(r"'\\x([0-9a-f]+)'", lambda found: str(int(found.group(1), 16)), name)
    name = re.sub(r"\b(?:struct|class|union|enum|const|volatile)\b", "", name)
    return re.sub(r"\s+", "", name)


def bits_at(field):
    if "bitOffset" in field:
        return field["bitOffset"]
    return None if field["offset"] is None else field["offset"] * 8


class Comparison:
    def __init__(self, ours):
        self.by_name = collections.defaultdict(list)
        for record in ours:
            self.by_name[plain(record["name"])].append(record)
        self.by_key = collections.defaultdict(list)
        for record in ours:
            self.by_key[record["name"]].append(record)
        self.used = set()

    def member_differs(self, theirs, field):
        if bits_at(field) != theirs["bitpos"] and field["kind"] != "virtual-base":
            return f"at bit {bits_at(field)}, by gdb at {theirs['bitpos']}"
        if field.get("bitSize", 0) != theirs["bits"]:
            return f"{field.get('bitSize')} bits wide, by gdb {theirs['bits']}"
        # A flexible array has no size; a class that is only declared has none in gdb.
        if (field["size"] or 0) != (theirs["size"] or 0) and theirs["size"] is not None:
            return f"size {field['size']}, by gdb {theirs['size']}"
        if theirs.get("fields") is not None and field.get("record"):
            return self.any_differs(theirs, self.by_key[field["record"]])
        return None

    def record_differs(self, theirs, ours):
        if ours["size"] != theirs["size"]:
            return f"size {ours['size']}, by gdb {theirs['size']}"
        if len(ours["fields"]) != len(theirs["fields"]):
            return f"{len(ours['fields'])} fields, by gdb {len(theirs['fields'])}"
        fields = collections.defaultdict(list)
        for field in ours["fields"]:
            name = "_vptr" if field["kind"] == "vptr" else field["name"]
            fields[self.label(name, field["kind"] in ("base", "virtual-base"))].append(field)
        for member in theirs["fields"]:
            label = self.label(member["name"], member["base"])
            reasons = [self.member_differs(member, field) for field in fields[label]]
            if not reasons:
                return f"no field {label or '(anonymous)'}"
            if all(reasons):
                return f"{label or '(anonymous)'}: {reasons[0]}"
        return None

    @staticmethod
    def label(name, is_base):
        if is_base:
            return "base " + plain(name or "")
        return "_vptr" if (name or "").startswith(("_vptr.", "_vptr$")) else name or ""

    def any_differs(self, theirs, candidates):
        """None when it is equal to one of them; each of two equal ones is taken once."""
        reasons = [self.record_differs(theirs, ours) for ours in candidates]
        equal = [ours for ours, reason in zip(candidates, reasons) if reason is None]
        if equal:
            self.used.add(id(next((ours for ours in equal if id(ours) not in self.used), equal[0])))
            return None
        return reasons[0] if reasons else "not listed by cachelint"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cachelint")
    parser.add_argument("--layout", help="JSON of an earlier run")
    parser.add_argument("--gdb", help="rows of an earlier run of gdb_layouts.py")
    parser.add_argument("program")
    args = parser.parse_args()
    theirs = load_theirs(args.program, args.gdb)
    ours = load_ours(args.cachelint, args.program, args.layout)
    comparison = Comparison(ours)
    report = Report(args.program, "gdb", len(ours), len(theirs))
    for row in theirs:
        report.compared(row["name"], comparison.any_differs(row, comparison.by_name[plain(row["name"])]))
    for record in ours:
        if id(record) in comparison.used:
            continue
        # Closures of functions are also named by the template that keeps them.
        if "()::" in record["name"] or re.search(r"\(lambda at .*::\(anonymous", record["name"]):
            report.elsewhere(record["name"], "of a function, which gdb cannot list: see compare_source.py")
        else:
            report.skipped(record["name"], "not found by gdb")
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
