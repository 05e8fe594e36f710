#!/usr/bin/env python3
"""Runs a command, passes on what it prints, and fails unless it ends with the exit code that is named.

usage: exits.py CODE command [argument]...
"""

import subprocess
import sys


def main():
    want, command = int(sys.argv[1]), sys.argv[2:]
    got = subprocess.run(command).returncode
    if got != want:
        sys.exit(f"exits: {' '.join(command)}: exit code {got}, not {want}")


if __name__ == "__main__":
    main()
