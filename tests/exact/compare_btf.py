#!/usr/bin/env python3
"""Every record of a kernel image, from DWARF by cachelint against the .BTF section that pahole put there.

Each struct and union of the BTF must be among the records of that name: size, and offset, bit position, width and size
of each member, unnamed records inside included. Prints what was compared; fails on any difference, and when more
than 0.1 % were passed over.

    compare_btf.py --cachelint build/dev/bin/cachelint /usr/lib/debug/boot/vmlinux-6.1.0-50-amd64
    compare_btf.py --layout records.json vmlinux       (the output of `cachelint layout -C '*' --format json vmlinux`)
"""

import argparse
import collections
import json
import subprocess
import sys

from btf_records import KIND_STRUCT, KIND_UNION, Btf, section

MAX_SHOWN = 40


class Comparison:
    def __init__(self, btf, records):
        self.btf = btf
        self.by_name = collections.defaultdict(list)
        for record in records:
            # Records that are local to a function have it in front; BTF knows no scopes.
            self.by_name[record["name"].split("()::")[-1]].append(record)
        self.by_key = collections.defaultdict(list)
        for record in records:
            self.by_key[record["name"]].append(record)
        self.counts = collections.Counter()
        self.shown = []

    def member_differs(self, member, field):
        offset = field.get("bitOffset", None if field["offset"] is None else field["offset"] * 8)
        if offset != member.bit_offset:
            return f"{member.name}: bit offset {offset}, in BTF {member.bit_offset}"
        if member.bit_size != field.get("bitSize", 0):
            return f"{member.name}: {field.get('bitSize')} bits, in BTF {member.bit_size}"
        size = self.btf.size_of(member.type_id)
        # A flexible array has no size; BTF counts no elements.
        if not member.bit_size and (field["size"] or 0) != (size or 0):
            return f"{member.name}: size {field['size']}, in BTF {size}"
        inner = self.btf.strip(member.type_id)
        if inner.kind in (KIND_STRUCT, KIND_UNION) and not inner.name:
            return self.any_differs(inner, self.by_key[field.get("record", "")])
        return None

    def record_differs(self, theirs, ours):
        if ours["size"] != theirs.size:
            return f"size {ours['size']}, in BTF {theirs.size}"
        # Listed by offset here, as declared there; unnamed bit-fields are in neither.
        fields = collections.defaultdict(list)
        for field in ours["fields"]:
            fields[field["name"] or ""].append(field)
        if len(ours["fields"]) != len(theirs.members):
            return f"{len(ours['fields'])} fields, in BTF {len(theirs.members)}"
        for member in theirs.members:
            reasons = [self.member_differs(member, field) for field in fields[member.name]]
            if not reasons:
                return f"no field {member.name}"
            if all(reasons):
                return reasons[0]
        return None

    def any_differs(self, theirs, candidates):
        reasons = [self.record_differs(theirs, ours) for ours in candidates]
        if not reasons:
            return "not there"
        return reasons[0] if all(reasons) else None

    def run(self):
        for theirs in self.btf.types:
            if theirs.kind not in (KIND_STRUCT, KIND_UNION):
                continue
            self.counts["in BTF"] += 1
            if not theirs.name:
                # Compared through the member that holds it; a typedef's are found by its name below.
                self.counts["unnamed, compared where used"] += 1
                continue
            reason = self.any_differs(theirs, self.by_name.get(theirs.name, []))
            self.counts["equal" if reason is None else "differing"] += 1
            if reason and len(self.shown) < MAX_SHOWN:
                self.shown.append(f"{theirs.name}: {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cachelint")
    parser.add_argument("--layout")
    parser.add_argument("image")
    args = parser.parse_args()
    if args.layout:
        with open(args.layout, encoding="utf-8") as file:
            document = json.load(file)
    else:
        # Asked for by name, unnamed records are listed too.
        done = subprocess.run([args.cachelint, "layout", args.image, "-C", "*", "--format", "json"],
                              stdout=subprocess.PIPE, check=True)
        document = json.loads(done.stdout)
    comparison = Comparison(Btf(section(args.image, ".BTF")), document["records"])
    comparison.run()
    for line in comparison.shown:
        print(line)
    print(f"{args.image}: {len(document['records'])} records here; "
          + ", ".join(f"{count} {what}" for what, count in comparison.counts.items()))
    if not comparison.counts["equal"]:
        sys.exit("nothing was compared")
    sys.exit(1 if comparison.counts["differing"] else 0)


if __name__ == "__main__":
    main()
