#!/usr/bin/env python3
"""Writes FOLDER/compile_commands.json for files of FOLDER, which need not be there.

usage: compile_db.py FOLDER FILE... [-- FLAG...]
"""

import json
import sys
from pathlib import Path


def main():
    arguments = sys.argv[1:]
    flags = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, flags = arguments[:at], arguments[at + 1 :]
    folder, files = Path(arguments[0]).resolve(), arguments[1:]
    commands = []
    for name in files:
        compiler = "cc" if name.endswith(".c") else "c++"
        commands.append({"directory": str(folder), "file": name, "arguments": [compiler, *flags, "-c", name]})
    (folder / "compile_commands.json").write_text(json.dumps(commands, indent=1))


if __name__ == "__main__":
    main()
