#!/usr/bin/env python3
"""Every record of source files, from source against from DWARF of the same files.

For each file of a compile_commands.json: `cachelint layout -p` on the source, and `cachelint layout` on the object
that its command makes with -g added. Records of one name must agree in size, and in offset, bit position, width and size
of each field; in alignment where the object states it. Records that only one side has are counted: a compiler describes
what a unit uses, and not all that it could see.

    compare_source.py --cachelint build/dev/bin/cachelint -p build/dev tool/model/Layout.cpp ...
    compare_source.py --cachelint ... -p build/dev --compiler g++ ...     (another compiler for the object)
"""

import argparse
import collections
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

MAX_SHOWN = 40


def layouts(cachelint, arguments):
    done = subprocess.run([cachelint, "layout", "--format", "json", *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if "no record" in done.stderr:  # a unit without records
        return {}
    if not done.stdout:
        raise RuntimeError(done.stderr)
    by_name = collections.defaultdict(list)
    for record in json.loads(done.stdout)["records"]:
        by_name[record["name"]].append(record)
    return by_name


def compile_object(entry, compiler, extra, target):
    """The unit's own command, with debug information, into another file."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    while words[0] == "ccache" or "=" in words[0]:
        words = words[1:]
    if words[:3] == ["cmake", "-E", "env"] or words[0].endswith("cmake"):
        words = words[next(i for i, word in enumerate(words) if "clang" in word or "gcc" in word or "g++" in word):]
    kept = []
    skip = 0
    for word in words:
        if skip:
            skip -= 1
        elif word in ("-o", "-MF", "-MT", "-MQ"):
            skip = 1
        elif not word.startswith(("-g", "-MD", "-MMD", "-flto")):
            kept.append(word)
    if compiler:
        kept[0] = compiler
        # What one compiler knows of warnings, the other may not.
        kept = [word for word in kept if word not in ("-Xclang", "-fno-pch-timestamp", "-fcolor-diagnostics") and not word.startswith("-W")]
    # -w: another compiler's warnings are not the point.
    subprocess.run([*kept, "-g", "-w", *extra, "-o", target], cwd=entry["directory"], check=True)


def fields_of(record):
    # Unnamed bit-fields are holes, and not described by DWARF; virtual bases have no place in it.
    return [f for f in record["fields"] if f["kind"] != "virtual-base" and not (f["name"] is None and "bitSize" in f)]


def holds_packed(record, by_name, depth=0):
    """Whether the record, or one that it holds by value, is packed: then its alignment may be less than it looks."""
    if record["packed"] is True:
        return True
    inner = {field["record"] for field in record["fields"] if field.get("record")}
    return depth < 16 and any(
        holds_packed(other, by_name, depth + 1) for name in inner for other in by_name.get(name, []))


def differs(source, binary, hidden):
    if source["size"] != binary["size"]:
        return f"size {source['size']} in source, {binary['size']} in the object"
    if not hidden and None not in (source["align"], binary["align"]) and source["align"] != binary["align"]:
        return f"align {source['align']} in source, {binary['align']} in the object"
    ours, theirs = fields_of(source), fields_of(binary)
    if len(ours) != len(theirs):
        return f"{len(ours)} fields in source, {len(theirs)} in the object"
    # Fields at one offset (unions, empty members) may be listed in another order.
    order = lambda f: (f["offset"] if f["offset"] is not None else -1, f.get("bitOffset", 0), f["name"] or "", f["type"])
    for a, b in zip(sorted(ours, key=order), sorted(theirs, key=order)):
        for key in ("name", "kind", "offset", "size", "bitOffset", "bitSize", "straddles", "record"):
            if a.get(key) != b.get(key) and not (key == "size" and b.get("size") is None):
                return f"{a['name'] or '(anonymous)'}: {key} {a.get(key)} in source, {b.get(key)} in the object"
    if binary["complete"] and source["complete"]:
        for key in ("holeBytes", "paddingBytes"):
            if source[key] != binary[key]:
                return f"{key} {source[key]} in source, {binary[key]} in the object"
    return None


def compare(source, binary, counts, shown, where):
    for name, records in binary.items():
        for record in records:
            if name not in source:
                counts["in the object only"] += 1
                continue
            # Packing that moves no field leaves no trace in DWARF; what the object says of alignment is too much then.
            hidden = record["packed"] is None and any(holds_packed(other, source) for other in source[name])
            reasons = [differs(other, record, hidden) for other in source[name]]
            if None in reasons:
                counts["equal"] += 1
                counts["of them with packing that leaves no trace"] += hidden and all(
                    differs(other, record, False) for other in source[name])
                counts["types spelled otherwise"] += not any(
                    [f["type"] for f in fields_of(other)] == [f["type"] for f in fields_of(record)]
                    for other in source[name])
            else:
                counts["differing"] += 1
                shown.append(f"{where}: {name}: {reasons[0]}")
    counts["in source only"] += sum(name not in binary for name in source)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cachelint", required=True)
    parser.add_argument("-p", dest="build", required=True)
    parser.add_argument("--compiler")
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    database = json.loads((pathlib.Path(args.build) / "compile_commands.json").read_text())
    entries = {str((pathlib.Path(e["directory"]) / e["file"]).resolve()): e for e in database}
    counts, shown = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        target = str(pathlib.Path(folder) / "unit.o")
        for file in args.files:
            path = str(pathlib.Path(file).resolve())
            compile_object(entries[path], args.compiler, args.flag, target)
            # Asked for by name, records of system headers are listed too.
            source = layouts(args.cachelint, ["-p", args.build, "-C", "*", path])
            compare(source, layouts(args.cachelint, [target]), counts, shown, file)
            counts["units"] += 1
    for line in shown[:MAX_SHOWN]:
        print(line)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    if not counts["equal"]:
        sys.exit("nothing was compared")
    sys.exit(1 if counts["differing"] else 0)


if __name__ == "__main__":
    main()
