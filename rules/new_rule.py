#!/usr/bin/env python3
"""Writes the five pieces of a rule, each only where it is missing, so running it again changes nothing:

  rules/<Class>.cpp         the rule, which finds nothing yet
  docs/rules/<id>.md        its page, `cachelint explain <id>`
  tests/rules/<id>.c        its test, which fails until the rule finds something
  rules/rules.def           its line in the list
  rules/CMakeLists.txt      its line in the build

usage: rules/new_rule.py padding-hole "Bytes lost to holes that a better order of the fields would save."
       rules/new_rule.py --all      the same again for every id of rules.def
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = """\
//===-- {cls}.cpp - {id} {dashes}===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// {summary}

#include "rules/RuleList.h"

namespace cachelint::rules {{
namespace {{

using namespace model;

class {cls} : public Rule {{
public:
  const RuleInfo &info() const override {{
    static const RuleInfo Info{{"{id}",
                               "{summary}",
                               Capability::None}};
    return Info;
  }}

  void check(const Subject &S, FindingSink &Out) const override {{
    // A finding that is always the same: the new test fails on it, and so it should.
    Finding F;
    F.Rule = info().Id.str();
    F.Message = "{id} is not written";
    Out.add(std::move(F));
  }}
}};

}} // namespace

CACHELINT_DEFINE_RULE({cls})

}} // namespace cachelint::rules
"""

PAGE = """\
# {id}

{summary}

## What it finds

## Why it costs

## Example

## How to fix it

## What it does not see
"""

TEST = """\
// RUN: %check_rule {id} %s %t -- -std=c11

struct bad {{
  int field;
}};
// CHECK: :[[@LINE-3]]:8: warning: {{{{.*}}}} [cachelint-{id}]

// Cases that must stay silent. Say why.
struct good {{
  int field;
}};
"""


class Tree:
    def __init__(self, root):
        self.root = root

    def write_if_missing(self, path, text):
        path = self.root / path
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            print(f"wrote {path.relative_to(self.root)}")
            formatter = shutil.which("clang-format-19") or shutil.which("clang-format")
            if path.suffix == ".cpp" and formatter:
                subprocess.run([formatter, "-i", "--style=file", path], check=True)

    def insert_sorted(self, path, line, is_entry):
        """Puts line among the entries of a list, where the order wants it."""
        path = self.root / path
        lines = path.read_text().splitlines()
        if line in lines:
            return
        entries = [n for n, text in enumerate(lines) if is_entry(text)]
        after = [n for n in entries if lines[n] < line]
        if after:
            at = after[-1] + 1
        elif entries:
            at = entries[0]
        else:
            at = len(lines)
        lines.insert(at, line)
        path.write_text("\n".join(lines) + "\n")
        print(f"added a line to {path.relative_to(self.root)}")

    def has_test(self, rule):
        return any((self.root / f"tests/rules/{rule}{ext}").exists() for ext in (".c", ".cpp"))


def class_name(rule):
    return "".join(part.capitalize() for part in rule.split("-"))


def ids_of(root):
    return re.findall(r'^CACHELINT_RULE\("([^"]+)"', (root / "rules/rules.def").read_text(), re.M)


def make_rule(root, rule, summary):
    tree = Tree(root)
    cls = class_name(rule)
    words = {"id": rule, "cls": cls, "summary": summary, "dashes": "-" * max(2, 54 - len(cls) - len(rule))}
    tree.write_if_missing(f"rules/{cls}.cpp", SOURCE.format(**words))
    tree.write_if_missing(f"docs/rules/{rule}.md", PAGE.format(**words))
    if not tree.has_test(rule):
        tree.write_if_missing(f"tests/rules/{rule}.c", TEST.format(**words))
    tree.insert_sorted("rules/rules.def", f'CACHELINT_RULE("{rule}", {cls})', lambda t: t.startswith("CACHELINT_RULE("))
    tree.insert_sorted("rules/CMakeLists.txt", f"  {cls}.cpp", lambda t: re.fullmatch(r"  \w+\.cpp", t))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", nargs="?")
    parser.add_argument("summary", nargs="?", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    args = parser.parse_args()
    rules = ids_of(args.root) if args.all else [args.rule]
    for rule in rules:
        if not rule or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule):
            sys.exit(f"want a rule's id in kebab-case, got {rule!r}")
        known = (args.root / f"docs/rules/{rule}.md").exists()
        if not args.all and not known and not re.fullmatch(r"[A-Z][^\"\\]*\.", args.summary):
            sys.exit("a new rule needs its summary: one sentence, from its capital letter to its full stop")
        make_rule(args.root, rule, args.summary)


if __name__ == "__main__":
    main()
