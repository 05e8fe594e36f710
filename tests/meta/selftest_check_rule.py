#!/usr/bin/env python3
"""check_rule.py with a cachelint that says what the test wants: it must accept what is right and refuse the rest."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK_RULE = Path(__file__).resolve().parent.parent / "check_rule.py"
TOOLS = {}  # filled from the command line: filecheck, clang, gcc

# Answers from files beside it: say.txt for `check`, source.json and object.json for `layout`; it keeps what it was
# asked. With --fix it applies fixed.txt.
FAKE = """\
#!{python}
import pathlib, sys
here = pathlib.Path(__file__).parent
with open(here / "asked.txt", "a") as asked:
    print(*sys.argv[1:], file=asked)
if sys.argv[1] == "check":
    if "--fix" in sys.argv:
        pathlib.Path(sys.argv[-1]).write_text((here / "fixed.txt").read_text())
        (here / "say.txt").write_text((here / "say-fixed.txt").read_text())
    else:
        sys.stdout.write((here / "say.txt").read_text())
    sys.exit(int((here / "exit.txt").read_text()))
print((here / ("object.json" if sys.argv[-1].endswith(".o") else "source.json")).read_text())
"""

FIELD = {"name": "a", "kind": "field", "type": "int", "offset": 0, "size": 4, "cacheLine": 0, "straddles": False}
RECORD = {"name": "s", "kind": "struct", "size": 4, "align": 4, "lines": 1, "fields": [FIELD]}
SOURCE = "struct s { int a; } x;\n"
CHECKED = SOURCE + "// CHECK: :[[@LINE-1]]:8: warning: hole [cachelint-r]\n"
SAID = "a.c:1:8: warning: hole [cachelint-r]\n"


class CheckRule(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.fake = self.root / "cachelint"
        self.fake.write_text(FAKE.format(python=sys.executable))
        self.fake.chmod(0o755)
        self.says("")
        self.layout([RECORD], [RECORD])

    def says(self, text, code=0):
        (self.root / "say.txt").write_text(text)
        (self.root / "exit.txt").write_text(str(code))

    def layout(self, source, binary):
        (self.root / "source.json").write_text(json.dumps({"records": source}))
        (self.root / "object.json").write_text(json.dumps({"records": binary}))

    def run_on(self, text, *options, flags=(), suffix=".c"):
        source = self.root / f"a{suffix}"
        source.write_text(text)
        command = [sys.executable, CHECK_RULE, f"--tool-cachelint={self.fake}"]
        command += [f"--tool-{name}={path}" for name, path in TOOLS.items()]
        command += ["r", source, self.root / "temp", *options, "--", *flags]
        return subprocess.run([str(c) for c in command], capture_output=True, text=True)

    def accepts(self, text, *options, **more):
        done = self.run_on(text, *options, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def refuses(self, why, text, *options, **more):
        done = self.run_on(text, *options, **more)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(why, done.stderr)

    def asked(self):
        return (self.root / "asked.txt").read_text()

    def test_silent(self):
        self.accepts(SOURCE)
        self.says(SAID)
        self.refuses("there must be no output", SOURCE)

    def test_claimed(self):
        self.says(SAID)
        self.accepts(CHECKED)
        self.says("a.c:1:9: warning: hole [cachelint-r]\n")
        self.refuses("not what the CHECK lines say", CHECKED)
        self.says("")
        self.refuses("not what the CHECK lines say", CHECKED)

    def test_unclaimed(self):
        for level in ("warning", "error", "note"):
            for extra in (SAID + f"a.c:9:1: {level}: more\n", f"a.c:9:1: {level}: more\n" + SAID):
                self.says(extra)
                self.refuses("not what the CHECK lines say", CHECKED)

    def test_quoted_source_does_not_match_itself(self):
        self.accepts(SOURCE)
        self.says(SAID)
        self.accepts(CHECKED)
        self.assertNotIn("CHECK", (self.root / "temp.dir/a.c").read_text())
        self.assertEqual((self.root / "temp.dir/a.c").read_text().count("\n"), 2)

    def test_suffixes(self):
        text = SOURCE + "// CHECK-A: :[[@LINE-1]]:8: warning: hole\n// CHECK-B: wide\n"
        self.says(SAID)
        self.accepts(text, "-check-suffix=A")
        self.refuses("not what the CHECK lines say", text, "-check-suffix=A,B")
        self.refuses("there must be no output", text, "-check-suffix=C")
        self.refuses("there must be no output", text)

    def test_options_are_passed_on_in_order(self):
        self.accepts(SOURCE, "--line-size", "128", "--profile", "dpdk", "--no-dwarf")
        self.assertIn("--rules -*,r ", self.asked())
        self.assertIn("--line-size 128 --profile dpdk", self.asked())
        self.assertNotIn("layout", self.asked())

    def test_failed_run(self):
        self.says("", 3)
        self.refuses("cachelint check ended with 3", SOURCE)

    def test_with_binary(self):
        self.accepts(SOURCE, "--with-binary")
        self.assertIn("check --binary ", self.asked())

    def test_fixes(self):
        text = CHECKED + "// CHECK-FIXES: struct s { long a; } x;\n"
        (self.root / "say-fixed.txt").write_text("")
        (self.root / "fixed.txt").write_text("struct s { long a; } x;\n")
        self.says(SAID)
        self.accepts(text)
        for fixed, after, why in (("struct s { int a; } x;\n", "", "fixed is not what"),
                                  ("struct s { long a; } x;\nerror\n", "", "compiling the fixed file"),
                                  ("struct s { long a; } x;\n", SAID, "the fixed file still gives")):
            (self.root / "fixed.txt").write_text(fixed)
            (self.root / "say-fixed.txt").write_text(after)
            self.says(SAID)
            self.refuses(why, text)

    def test_layouts(self):
        for key, value in (("size", 8), ("align", 8), ("kind", "union")):
            self.layout([RECORD], [RECORD | {key: value}])
            self.refuses(f"s: {key} ", SOURCE)
            self.accepts(SOURCE, "--no-dwarf")
        for key, value in (("offset", 4), ("size", 1), ("cacheLine", 1), ("straddles", True)):
            self.layout([RECORD], [RECORD | {"fields": [FIELD | {key: value}]}])
            self.refuses(f"s: a: {key} ", SOURCE)
        self.layout([RECORD], [RECORD | {"fields": []}])
        self.refuses("s: fields ['a']", SOURCE)

    def test_what_one_side_cannot_state(self):
        self.layout([RECORD], [RECORD | {"align": None}])
        self.accepts(SOURCE)

    def test_record_missing_in_the_object(self):
        other = RECORD | {"name": "t"}
        self.layout([RECORD, other], [RECORD])
        self.refuses("t: in the source, not in the object", SOURCE)
        self.accepts(SOURCE, "--absent=t*")
        self.layout([RECORD, RECORD | {"name": "t<int>"}], [RECORD])
        self.accepts(SOURCE)
        self.layout([RECORD], [other])
        self.refuses("no record of the source was found", SOURCE, "--absent=s")

    def test_compilers(self):
        self.accepts(SOURCE)
        self.assertIn(Path(TOOLS["gcc"]).name + ".o", self.asked())
        gcc_lacks = "#ifndef __clang__\n#error\n#endif\n" + SOURCE
        self.refuses("compiling ended with", gcc_lacks)
        self.accepts(gcc_lacks, "--no-gcc")
        self.accepts(gcc_lacks, flags=["--target=aarch64-linux-gnu"])
        self.accepts(SOURCE + "class c {};\n", suffix=".cpp", flags=["-std=c++17"])


if __name__ == "__main__":
    for argument in sys.argv[1:4]:
        name, _, path = argument.partition("=")
        TOOLS[name] = path
    os.environ["LC_ALL"] = "C"
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
