#!/usr/bin/env python3
"""The findings of two JSON documents are the same, in the same order, and there are some.

usage: same_findings.py ONE OTHER"""

import json
import sys

one, other = (json.load(open(path))["findings"] for path in sys.argv[1:])
if not one or one != other:
    sys.exit(f"{len(one)} and {len(other)} findings, or they differ")
