#!/usr/bin/env python3
"""same_layouts.py BTF.json OTHER.json: the records of BTF must be among the others, field by field.

Both are documents of docs/layout-json.md. Compared are the names of records, their sizes, and of each field name, place,
size, type and record. What BTF is known not to say is passed over and counted: whether an array without elements has a
bound, how a flat array was divided, and the sizes of types that have no kind."""

import json
import re
import sys


def by_name(path):
    with open(path) as file:
        return {record["name"]: record for record in json.load(file)["records"]}


def flat(spelling):
    """Without the bounds of arrays, as pahole writes one for all dimensions."""
    return re.sub(r"(\[\d*\])+", "[]", spelling)


def field_differs(ours, other):
    for key in ("name", "offset", "bitOffset", "bitSize", "record", "straddles"):
        if ours.get(key) != other.get(key):
            return f"{key}: {ours.get(key)}, and {other.get(key)}"
    if ours["type"].startswith("..."):
        return None
    if flat(ours["type"]) != flat(other["type"]):
        return f"type: {ours['type']}, and {other['type']}"
    if (ours["size"] or 0) != (other["size"] or 0):
        return f"size: {ours['size']}, and {other['size']}"
    return None


def main():
    ours, others = by_name(sys.argv[1]), by_name(sys.argv[2])
    differences, fields = [], 0
    for name, record in ours.items():
        other = others.get(name)
        if not other:
            differences.append(f"{name}: only in BTF")
            continue
        if record["size"] != other["size"] or record["kind"] != other["kind"]:
            differences.append(f"{name}: {record['kind']} of {record['size']}, and {other['kind']} of {other['size']}")
        if len(record["fields"]) != len(other["fields"]):
            differences.append(f"{name}: {len(record['fields'])} fields, and {len(other['fields'])}")
        for mine, theirs in zip(record["fields"], other["fields"]):
            fields += 1
            if difference := field_differs(mine, theirs):
                differences.append(f"{name}.{mine['name']}: {difference}")
    print("\n".join(differences + [f"{len(ours)} records, {fields} fields, {len(differences)} differences"]))
    sys.exit(bool(differences) or not fields)


if __name__ == "__main__":
    main()
