#!/usr/bin/env python3
"""Every rule has its five pieces, they agree, and rules/new_rule.py would add nothing."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import Report, parse_root, read

LISTED = re.compile(r'^CACHELINT_RULE\("([^"]+)",\s*(\w+)\)$', re.M)
STRINGS = r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*'


def joined(literals):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')


def summary_in_source(text, rule):
    """The string after the id in `RuleInfo Info{"id", "summary", ...}`."""
    match = re.search(rf'"{re.escape(rule)}"\s*,\s*({STRINGS})', text)
    return joined(match[1]) if match else None


def summary_in_page(text):
    """The first line below the title, with what it wraps to."""
    paragraphs = [p.strip() for p in re.split(r"\n\s*\n", text) if p.strip()]
    below = [p for p in paragraphs if not p.startswith("#")]
    return " ".join(below[0].split()) if below else None


def check_test(root, rule, report):
    tests = [root / f"tests/rules/{rule}{ext}" for ext in (".c", ".cpp")]
    tests = [t for t in tests if t.exists()]
    if not tests:
        report.add(f"tests/rules/{rule}.c", "is missing (or .cpp)")
    elif not any(re.search(rf"CHECK[A-Z0-9_-]*:.*\[cachelint-{re.escape(rule)}\]", read(t)) for t in tests):
        report.add(tests[0].relative_to(root), f"has no CHECK line with [cachelint-{rule}]")


def check_rule(root, rule, cls, report):
    expected = "".join(part.capitalize() for part in rule.split("-"))
    if cls != expected:
        report.add("rules/rules.def", f"{rule} has class {cls}, want {expected}")
    if f"  {cls}.cpp\n" not in read(root / "rules/CMakeLists.txt"):
        report.add("rules/CMakeLists.txt", f"has no line `  {cls}.cpp`")
    check_test(root, rule, report)

    source, page = root / f"rules/{cls}.cpp", root / f"docs/rules/{rule}.md"
    for path in (source, page):
        if not path.exists():
            report.add(path.relative_to(root), "is missing")
    if not source.exists() or not page.exists():
        return
    code, doc = summary_in_source(read(source), rule), summary_in_page(read(page))
    if not code:
        report.add(source.relative_to(root), f'has no summary after "{rule}" in its RuleInfo')
    elif doc != code:
        report.add(page.relative_to(root), f"starts with `{doc}`, the rule says `{code}`")
    if not read(page).startswith(f"# {rule}\n"):
        report.add(page.relative_to(root), f"its title is not `# {rule}`")


def snapshot(root):
    return {p.relative_to(root): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def check_rerun(root, report):
    script = Path(__file__).resolve().parent.parent.parent / "rules/new_rule.py"
    with tempfile.TemporaryDirectory() as copy:
        copy = Path(copy)
        for folder in ("rules", "docs/rules", "tests/rules"):
            if (root / folder).exists():
                shutil.copytree(root / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
        before = snapshot(copy)
        subprocess.run([sys.executable, script, "--all", "--root", copy], check=True, stdout=subprocess.DEVNULL)
        after = snapshot(copy)
    for path in sorted(p for p in after if before.get(p) != after[p]):
        report.add(path, "would be changed by rules/new_rule.py --all")


def main():
    root = parse_root(__doc__)
    report = Report("rule_pieces", root)
    listed = LISTED.findall(read(root / "rules/rules.def"))
    if [rule for rule, _ in listed] != sorted({rule for rule, _ in listed}):
        report.add("rules/rules.def", "is not sorted by id, or has one twice")
    for rule, cls in listed:
        check_rule(root, rule, cls, report)
    classes = {cls for _, cls in listed}
    for page in (root / "docs/rules").glob("*.md"):
        if page.stem not in {rule for rule, _ in listed} and page.stem != "README":
            report.add(page.relative_to(root), "is the page of no rule")
    for source in (root / "rules").glob("*.cpp"):
        if "CACHELINT_DEFINE_RULE" in read(source) and source.stem not in classes:
            report.add(source.relative_to(root), "defines a rule that rules.def does not list")
    check_rerun(root, report)
    report.finish(len(listed))


if __name__ == "__main__":
    main()
