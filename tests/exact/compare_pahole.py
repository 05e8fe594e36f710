#!/usr/bin/env python3
"""Every record of a C program, by cachelint and by pahole, both from DWARF.

Compared are size, padding, the place and size of every hole, and of each member name, offset, size, bit position and
width; unnamed records inside with the record around them. Prints how many records each has, how many were compared, are
equal and differ, and how many were passed over and why; fails on a difference, and when more than 0.1 % were passed over.

    compare_pahole.py --cachelint build/release/bin/cachelint /usr/lib/debug/boot/vmlinux-6.1.0-50-amd64
    compare_pahole.py --layout records.json --pahole records.txt vmlinux

The second takes what was printed before, by `cachelint layout --types dwarf -C '*' --format json FILE` and by
`pahole -F dwarf -a -A --show_private_classes FILE`.
"""

import argparse
import collections
import json
import subprocess
import sys

import pahole_output
from report import Report

# -a and -A: unnamed records, too, each time that a unit has them.
LISTING = ["-F", "dwarf", "-a", "-A", "--show_private_classes"]


def load(args):
    if args.layout:
        with open(args.layout, encoding="utf-8") as file:
            ours = json.load(file)["records"]
    else:
        # Asked for by name, unnamed records are listed too.
        done = subprocess.run([args.cachelint, "layout", "--types", "dwarf", "-C", "*", "--format", "json", args.program],
                              stdout=subprocess.PIPE, check=True)
        ours = json.loads(done.stdout)["records"]
    if args.pahole:
        with open(args.pahole, encoding="utf-8") as file:
            theirs = distinct(pahole_output.parse(file))
    else:
        done = subprocess.run(["pahole", *LISTING, args.program], stdout=subprocess.PIPE, text=True, check=True)
        theirs = distinct(pahole_output.parse(done.stdout.splitlines(keepends=True)))
    return ours, theirs


def bits_at(field):
    if "bitOffset" in field:
        return field["bitOffset"]
    return None if field["offset"] is None else field["offset"] * 8


def padding_of(record):
    """Bits behind the last field: the document has whole bytes."""
    return record["paddingBytes"]


class Comparison:
    def __init__(self, ours):
        self.by_name = collections.defaultdict(list)
        self.by_key = collections.defaultdict(list)
        self.by_shape = collections.defaultdict(list)
        self.used = set()
        for record in ours:
            self.by_key[record["name"]].append(record)
            # Records that are local to a function have it in front; pahole names no scopes.
            self.by_name[record["name"].split("()::")[-1]].append(record)
            if "(anonymous" in record["name"]:
                self.by_shape[self.shape(record)].append(record)

    @staticmethod
    def shape(record):
        """As of pahole_output.Record."""
        return ("union" if record["kind"] == "union" else "struct",
                tuple(sorted((field["name"] or "", bits_at(field), field.get("bitSize", 0), field["size"] or 0)
                             for field in record["fields"])))

    def member_differs(self, theirs, field):
        if bits_at(field) != theirs.offset:
            return f"at bit {bits_at(field)}, by pahole at {theirs.offset}"
        if field.get("bitSize") != theirs.bits:
            return f"{field.get('bitSize')} bits wide, by pahole {theirs.bits}"
        # A flexible array has no size; pahole prints 0.
        if (field["size"] or 0) != theirs.size:
            return f"size {field['size']}, by pahole {theirs.size}"
        if theirs.nested:
            return self.any_differs(theirs.nested, self.by_key[field.get("record", "")])
        return None

    def holes_differ(self, theirs, ours):
        # By the bit at which the hole ends and its size: which of two members at one place comes last is no matter.
        hers = sorted(bits for bits in theirs.holes.values())
        mine = sorted(hole["bitSize"] for hole in ours["holes"])
        if hers != mine:
            return f"holes of {mine} bits, by pahole of {hers}"
        names = collections.Counter(theirs.members[at].name if at >= 0 else "" for at in theirs.holes)
        if names != collections.Counter(hole["after"] or "" for hole in ours["holes"]):
            return f"holes after {[hole['after'] for hole in ours['holes']]}, by pahole after {sorted(names)}"
        # Of unnamed records inside others it prints no padding.
        if theirs.size is not None and ours["kind"] != "union" and ours["paddingBytes"] != -(-theirs.padding // 8):
            return f"{ours['paddingBytes']} bytes of padding, by pahole {theirs.padding} bits"
        return None

    def record_differs(self, theirs, ours):
        if (theirs.kind == "union") != (ours["kind"] == "union"):
            return f"a {ours['kind']}, by pahole a {theirs.kind}"
        if ours["size"] != theirs.size and theirs.size is not None:
            return f"size {ours['size']}, by pahole {theirs.size}"
        if len(ours["fields"]) != len(theirs.members):
            return f"{len(ours['fields'])} fields, by pahole {len(theirs.members)}"
        fields = collections.defaultdict(list)
        for field in ours["fields"]:
            fields[field["name"] or ""].append(field)
        for member in theirs.members:
            reasons = [self.member_differs(member, field) for field in fields[member.name]]
            if not reasons:
                return f"no field {member.name or '(anonymous)'}"
            if all(reasons):
                return f"{member.name or '(anonymous)'}: {reasons[0]}"
        return self.holes_differ(theirs, ours)

    def any_differs(self, theirs, candidates, all_of_them=False):
        """None when one of them is equal, else what differs in the first."""
        first, found = None, False
        for ours in candidates:
            reason = self.record_differs(theirs, ours)
            if reason is None:
                self.used.add(id(ours))
                found = True
                if not all_of_them:
                    break
            first = first or reason
        return None if found else first or "not listed by cachelint"

    def compare(self, theirs):
        """None when it is equal to one of its name, or to all unnamed ones that look the same."""
        if theirs.name:
            return self.any_differs(theirs, self.by_name.get(theirs.name, []))
        return self.any_differs(theirs, self.by_shape.get(theirs.shape(), []), all_of_them=True)


def distinct(records):
    """(number, each once): pahole repeats unnamed records and typedefs for each unit."""
    seen, count = {}, 0
    for record in records:
        count += 1
        seen.setdefault(record.text, record)
    return count, list(seen.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cachelint")
    parser.add_argument("--layout", help="JSON of an earlier run")
    parser.add_argument("--pahole", help="output of an earlier run")
    parser.add_argument("program")
    args = parser.parse_args()
    ours, (printed, theirs) = load(args)
    comparison = Comparison(ours)
    report = Report(args.program, "pahole", len(ours), f"{len(theirs)} (printed {printed} times)")
    for record in theirs:
        reason = comparison.compare(record)
        report.compared(record.name or "(anonymous)", reason)
    for record in ours:
        if id(record) not in comparison.used:
            report.skipped(record["name"], "pahole prints no such record")
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
