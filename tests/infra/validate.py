#!/usr/bin/env python3
"""Holds a JSON document against a schema of docs/schema.

The published schemas let readers pass over keys that they do not know. Here every object is closed, so that a key which
the schema does not describe is an error; and each --has POINTER must be there and not be null or empty, so that a
document in which there is nothing is not a pass.

usage: validate.py SCHEMA DOCUMENT [--has /findings/0/rule]...
"""

import argparse
import json
import sys

import jsonschema


def closed(schema):
    """The same schema, in which an object has the described keys only."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        result["additionalProperties"] = False
    return result


def at(document, pointer):
    value = document
    for step in pointer.strip("/").split("/"):
        try:
            value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("schema")
    parser.add_argument("document")
    parser.add_argument("--has", action="append", default=[])
    args = parser.parse_args()
    with open(args.schema) as file:
        schema = closed(json.load(file))
    with open(args.document) as file:
        document = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    bad = 0
    for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
        print(f"{args.document}: {error.json_path}: {error.message}", file=sys.stderr)
        bad += 1
    for pointer in args.has:
        if at(document, pointer) in (None, "", [], {}):
            print(f"{args.document}: {pointer} is missing or empty", file=sys.stderr)
            bad += 1
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
