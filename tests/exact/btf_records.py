"""Structs and unions of a .BTF section, by the format of Linux' Documentation/bpf/btf.rst."""

import struct

KIND_INT, KIND_PTR, KIND_ARRAY, KIND_STRUCT, KIND_UNION, KIND_ENUM = 1, 2, 3, 4, 5, 6
KIND_TYPEDEF, KIND_VOLATILE, KIND_CONST, KIND_RESTRICT = 8, 9, 10, 11
KIND_FUNC_PROTO, KIND_VAR, KIND_DATASEC, KIND_FLOAT = 13, 14, 15, 16
KIND_DECL_TAG, KIND_TYPE_TAG, KIND_ENUM64 = 17, 18, 19


def section(path, wanted):
    """Bytes of a section of a little-endian 64-bit ELF file."""
    with open(path, "rb") as file:
        header = file.read(64)
        if header[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path}: no little-endian 64-bit ELF file")
        offset, = struct.unpack_from("<Q", header, 40)
        size, count, names = struct.unpack_from("<HHH", header, 58)
        file.seek(offset)
        table = file.read(size * count)
        rows = [struct.unpack_from("<IIQQQQ", table, i * size) for i in range(count)]
        file.seek(rows[names][4])
        text = file.read(rows[names][5])
        for row in rows:
            if text[row[0]:text.index(b"\0", row[0])].decode() == wanted:
                file.seek(row[4])
                return file.read(row[5])
    raise ValueError(f"{path}: has no section {wanted}")


class Member:
    def __init__(self, name, type_id, bit_offset, bit_size):
        self.name, self.type_id, self.bit_offset, self.bit_size = name, type_id, bit_offset, bit_size


class Type:
    def __init__(self, name, kind, info, size):
        self.name, self.kind, self.info, self.size = name, kind, info, size  # size or type id
        self.members = []
        self.array = None  # element's id, number of elements


class Btf:
    def __init__(self, data):
        magic, _, _, header, type_at, type_size, text_at, text_size = struct.unpack_from("<HBBIIIII", data)
        if magic != 0xEB9F:
            raise ValueError(f"BTF magic is 0x{magic:x}")
        self.text = data[header + text_at:header + text_at + text_size]
        self.types = [Type("void", 0, 0, 0)]
        at, end = header + type_at, header + type_at + type_size
        while at < end:
            at = self.read_type(data, at)

    def name(self, offset):
        return self.text[offset:self.text.index(b"\0", offset)].decode()

    def read_type(self, data, at):
        name, info, size = struct.unpack_from("<III", data, at)
        at += 12
        kind, count, flag = info >> 24 & 0x1F, info & 0xFFFF, info >> 31
        new = Type(self.name(name), kind, info, size)
        self.types.append(new)
        if kind == KIND_ARRAY:
            element, _, length = struct.unpack_from("<III", data, at)
            new.array = element, length
        if kind in (KIND_STRUCT, KIND_UNION):
            for i in range(count):
                member, type_id, offset = struct.unpack_from("<III", data, at + 12 * i)
                bits = offset >> 24 if flag else 0
                new.members.append(Member(self.name(member), type_id, offset & 0xFFFFFF if flag else offset, bits))
        width = {KIND_INT: 4, KIND_ARRAY: 12, KIND_VAR: 4, KIND_DECL_TAG: 4}.get(kind, 0)
        each = {KIND_STRUCT: 12, KIND_UNION: 12, KIND_ENUM: 8, KIND_ENUM64: 12, KIND_FUNC_PROTO: 8,
                KIND_DATASEC: 12}.get(kind, 0)
        return at + width + each * count

    def strip(self, type_id):
        """The type behind typedefs and qualifiers."""
        while self.types[type_id].kind in (KIND_TYPEDEF, KIND_VOLATILE, KIND_CONST, KIND_RESTRICT, KIND_TYPE_TAG):
            type_id = self.types[type_id].size
        return self.types[type_id]

    def size_of(self, type_id):
        """Bytes; None for what has no size."""
        found = self.strip(type_id)
        if found.kind in (KIND_INT, KIND_STRUCT, KIND_UNION, KIND_ENUM, KIND_FLOAT, KIND_ENUM64):
            return found.size
        if found.kind == KIND_PTR:
            return 8
        if found.kind == KIND_ARRAY:
            element = self.size_of(found.array[0])
            return None if element is None else element * found.array[1]
        return None
