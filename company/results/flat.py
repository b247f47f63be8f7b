"""FlatBuffers, as far as Arrow's messages need them: written from plain Python values, and read without trust.

A table is a dict from field number to value: bytes are a packed number, a str is text, a dict is a table, a list of
dicts a vector of tables, a list of pairs a vector of structs of two 64-bit numbers. See `stream` for what is written.
"""

from __future__ import annotations

import struct
from typing import Any

Value = Any
"""bytes | str | dict[int, Value] | list[dict[int, Value]] | list[tuple[int, int]]"""


def number(form: str, value: int) -> bytes:
    """A number packed for a field; `form` is the letter of `struct`."""
    return struct.pack(f"<{form}", value)


def encoded(table: dict[int, Value]) -> bytes:
    """A FlatBuffer with this table as its root, padded to a multiple of 8 bytes."""
    out = bytearray(8)
    struct.pack_into("<I", out, 0, _append(out, table))
    _pad(out, 8)
    return bytes(out)


def _append(out: bytearray, value: Value) -> int:
    """Append a table, text or vector; the place that others refer to it by."""
    if isinstance(value, dict):
        return _append_table(out, value)
    if isinstance(value, str):
        content = value.encode("utf-8", "replace")
        _pad(out, 4)
        at = len(out)
        out += struct.pack("<I", len(content)) + content + b"\0"
        return at
    if value and isinstance(value[0], tuple):
        _pad(out, 8, 4)  # the numbers stand at multiples of 8, behind their count
        at = len(out)
        out += struct.pack("<I", len(value)) + b"".join(struct.pack("<qq", *pair) for pair in value)
        return at
    _pad(out, 4)
    at = len(out)
    out += struct.pack("<I", len(value)) + bytes(4 * len(value))
    for place, item in enumerate(value):
        _refer(out, at + 4 + 4 * place, item)
    return at


def _append_table(out: bytearray, table: dict[int, Value]) -> int:
    """Every field has 8 bytes of its own, so that all of them are aligned."""
    fields = max(table, default=-1) + 1
    _pad(out, 8)
    start = len(out)
    places = [8 + 8 * field if field in table else 0 for field in range(fields)]
    out += struct.pack(f"<{fields + 2}H", 4 + 2 * fields, 8 + 8 * fields, *places)
    _pad(out, 8)
    at = len(out)
    out += struct.pack("<i", at - start) + bytes(4 + 8 * fields)
    for field, value in table.items():
        if isinstance(value, bytes):
            out[at + places[field] : at + places[field] + len(value)] = value
        else:
            _refer(out, at + places[field], value)
    return at


def _refer(out: bytearray, at: int, value: Value) -> None:
    struct.pack_into("<I", out, at, _append(out, value) - at)


def _pad(out: bytearray, multiple: int, rest: int = 0) -> None:
    out += bytes((rest - len(out)) % multiple)


class Forged:
    """The bytes of a FlatBuffer of unknown origin, and how much of them has been read.

    A forged buffer may refer to one long text a million times; of an honest one, less is read than it is long.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._left = 2 * len(content)

    def read(self, form: str, at: int) -> tuple[Any, ...]:
        """Numbers in the format of `struct`, from a place; raises ValueError where they are not all inside."""
        size = struct.calcsize(f"<{form}")
        self.bytes(at, size)
        return struct.unpack_from(f"<{form}", self.content, at)

    def bytes(self, at: int, size: int) -> bytes:
        """So many bytes from a place; raises ValueError where they are not all inside, or too much was read."""
        self._left -= size
        if at < 0 or at + size > len(self.content):
            raise ValueError(f"{size} bytes at {at} are outside of a message of {len(self.content)} bytes")
        if self._left < 0:
            raise ValueError("a message refers to the same bytes many times")
        return self.content[at : at + size]


class Table:
    """A table in bytes of unknown origin; every method raises ValueError where they are malformed."""

    def __init__(self, source: Forged, at: int) -> None:
        self._source, self._at = source, at
        (back,) = source.read("i", at)
        self._names = at - back
        self._size = source.read("H", self._names)[0]

    def _place(self, field: int) -> int | None:
        if 6 + 2 * field > self._size:
            return None
        (offset,) = self._source.read("H", self._names + 4 + 2 * field)
        return self._at + offset if offset else None

    def number(self, field: int, form: str, default: int = 0) -> int:
        """The number in a field."""
        at = self._place(field)
        return default if at is None else int(self._source.read(form, at)[0])

    def text(self, field: int) -> str:
        """The text in a field; "" where there is none."""
        at = self._target(field)
        if at is None:
            return ""
        (size,) = self._source.read("I", at)
        return self._source.bytes(at + 4, size).decode()

    def table(self, field: int) -> Table | None:
        """The table in a field."""
        at = self._target(field)
        return None if at is None else Table(self._source, at)

    def tables(self, field: int) -> list[Table]:
        """The tables in a field; [] where there are none."""
        at = self._target(field)
        if at is None:
            return []
        (count,) = self._source.read("I", at)
        offsets = self._source.read(f"{count}I", at + 4)
        return [Table(self._source, at + 4 + 4 * place + offset) for place, offset in enumerate(offsets)]

    def pairs(self, field: int) -> list[tuple[int, int]]:
        """The pairs of 64-bit numbers in a field; [] where there are none."""
        at = self._target(field)
        if at is None:
            return []
        (count,) = self._source.read("I", at)
        numbers = self._source.read(f"{2 * count}q", at + 4)
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    def _target(self, field: int) -> int | None:
        at = self._place(field)
        return None if at is None else at + int(self._source.read("I", at)[0])


def decoded(content: bytes) -> Table:
    """The root of a FlatBuffer of unknown origin; raises ValueError where it is malformed."""
    source = Forged(content)
    return Table(source, int(source.read("I", 0)[0]))
