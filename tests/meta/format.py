#!/usr/bin/env python3
"""clang-format over the project's sources. Inputs of tests are left alone: their columns are what is tested."""

import shutil
import subprocess
import sys

from common import Report, files_in, parse_root

FOLDERS = {"tool", "rules", "integration", "tests"}
INPUTS = {"unit", "fuzz"}  # of tests/, only these are sources of ours


def main():
    root = parse_root(__doc__)
    report = Report("format", root)
    formatter = shutil.which("clang-format-19")
    if not formatter:
        sys.exit("format: clang-format-19 is not installed; it is in scripts/packages.txt")
    # Seeds of a fuzz corpus are named by what made them: object files called gcc4.cpp.
    # One process for all is twice as quick; its messages name the files.
    files = [p for p in files_in(root, FOLDERS, {".h", ".cpp"})
             if p.parts[0] != "tests" or (p.parts[1] in INPUTS and "corpus" not in p.parts)]
    command = [formatter, "--dry-run", "--style=file", *map(str, files)]
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stderr
    for path in files:
        if any(line.startswith(f"{path}:") for line in said.splitlines()):
            report.add(path, f"not formatted: clang-format-19 -i {path}")
    report.finish(len(files))


if __name__ == "__main__":
    main()
