#!/usr/bin/env python3
"""Runs a command and fails unless it exits with the code that is named.

usage: exit_code.py CODE COMMAND..."""

import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, not {sys.argv[1]}")
