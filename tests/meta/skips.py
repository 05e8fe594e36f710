#!/usr/bin/env python3
"""Reads what the tests skipped, from the results that lit and gtest leave in the build directory, and fails on what
tests/skips.txt does not name with a reason. Also says how many tests there were behind ctest's few."""

import argparse
import fnmatch
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from common import HERE

LIT_SKIPS = {"UNSUPPORTED", "SKIPPED", "XFAIL"}


def from_lit(path):
    for test in json.loads(path.read_text())["tests"]:
        yield "lit." + test["name"].split(" :: ", 1)[-1], test["code"] in LIT_SKIPS


def from_gtest(path):
    for case in ElementTree.parse(path).iter("testcase"):
        skipped = case.find("skipped") is not None or case.get("status") == "notrun" or case.get("result") == "skipped"
        yield f"{path.stem}/{case.get('classname')}.{case.get('name')}", skipped


def allowed_patterns(listing):
    for number, line in enumerate(listing.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"(\S+)\s+#\s*\S.*", line)
        if not match:
            sys.exit(f"{listing.name}:{number}: want `test  # reason`")
        yield match[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--listing", type=Path, default=HERE.parent / "skips.txt")
    args = parser.parse_args()

    tests = [t for path in sorted(args.results.glob("*.json")) for t in from_lit(path)]
    tests += [t for path in sorted(args.results.glob("*.xml")) for t in from_gtest(path)]
    patterns = list(allowed_patterns(args.listing))
    skipped = [name for name, was_skipped in tests if was_skipped]
    unlisted = [name for name in skipped if not any(fnmatch.fnmatchcase(name, p) for p in patterns)]
    for name in unlisted:
        print(f"{name}: skipped, but not named in tests/skips.txt")
    print(f"{len(tests)} tests, {len(skipped)} skipped, {len(unlisted)} of them unlisted")
    sys.exit(1 if unlisted or not tests else 0)


if __name__ == "__main__":
    main()
