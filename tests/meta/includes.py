#!/usr/bin/env python3
"""Which folder may include what: the table of layers, for the project's own and for third-party headers.

Link targets keep most of it, but LLVM and Clang headers share one directory and the compiler cannot tell."""

import re

from common import Report, files_in, parse_root, read

# Folder -> folders of tool/ (and rules) it may include, itself always allowed.
LAYERS = {
    "support": set(),
    "model": {"support"},
    "ast": {"model", "support"},
    "dwarf": {"model", "support"},
    "btf": {"model", "support"},
    "insn": {"model", "support", "dwarf"},
    "evidence": {"model", "support"},
    "facts": {"model", "support"},
    "rules": {"model", "support"},
    "report": {"model", "support"},
    "driver": {"support", "model", "ast", "dwarf", "btf", "insn", "evidence", "facts", "rules", "report"},
    "lsp": {"driver", "ast", "model", "support"},
    "cli": {"driver"},
    "integration/clang-tidy": {"driver", "ast", "rules", "model", "support"},
}

# Third-party headers by pattern -> the folders that own them. What no pattern names is free for all.
OWNERS = [
    (r"clang(-c|-tidy)?/", {"ast", "integration/clang-tidy"}),
    (r"elfutils/|libelf/|libelf\.h|gelf\.h|libdw\.h|dwarf\.h|libdwfl\.h", {"dwarf", "btf", "insn"}),
    (r"llvm/(MC|Target)/|llvm/MC\w*\.h", {"insn"}),
    (r"CLI/", {"driver", "cli"}),
    (r"zstd\.h|zlib\.h", {"evidence"}),
    (r"gtest/|gmock/", set()),
]

INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)[ \t]*(["<])([^">]+)[">]', re.M)


def folder_of(path):
    if path.parts[0] == "tool":
        return path.parts[1]
    if path.parts[0] == "integration":
        return "/".join(path.parts[:2])
    return path.parts[0]


def rule_classes(root):
    listing = root / "rules/rules.def"
    return set(re.findall(r'^CACHELINT_RULE\("[^"]+",\s*(\w+)\)', read(listing) if listing.exists() else "", re.M))


def own_header_problem(folder, allowed, header, classes):
    if header.endswith((".cpp", ".cc", ".c")):
        return f"includes a source file, {header}"
    target = "rules" if header.startswith("rules/") else header.split("/")[1]
    if target == "rules" and header.split("/")[-1].split(".")[0] in classes:
        return f"includes the rule {header}; rules are reached through rules/Rule.h"
    if target != folder and target not in allowed:
        return f"{folder} may not include {header} (only {', '.join(sorted(allowed)) or 'no other folder'})"
    return None


def problem_with(folder, quote, header, classes):
    allowed = LAYERS[folder]
    if header.startswith(("tool/", "rules/")):
        return own_header_problem(folder, allowed, header, classes)
    for pattern, owners in OWNERS:
        if re.match(pattern, header) and folder not in owners:
            return f"{folder} may not include {header}: it belongs to {', '.join(sorted(owners)) or 'the tests'}"
    # Generated files (.inc) lie in the build directory.
    if quote == '"' and "/" not in header and not header.endswith(".inc"):
        return f"includes {header}; includes are written from the repository root"
    return None


def main():
    root = parse_root(__doc__)
    report = Report("includes", root)
    classes = rule_classes(root)
    files = files_in(root, {"tool", "rules", "integration"}, {".h", ".cpp"})
    for path in files:
        folder = folder_of(path)
        if folder not in LAYERS:
            if path.parts[0] == "tool":
                report.add(path, f"tool/{folder} is in no layer: add it to the table in includes.py")
            continue
        text = read(root / path)
        for match in INCLUDE.finditer(text):
            problem = problem_with(folder, match[1], match[2], classes)
            if problem:
                report.add(f"{path}:{text.count(chr(10), 0, match.start(2)) + 1}", problem)
    report.finish(len(files))


if __name__ == "__main__":
    main()
