#!/usr/bin/env python3
"""Each check of this folder on a small tree that it must accept and on damaged ones that it must refuse. A check that
cannot fail is worth nothing."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORK_PATH = "/wor" + "k/me/src"
NOTE_TO_SELF = "TO" + "DO"

SUMMARY = "Bytes lost to holes."
GOOD = {
    "tool/model/Bits.h": '#include "tool/support/Problems.h"\n#include "llvm/ADT/StringRef.h"\n#include <map>\n',
    "tool/ast/Front.cpp": '#include "clang/AST/Decl.h"\n#include "tool/model/Bits.h"\n',
    "tool/dwarf/Front.cpp": '#include <elfutils/libdw.h>\n#include "tool/model/Bits.h"\n',
    "rules/Rule.h": '#include "tool/model/Bits.h"\n',
    "rules/rules.def": 'CACHELINT_RULE("padding-hole", PaddingHole)\n',
    "rules/CMakeLists.txt": "cachelint_add_library(rules SOURCES\n  PaddingHole.cpp\n  LINK_PUBLIC model)\n",
    "rules/PaddingHole.cpp": '#include "rules/Rule.h"\nRuleInfo Info{"padding-hole",\n"Bytes lost "\n"to holes."};\n'
                             "CACHELINT_DEFINE_RULE(PaddingHole)\n",
    "docs/rules/padding-hole.md": f"# padding-hole\n\n{SUMMARY}\n\n## More\n",
    "tests/rules/padding-hole.c": "// CHECK: :[[@LINE-1]]:1: warning: hole [cachelint-padding-hole]\n",
}


class TreeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for path, text in GOOD.items():
            self.put(path, text)

    def put(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_check(self, name):
        return subprocess.run([sys.executable, HERE / f"{name}.py", "--root", self.root], capture_output=True, text=True)

    def accepts(self, name):
        done = self.run_check(name)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def refuses(self, name, text):
        done = self.run_check(name)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(text, done.stdout)


class Includes(TreeTest):
    def test_good(self):
        self.accepts("includes")

    def refuses_line(self, path, line, text):
        self.put(path, line + "\n")
        self.refuses("includes", text)

    def test_layers(self):
        for path, header in (
            ("tool/support/A.h", "tool/model/Bits.h"),
            ("tool/model/A.h", "tool/facts/Facts.h"),
            ("tool/model/A.h", "rules/Rule.h"),
            ("tool/ast/A.h", "tool/dwarf/Reader.h"),
            ("tool/facts/A.cpp", "tool/evidence/Perf.h"),
            ("tool/report/A.cpp", "rules/Rule.h"),
            ("tool/evidence/A.cpp", "tool/dwarf/Reader.h"),
            ("rules/Rule.h", "tool/facts/Facts.h"),
            ("tool/cli/main.cpp", "tool/ast/Front.h"),
        ):
            with self.subTest(path=path, header=header):
                self.setUp()
                self.refuses_line(path, f'#include "{header}"', f"{path}:1: ")
                self.refuses("includes", f"may not include {header}")

    def test_third_party(self):
        for path, header in (
            ("tool/model/A.h", '"clang/AST/Decl.h"'),
            ("rules/Rule.h", "<clang/AST/Decl.h>"),
            ("tool/facts/A.cpp", "<elfutils/libdw.h>"),
            ("tool/ast/A.cpp", "<libelf.h>"),
            ("tool/report/A.cpp", "<gelf.h>"),
            ("tool/dwarf/A.cpp", '"llvm/MC/MCInst.h"'),
            ("tool/facts/A.cpp", "<CLI/CLI.hpp>"),
            ("tool/facts/A.cpp", "<zstd.h>"),
            ("tool/model/A.cpp", "<gtest/gtest.h>"),
        ):
            with self.subTest(path=path, header=header):
                self.setUp()
                self.refuses_line(path, f"  # include {header}", "it belongs to")

    def test_sources_rules_and_relative_headers(self):
        self.refuses_line("tool/driver/A.cpp", '#include "rules/PaddingHole.cpp"', "includes a source file")
        self.refuses_line("tool/driver/A.cpp", '#include "rules/PaddingHole.h"', "includes the rule")
        self.refuses_line("tool/driver/A.cpp", '#include "Options.h"', "from the repository root")

    def test_unknown_folder(self):
        self.refuses_line("tool/misc/A.h", "int A;", "is in no layer")


class RulePieces(TreeTest):
    def test_good(self):
        self.accepts("rule_pieces")

    def test_missing(self):
        for path in ("docs/rules/padding-hole.md", "rules/PaddingHole.cpp", "tests/rules/padding-hole.c"):
            with self.subTest(path=path):
                self.setUp()
                (self.root / path).unlink()
                self.refuses("rule_pieces", f"{path}: is missing")

    def test_line_in_build(self):
        self.put("rules/CMakeLists.txt", "cachelint_add_library(rules SOURCES\n  RuleList.cpp)\n")
        self.refuses("rule_pieces", "has no line `  PaddingHole.cpp`")
        self.refuses("rule_pieces", "would be changed by")

    def test_check_line(self):
        self.put("tests/rules/padding-hole.c", "// RUN: %check_rule padding-hole\nint cachelint_padding_hole;\n")
        self.refuses("rule_pieces", "has no CHECK line")

    def test_summary(self):
        self.put("docs/rules/padding-hole.md", "# padding-hole\n\nSomething else.\n")
        self.refuses("rule_pieces", "starts with `Something else.`")

    def test_title(self):
        self.put("docs/rules/padding-hole.md", f"# Holes\n\n{SUMMARY}\n")
        self.refuses("rule_pieces", "its title is not")

    def test_orphans(self):
        self.put("docs/rules/old-rule.md", "# old-rule\n")
        self.put("rules/OldRule.cpp", "CACHELINT_DEFINE_RULE(OldRule)\n")
        self.refuses("rule_pieces", "old-rule.md: is the page of no rule")
        self.refuses("rule_pieces", "OldRule.cpp: defines a rule that")

    def test_order(self):
        self.put("rules/rules.def", GOOD["rules/rules.def"] + 'CACHELINT_RULE("a-rule", ARule)\n')
        self.refuses("rule_pieces", "is not sorted")

    def test_no_rules(self):
        self.put("rules/rules.def", "")
        self.refuses("rule_pieces", "found nothing to look at")


class NewRule(TreeTest):
    def new_rule(self, *argv):
        command = [sys.executable, HERE.parent.parent / "rules/new_rule.py", "--root", self.root, *argv]
        return subprocess.run(command, capture_output=True, text=True)

    def test_writes_five_pieces_once(self):
        done = self.new_rule("hot-cold-mix", "Hot fields beside cold ones.")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 5, done.stdout)
        self.assertEqual((self.root / "rules/rules.def").read_text().splitlines()[0],
                         'CACHELINT_RULE("hot-cold-mix", HotColdMix)')
        self.accepts("rule_pieces")
        self.assertEqual(self.new_rule("hot-cold-mix", "Another sentence.").stdout, "")

    def test_refuses(self):
        self.assertNotEqual(self.new_rule("HotCold", "A sentence.").returncode, 0)
        self.assertNotEqual(self.new_rule("hot-cold", "no sentence").returncode, 0)


class Sizes(TreeTest):
    def test_limits(self):
        self.accepts("sizes")
        for path, lines in (("rules/PaddingHole.cpp", 300), ("tool/ast/A.cpp", 600), ("tool/ast/A.h", 250)):
            with self.subTest(path=path):
                self.setUp()
                self.put(path, "\n" * lines)
                self.accepts("sizes")
                self.put(path, "\n" * (lines + 1))
                self.refuses("sizes", f"{path}: {lines + 1} lines")

    def test_functions(self):
        for start, end in (("void f() {", "}"), ("static int f(int A,\n             int B) {", "}"),
                           ("class C {\npublic:\n  void f() const override {", "  }\n};"),
                           ("namespace a {\nA::A(int B) : B(B) {", "}\n}")):
            with self.subTest(start=start):
                self.put("tool/ast/A.cpp", f"int Before;\n{start}\n" + "    use();\n" * 77 + f"{end}\n")
                self.accepts("sizes")
                self.put("tool/ast/A.cpp", f"int Before;\n{start}\n" + "    use();\n" * 79 + f"{end}\n")
                self.refuses("sizes", "a function of 8")

    def test_what_is_no_function(self):
        self.put("tool/ast/A.cpp", "struct A {\n" + "  int A;\n" * 90 + "};\nnamespace a {\n" + "int A;\n" * 90 + "}\n")
        self.accepts("sizes")

    def test_exemptions(self):
        self.put("tool/ast/A.cpp", "\n" * 601)
        self.put("tests/meta/exempt.txt", "sizes tool/ast/A.cpp  # one switch over all kinds\n")
        self.accepts("sizes")
        self.put("tool/ast/A.cpp", "\n")
        self.refuses("sizes", "no longer in need of it")
        self.put("tests/meta/exempt.txt", "sizes tool/ast/A.cpp\n")
        self.refuses("sizes", "want `check path  # reason`")


class Speech(TreeTest):
    def test_machine_paths(self):
        self.accepts("speech")
        self.put("tests/dwarf/a.yaml", f"comp_dir: {WORK_PATH}\n")
        self.refuses("speech", "tests/dwarf/a.yaml:1: has `/wor")

    def test_binary_inputs(self):
        (self.root / "tests/dwarf").mkdir()
        (self.root / "tests/dwarf/a.o").write_bytes(b"\x7fELF\0\xff" + WORK_PATH.encode() + b"\0")
        self.refuses("speech", "tests/dwarf/a.o")

    def test_url_is_no_machine_path(self):
        self.put("docs/a.md", f"https://example.org{WORK_PATH}\n")
        self.accepts("speech")

    def test_notes_to_self(self):
        self.put("docs/a.md", NOTE_TO_SELF)
        self.accepts("speech")
        self.put("rules/A.cpp", f"// {NOTE_TO_SELF}: think\n")
        self.refuses("speech", "rules/A.cpp:1")


class Format(TreeTest):
    def test_format(self):
        for path in list(self.root.rglob("*.cpp")) + list(self.root.rglob("*.h")):
            path.write_text("int A;\n")
        self.accepts("format")
        self.put("tool/ast/A.cpp", "int  A ;\n")
        self.refuses("format", "tool/ast/A.cpp: not formatted")


class Skips(TreeTest):
    def skips(self, code, listing):
        self.put("results/lit.rules.json", json.dumps({"tests": [{"name": "cachelint :: rules/a.c", "code": code}]}))
        self.put("skips.txt", listing)
        command = [sys.executable, HERE / "skips.py", self.root / "results", "--listing", self.root / "skips.txt"]
        return subprocess.run(command, capture_output=True).returncode

    def test_lit(self):
        self.assertEqual(self.skips("PASS", ""), 0)
        self.assertEqual(self.skips("UNSUPPORTED", ""), 1)
        self.assertEqual(self.skips("UNSUPPORTED", "lit.rules/a.c  # no perf here\n"), 0)
        self.assertEqual(self.skips("UNSUPPORTED", "lit.rules/a.c\n"), 1)

    def test_gtest(self):
        self.put("results/unit.a.xml", '<testsuites><testsuite><testcase name="B" classname="A" status="run" '
                                       'result="skipped"><skipped/></testcase></testsuite></testsuites>')
        self.assertEqual(self.skips("PASS", ""), 1)
        self.assertEqual(self.skips("PASS", "unit.a/A.B  # needs a big-endian host\n"), 0)


if __name__ == "__main__":
    unittest.main()
