#!/usr/bin/env python3
"""Length of files and functions: past the hard limit look for the missing concept; past the soft one it is only said.

Functions are found by their braces, which clang-format keeps in column; clang-tidy's readability-function-size would
cost seconds a file."""

import re

from common import Report, files_in, parse_root, read

#         soft, hard
RULE = (150, 300)
SOURCE = (300, 600)
HEADER = (120, 250)
FUNCTION = 80

OTHER = r"namespace|struct|class|union|enum|extern|if|for|while|switch|do|else|return|case|default|try"
# A single colon begins a constructor's list of initialisers, which is no signature.
OPENING = re.compile(rf"( {{0,4}})(?!(?:{OTHER})\b)(?:[\w~\[]|::)")


def end_of_signature(lines, start):
    """The line whose brace opens the body of what begins at start, or None where that is no function."""
    for at in range(start, min(start + 10, len(lines))):
        if lines[at].endswith("{"):
            return at if "(" in "".join(lines[start:at + 1]) else None
        if not lines[at].strip() or lines[at].endswith((";", "}", "*/", "public:", "private:", "protected:")):
            return None
    return None


def function_lengths(text):
    """(line, length) of what looks like a function, from the first line of its signature to its closing brace."""
    lines = text.split("\n")
    for start, line in enumerate(lines):
        match = OPENING.match(line)
        opened = end_of_signature(lines, start) if match else None
        if opened is not None:
            closing = match[1] + "}"
            end = next((n for n in range(opened + 1, len(lines)) if lines[n].startswith(closing)), opened)
            yield start + 1, end - start + 1


def limits(path):
    if path.suffix == ".h":
        return HEADER
    return RULE if path.parts[0] == "rules" and path.suffix == ".cpp" else SOURCE


def main():
    root = parse_root(__doc__)
    report = Report("sizes", root)
    files = files_in(root, {"tool", "rules", "integration"}, {".h", ".cpp", ".py"})
    for path in files:
        text = read(root / path)
        lines = text.count("\n")
        soft, hard = limits(path)
        if lines > hard:
            report.add(path, f"{lines} lines, the limit is {hard}")
        elif lines > soft:
            print(f"note: {path}: {lines} lines, more than {soft}")
        if path.suffix == ".py":
            continue
        for line, length in function_lengths(text):
            if length > FUNCTION:
                report.add(f"{path}:{line}", f"a function of {length} lines, the limit is {FUNCTION}")
    report.finish(len(files))


if __name__ == "__main__":
    main()
