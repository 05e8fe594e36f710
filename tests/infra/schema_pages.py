#!/usr/bin/env python3
"""Every key of a schema is explained in its page, in backquotes.

usage: schema_pages.py SCHEMA PAGE
"""

import json
import re
import sys
from pathlib import Path


def keys_of(schema):
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties":
                yield from value
            yield from keys_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys_of(value)


def main():
    schema, page = Path(sys.argv[1]), Path(sys.argv[2])
    # Examples in code blocks explain nothing.
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    explained = set(re.findall(r"`([^`]+)`", text))
    missing = sorted(set(keys_of(json.loads(schema.read_text()))) - explained)
    if missing:
        sys.exit(f"{page} does not explain {', '.join(missing)}")


if __name__ == "__main__":
    main()
