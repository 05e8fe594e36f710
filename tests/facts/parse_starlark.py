#!/usr/bin/env python3
"""Parses a .bzl file as Python and fails on what Starlark does not have, on names that nothing defines and on functions
that nothing uses.

usage: parse_starlark.py FILE"""

import ast
import sys
from pathlib import Path

BUILT_IN = {"provider", "depset", "getattr", "aspect", "rule", "attr", "cc_common", "CcInfo", "OutputGroupInfo",
            "DefaultInfo", "load"}
FOREIGN = (ast.ClassDef, ast.While, ast.Try, ast.With, ast.Import, ast.ImportFrom, ast.Raise, ast.Yield, ast.Await,
           ast.JoinedStr, ast.Is, ast.IsNot, ast.Starred, ast.GeneratorExp, ast.Global, ast.Nonlocal, ast.Set)

tree = ast.parse(Path(sys.argv[1]).read_text(), sys.argv[1])
defined, used = set(BUILT_IN), set()
for node in ast.walk(tree):
    if isinstance(node, FOREIGN):
        sys.exit(f"{sys.argv[1]}:{getattr(node, 'lineno', 0)}: {type(node).__name__} is not in Starlark")
    if isinstance(node, ast.FunctionDef):
        defined.add(node.name)
    elif isinstance(node, ast.arg):
        defined.add(node.arg)
    elif isinstance(node, ast.Name):
        (used if isinstance(node.ctx, ast.Load) else defined).add(node.id)
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "load":
        defined.update(argument.value for argument in node.args[1:])
if used - defined:
    sys.exit(f"not defined: {sorted(used - defined)}")
functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
if functions - used:
    sys.exit(f"not used: {sorted(functions - used)}")
