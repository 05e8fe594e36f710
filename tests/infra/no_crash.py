#!/usr/bin/env python3
"""Runs a command that may fail but must end by itself with one of cachelint's exit codes, and must say why it failed.

usage: no_crash.py command [argument]...
"""

import subprocess
import sys


def main():
    run = subprocess.run(sys.argv[1:], capture_output=True)
    sys.stdout.buffer.write(run.stdout)
    sys.stderr.buffer.write(run.stderr)
    sys.stdout.flush()
    if run.returncode not in (0, 1, 2, 3):
        sys.exit(f"no_crash: {' '.join(sys.argv[1:])}: exit code {run.returncode}")
    if run.returncode > 1 and not run.stderr:
        sys.exit(f"no_crash: {' '.join(sys.argv[1:])}: exit code {run.returncode} and not a word why")


if __name__ == "__main__":
    main()
