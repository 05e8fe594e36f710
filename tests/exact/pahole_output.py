"""Records in what pahole prints, as pahole 1.24 prints them: a line a member, notes on holes between."""

import re

# type name;   /* offset size */, and /* byte: bit size */ for bit-fields
MEMBER = re.compile(r"^\s*(.*?);\s*/\*\s*(-?\d+)(?:\s*:\s*(\d+))?\s+(-?\d+)\s*\*/")
ENUM = re.compile(r"^\s*(?:const |volatile )*enum\b[^;]*\{\s*$")
OPENING = re.compile(r"^\s*(?:typedef |const |volatile )*(struct|union|class)\b([^;]*)\{\s*(?:/\*.*\*/)?\s*$")
CLOSING = re.compile(r"^\s*\}\s*(.*)$")
SIZE = re.compile(r"/\* size: (\d+), cachelines")
HOLE = re.compile(r"/\* XXX (\d+) (bit|byte)s? hole")
PADDING = re.compile(r"/\* padding: (\d+)")
BIT_PADDING = re.compile(r"/\* bit_padding: (\d+) bits")
ATTRIBUTE = re.compile(r"\s*__attribute__\(\(\w+(?:\(\d+\))?\)\)")


class Member:
    def __init__(self, name, offset, bits, size, nested=None):
        self.name, self.offset, self.bits, self.size = name, offset, bits, size  # offset in bits
        self.nested = nested


class Record:
    def __init__(self, kind, name):
        self.kind, self.name = kind, name
        self.members = []
        self.holes = {}  # index of the member before -> bits
        self.size = None
        self.padding = 0  # bits
        self.faults = []  # where pahole itself says that it cannot be right

    def shape(self):
        """Kind and members without what they hold; equal for records that may be the same."""
        return ("union" if self.kind == "union" else "struct",
                tuple(sorted((m.name, m.offset, m.bits or 0, m.size) for m in self.members)))


def member_name(text):
    """(name, width of a bit-field or None) of a declaration without its semicolon."""
    text = ATTRIBUTE.sub("", text).strip()
    pointer = re.search(r"\((?:\w+::)?\*+\s*(?:const |volatile )*(\w+)", text)
    if pointer:
        return pointer.group(1), None
    bits = re.search(r":\s*(\d+)$", text)
    if bits:
        text = text[:bits.start()].strip()
    text = re.sub(r"(\[[^\]]*\])+$", "", text).strip()
    # A type alone, of an unnamed member, is no name: a type is never the last of two words but `unsigned int`.
    last = re.search(r"[\s*&]([A-Za-z_$]\w*)$", text)
    return (last.group(1) if last else ""), int(bits.group(1)) if bits else None


def add_member(record, text, byte, bit, size, nested=None):
    name, width = member_name(text)
    offset = int(byte) * 8 + int(bit or 0)
    record.members.append(Member(name, offset, width, int(size), nested))


def note(record, line):
    """What a comment line says of the innermost record that is open."""
    if found := HOLE.search(line):
        amount = int(found.group(1)) * (8 if found.group(2) == "byte" else 1)
        last = len(record.members) - 1
        record.holes[last] = record.holes.get(last, 0) + amount
    if found := SIZE.search(line):
        record.size = int(found.group(1))
    if found := PADDING.search(line):
        record.padding += 8 * int(found.group(1))
    if found := BIT_PADDING.search(line):
        record.padding += int(found.group(1))
    if "BRAIN FART" in line:
        record.faults.append("BRAIN FART ALERT")


def rebase(record, start):
    """Offsets inside are printed from the start of the outermost record; made to count from each record's own."""
    for member in record.members:
        if member.nested:
            rebase(member.nested, member.offset)
        member.offset -= start


def close(stack, rest):
    """Ends the innermost record; returns it when it was the outermost."""
    record = stack.pop()
    if not stack:
        text = ATTRIBUTE.sub("", rest.split(";")[0]).strip()
        if text:  # a typedef's name follows the body
            record.name = record.name or text.split()[-1]
        rebase(record, 0)
        return record
    found = re.match(r"^\s*(.*?);\s*(?:/\*\s*(-?\d+)(?:\s*:\s*(\d+))?\s+(-?\d+)\s*\*/)?", rest)
    if found and found.group(2) is not None:
        text = ATTRIBUTE.sub("", found.group(1)).strip()  # nothing for anonymous members
        # A pointer's record is listed from its own start, and by itself, too.
        inside = None if text.startswith(("*", "(*")) else record
        add_member(stack[-1], "x " + text if text else "", *found.group(2, 3, 4), nested=inside)
    return None


def read_line(stack, line):
    """Takes one line into the records that are open; the outermost one when the line ends it. None stands for enums."""
    if ENUM.match(line):
        stack.append(None)
    elif stack and stack[-1] is None:
        if found := CLOSING.match(line):
            stack.pop()
            found = MEMBER.match("enum " + found.group(1))
            if found and stack:
                add_member(stack[-1], *found.groups())
    elif found := OPENING.match(line):
        # Bases follow a colon.
        stack.append(Record(found.group(1), " ".join(found.group(2).split(" : ")[0].split())))
    elif not stack:
        return None
    elif found := CLOSING.match(line):
        return close(stack, found.group(1))
    elif (found := MEMBER.match(line)) and not line.lstrip().startswith("/*"):
        add_member(stack[-1], *found.groups())
    else:
        note(stack[-1], line)
    return None


def parse(lines):
    """Yields each outermost Record, with its text."""
    stack, text = [], []
    for line in lines:
        if not stack:
            text = []
        text.append(line)
        if done := read_line(stack, line):
            done.text = "".join(text)
            yield done
