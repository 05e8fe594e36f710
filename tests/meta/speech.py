#!/usr/bin/env python3
"""No paths of one machine in what is committed (test inputs carry them easily: DW_AT_comp_dir, perf's build-id
table), and no notes to self in the product: what is left to do belongs to the issue list."""

import re

from common import Report, parse_root, tracked

# Pieced together so that this file does not match itself.
ANYWHERE = re.compile(rb"(?<![\w.-])/(?:wor" rb"k|roo" rb"t)/|bash_job" rb"s")
PRODUCT = re.compile(rb"/hom" rb"e/|\b(?:TO" rb"DO|FIX" rb"ME|XX" rb"X)\b")
PRODUCT_FOLDERS = {"tool", "rules", "scripts", "integration", "cmake"}


def main():
    root = parse_root(__doc__)
    report = Report("speech", root)
    files = tracked(root)
    for path in files:
        content = (root / path).read_bytes()
        patterns = [ANYWHERE] + ([PRODUCT] if path.parts[0] in PRODUCT_FOLDERS else [])
        for pattern in patterns:
            for match in pattern.finditer(content):
                line = content.count(b"\n", 0, match.start()) + 1
                report.add(f"{path}:{line}", f"has `{match[0].decode()}`")
    report.finish(len(files))


if __name__ == "__main__":
    main()
