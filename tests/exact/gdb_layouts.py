"""Run inside gdb: every record that it can find by name, a line of JSON each layout.

    gdb -nx -batch -ex 'python OUTPUT="records.jsonl"' -x gdb_layouts.py PROGRAM
"""

import json
import re

import gdb

RECORDS = (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)


def size_of(kind):
    """Bytes; None where gdb has only a declaration, or a bound that is not constant."""
    try:
        bare = kind.strip_typedefs().unqualified()
        if bare.code == gdb.TYPE_CODE_FUNC:
            # gdb takes a function for one byte. As a member, in Go, it is a pointer to a closure.
            return gdb.lookup_type("void").pointer().sizeof
        return None if bare.code in RECORDS and not bare.fields() and not bare.sizeof else bare.sizeof
    except gdb.error:
        return None


def behind(kind):
    """The type without typedefs, qualifiers and arrays."""
    kind = kind.strip_typedefs().unqualified()
    while kind.code == gdb.TYPE_CODE_ARRAY:
        kind = kind.target().strip_typedefs().unqualified()
    return kind


def member(field, depth):
    # A base may be named by an alias.
    name = field.type.strip_typedefs().name if field.is_base_class else field.name
    found = {"name": name or "", "base": bool(field.is_base_class), "bits": field.bitsize,
             "type": str(field.type), "size": size_of(field.type),
             # None: at an offset that only an object knows
             "bitpos": getattr(field, "bitpos", None)}
    bare = behind(field.type)
    # gdb does not read the members of a closure of a function before somebody asks for the function.
    read = bare.code in RECORDS and (bare.fields() or not bare.sizeof)
    if not bare.name and read and depth < 8:
        found["fields"] = members(bare, depth + 1)
    return found


def members(kind, depth=0):
    # A static member has neither a place in the object nor in this list.
    return [member(field, depth) for field in kind.fields() if hasattr(field, "bitpos") or field.is_base_class]


def listed_names():
    """As `info types` prints them: by file, typedefs and declarations too."""
    for line in gdb.execute("info types -q", to_string=True).splitlines():
        found = re.match(r"^(?:\d+:)?\s+(.*?);?$", line)
        if found and not found.group(1).startswith("enum "):
            yield found.group(1)


def unnamed_behind(line):
    """(name, type) of a typedef of an unnamed record."""
    name = line.split()[-1]
    if not re.fullmatch(r"[A-Za-z_]\w*(?:::\w+)*", name):  # at others gdb 13 stops with an internal error
        return None, None
    try:
        kind = gdb.lookup_type(name)
        # Of several names in a row, the first one counts.
        kind = kind.target().unqualified() if kind.code == gdb.TYPE_CODE_TYPEDEF else kind
    except gdb.error:
        return None, None
    # What is empty may be but declared.
    return (name, kind) if kind.code in RECORDS and not kind.name and kind.fields() else (None, None)


def row_of(name, kind):
    return json.dumps({"name": name, "union": kind.code == gdb.TYPE_CODE_UNION, "size": kind.sizeof,
                       "fields": members(kind)})


def types_called(name):
    """All definitions, of all units; of C++, which has one definition of a name, the first."""
    # Listed as C and C++ would write it, and known by what the compiler wrote, which in Go may begin with "struct".
    bare = re.sub(r"^(?:struct|union|class) ", "", name)
    for spelling in sorted({name, bare, bare.replace(", ", ",")}):
        for domain in (gdb.SYMBOL_STRUCT_DOMAIN, gdb.SYMBOL_VAR_DOMAIN):
            found = list(gdb.lookup_static_symbols(spelling, domain) or [])
            found.append(gdb.lookup_global_symbol(spelling, domain))
            for symbol in found:
                if symbol is not None and symbol.type is not None and symbol.type.code in RECORDS:
                    yield symbol.type


def rows_of(kind, seen, depth=0):
    """This layout and those of records that its members lead to: some cannot be looked up by name."""
    kind = kind.strip_typedefs().unqualified()
    for _ in range(16):
        if kind.code not in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_ARRAY, gdb.TYPE_CODE_REF):
            break
        kind = kind.target().strip_typedefs().unqualified()
    if kind.code not in RECORDS or not kind.name or (depth and not kind.fields() and not kind.sizeof):
        return  # behind a pointer, what is empty may be but declared
    row = row_of(kind.name, kind)
    if row in seen:
        return
    seen.add(row)
    yield row
    for field in kind.fields() if depth < 32 else []:
        yield from rows_of(field.type, seen, depth + 1)


def main():
    names, rows = set(), set()
    with open(OUTPUT, "w", encoding="utf-8") as out:  # noqa: F821 (set by the caller)
        for name in listed_names():
            if name in names:
                continue
            names.add(name)
            if name.startswith("typedef "):
                alias, kind = unnamed_behind(name)
                if alias and (row := row_of(alias, kind)) not in rows:
                    rows.add(row)
                    out.write(row + "\n")
            for kind in types_called(name):
                for row in rows_of(kind, rows):
                    out.write(row + "\n")


main()
