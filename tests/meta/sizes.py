#!/usr/bin/env python3
"""Length of files: past the hard limit look for the missing concept; past the soft one it is only said."""

from common import Report, files_in, parse_root, read

#         soft, hard
RULE = (150, 300)
SOURCE = (300, 600)
HEADER = (120, 250)


def limits(path):
    if path.suffix == ".h":
        return HEADER
    return RULE if path.parts[0] == "rules" and path.suffix == ".cpp" else SOURCE


def main():
    root = parse_root(__doc__)
    report = Report("sizes", root)
    files = files_in(root, {"tool", "rules", "integration"}, {".h", ".cpp", ".py"})
    for path in files:
        lines = read(root / path).count("\n")
        soft, hard = limits(path)
        if lines > hard:
            report.add(path, f"{lines} lines, the limit is {hard}")
        elif lines > soft:
            print(f"note: {path}: {lines} lines, more than {soft}")
    report.finish(len(files))


if __name__ == "__main__":
    main()
