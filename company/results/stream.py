"""Arrow's streaming format: columns of plain buffers to bytes and back. See arrow.apache.org/docs/format/Columnar.html.

A stream is the schema, one dictionary for each column that has one, one batch of rows, and the end. Reading takes
exactly that, uncompressed and without nested types, and checks every byte that a later step relies on: the content
may be forged. It is written here rather than with a library because those that read Arrow are native code, and the
small ones crash on forged messages.
"""

from __future__ import annotations

import struct
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from company.results.flat import Table, decoded, encoded, number

PHYSICAL = {
    "c": "i1", "C": "u1", "s": "i2", "S": "u2", "i": "i4", "I": "u4", "l": "i8", "L": "u8",
    "e": "f2", "f": "f4", "g": "f8", "b": "?", "U": "i8", "ts": "i8", "tD": "i8",
}  # fmt: skip
"""What `Column.values` holds, by the format without unit and zone."""
INTEGERS = "cCsSiIlL"
FLOATS = "efg"
UNITS = "smun"
INT, FLOAT, BOOL, TIMESTAMP, DURATION, TEXT = 2, 3, 6, 10, 18, 20
SCHEMA, DICTIONARY, BATCH = 1, 2, 3
VERSION = 4
CONTINUED = 0xFFFFFFFF
END = struct.pack("<II", CONTINUED, 0)
NOTHING = memoryview(b"")


@dataclass(frozen=True)
class Column:
    """A column as it lies in memory."""

    name: str
    format: str
    """As in Arrow's C data interface: "l" is int64, "U" text, "tsu:Europe/Oslo" instants in microseconds."""
    values: NDArray[Any]
    """Numbers; of text its offsets, one more than there are rows; of a column with a dictionary the places in it."""
    valid: NDArray[np.bool_] | None = None
    """False where a value is missing; None where none is."""
    text: bytes = b""
    """The characters of all rows, in UTF-8."""
    metadata: dict[str, str] = field(default_factory=dict)
    dictionary: Column | None = None
    ordered: bool = False

    def __len__(self) -> int:
        return len(self.values) - (self.format == "U")


def physical(form: str) -> np.dtype[Any]:
    """The type of the numbers that a column of a format consists of."""
    return np.dtype(PHYSICAL[form[:2] if form[0] == "t" else form])


def write_stream(columns: list[Column], rows: int, metadata: dict[str, str]) -> bytes:
    """The stream of columns with `rows` rows each."""
    fields = [_field(column, place) for place, column in enumerate(columns)]
    parts = [_message(SCHEMA, {0: number("h", 0), 1: fields, 2: _pairs(metadata)}, [])]
    for place, column in enumerate(columns):
        if column.dictionary is not None:
            batch, body = _batch([column.dictionary], len(column.dictionary))
            parts.append(_message(DICTIONARY, {0: number("q", place), 1: batch}, body))
    batch, body = _batch(columns, rows)
    parts.append(_message(BATCH, batch, body))
    return b"".join([*parts, END])


def _message(kind: int, header: dict[int, Any], body: list[bytes]) -> bytes:
    size = sum(map(len, body))
    message = encoded({0: number("h", VERSION), 1: number("B", kind), 2: header, 3: number("q", size)})
    return b"".join([struct.pack("<II", CONTINUED, len(message)), message, *body])


def _pairs(metadata: dict[str, str]) -> list[dict[int, Any]]:
    return [{0: key, 1: value} for key, value in metadata.items()]


def _field(column: Column, place: int) -> dict[int, Any]:
    kind, described = _type(column.format if column.dictionary is None else column.dictionary.format)
    found = {0: column.name, 1: number("?", True), 2: number("B", kind), 3: described, 5: []}
    if column.dictionary is not None:
        index = _type(column.format)[1]
        found[4] = {0: number("q", place), 1: index, 2: number("?", column.ordered)}
    return {**found, 6: _pairs(column.metadata)}


def _type(form: str) -> tuple[int, dict[int, Any]]:
    if form in INTEGERS:
        return INT, {0: number("i", 8 * physical(form).itemsize), 1: number("?", form.islower())}
    if form in FLOATS:
        return FLOAT, {0: number("h", FLOATS.index(form))}
    if form[0] == "t":
        unit = number("h", UNITS.index(form[2]))
        zone = form[4:]
        return (DURATION, {0: unit}) if form[1] == "D" else (TIMESTAMP, {0: unit, **({1: zone} if zone else {})})
    return {"b": BOOL, "U": TEXT}[form], {}


def _batch(columns: list[Column], rows: int) -> tuple[dict[int, Any], list[bytes]]:
    nodes, places, body, at = [], [], [], 0
    for column in columns:
        missing = 0 if column.valid is None else int(len(column.valid) - column.valid.sum())
        nodes.append((len(column), missing))
        for buffer in _buffers(column):
            places.append((at, len(buffer)))
            body += [buffer, bytes(-len(buffer) % 8)]
            at += len(buffer) + -len(buffer) % 8
    return {0: number("q", rows), 1: nodes, 2: places}, body


def _buffers(column: Column) -> list[bytes]:
    values = _bits(column.values) if column.format == "b" else column.values.tobytes()
    found = [b"" if column.valid is None else _bits(column.valid), values]
    return [*found, column.text] if column.format == "U" else found


def _bits(flags: NDArray[np.bool_]) -> bytes:
    return np.packbits(flags, bitorder="little").tobytes()


def read_stream(content: bytes, most_cells: int) -> tuple[list[Column], int, dict[str, str]]:
    """Columns, rows and metadata of a stream; raises ValueError where it is malformed or has too many cells."""
    messages = _messages(memoryview(content))
    schema, _ = _next(messages, SCHEMA)
    if schema.number(0, "h") != 0:
        raise ValueError("the numbers are big-endian")
    fields = [_read_field(each) for each in schema.tables(1)]
    dictionaries: dict[int, Column] = {}
    for each in fields:
        if each.identity is not None:
            header, body = _next(messages, DICTIONARY)
            batch = header.table(1)
            if batch is None or header.number(0, "q") != each.identity or header.number(2, "?"):
                raise ValueError("a dictionary belongs to no column")
            values = _Field("", each.of)
            dictionaries[each.identity] = _columns(batch, body, [values], {}, most_cells)[0]
    batch, body = _next(messages, BATCH)
    columns = _columns(batch, body, fields, dictionaries, most_cells)
    if next(messages, None) is not None:
        raise ValueError("something follows the rows")
    return columns, batch.number(0, "q"), _read_pairs(schema.tables(2))


@dataclass(frozen=True)
class _Field:
    """What the schema says of a column."""

    name: str
    form: str
    of: str = ""
    """The format of the dictionary's values."""
    identity: int | None = None
    """The dictionary's number."""
    ordered: bool = False
    metadata: dict[str, str] = field(default_factory=dict)


def _messages(content: memoryview) -> Iterator[tuple[int, Table, memoryview]]:
    """Kind, header and body of each message up to the end of the stream."""
    at = 0
    while True:
        if len(content) < at + 8:
            raise ValueError("the stream breaks off")
        mark, size = struct.unpack_from("<II", content, at)
        if mark != CONTINUED:
            raise ValueError("no message begins where one should")
        if not size:
            break
        message = decoded(bytes(content[at + 8 : at + 8 + size]))
        header, length = message.table(2), message.number(3, "q")
        start = at + 8 + size
        if message.number(0, "h") != VERSION or header is None:
            raise ValueError("a message is of another version")
        if length < 0 or length % 8 or start % 8 or len(content) < start + length:
            raise ValueError("the body of a message breaks off")
        yield message.number(1, "B"), header, content[start : start + length]
        at = start + length
    if len(content) != at + 8:
        raise ValueError("something follows the end of the stream")


def _next(messages: Iterator[tuple[int, Table, memoryview]], wanted: int) -> tuple[Table, memoryview]:
    kind, header, body = next(messages, (0, None, NOTHING))
    if kind != wanted or header is None:
        raise ValueError(f"a message of kind {kind} stands where kind {wanted} should")
    return header, body


def _read_pairs(tables: list[Table]) -> dict[str, str]:
    return {each.text(0): each.text(1) for each in tables}


def _read_field(table: Table) -> _Field:
    described, encoding = table.table(3), table.table(4)
    if described is None or table.tables(5):
        raise ValueError("a column has no type, or one of several parts")
    name, form, metadata = table.text(0), _read_type(table.number(2, "B"), described), _read_pairs(table.tables(6))
    if encoding is None:
        return _Field(name, form, metadata=metadata)
    index = encoding.table(1)
    if index is None:
        raise ValueError("a column has a dictionary and no places in it")
    identity, ordered = encoding.number(0, "q"), bool(encoding.number(2, "?"))
    return _Field(name, _read_type(INT, index), form, identity, ordered, metadata)


def _read_type(kind: int, described: Table) -> str:
    if kind == INT:
        letters = {8: "c", 16: "s", 32: "i", 64: "l"}
        letter = letters[_one_of(described.number(0, "i"), letters)]
        return letter if described.number(1, "?") else letter.upper()
    if kind == FLOAT:
        return FLOATS[_one_of(described.number(0, "h"), range(len(FLOATS)))]
    if kind == TIMESTAMP:
        return f"ts{UNITS[_one_of(described.number(0, 'h'), range(len(UNITS)))]}:{described.text(1)}"
    if kind == DURATION:
        return f"tD{UNITS[_one_of(described.number(0, 'h', 1), range(len(UNITS)))]}"
    return {BOOL: "b", TEXT: "U"}[_one_of(kind, (BOOL, TEXT))]


def _one_of(found: int, known: Container[int]) -> int:
    if found not in known:
        raise ValueError(f"a type has the unknown number {found}")
    return found


def _columns(
    batch: Table, body: memoryview, fields: list[_Field], dictionaries: dict[int, Column], most_cells: int
) -> list[Column]:
    """The columns of a batch of rows, each checked against its field."""
    rows, nodes, places = batch.number(0, "q"), batch.pairs(1), batch.pairs(2)
    if batch.table(3) is not None:
        raise ValueError("the rows are compressed")
    if not 0 <= rows * max(1, len(fields)) <= most_cells:
        raise ValueError(f"{rows} rows of {len(fields)} columns are more than {most_cells} cells")
    if len(nodes) != len(fields) or any(length != rows for length, _ in nodes):
        raise ValueError("the columns differ in length")
    buffers = iter(_buffers_in(body, places))
    columns = []
    for each, (_, missing) in zip(fields, nodes, strict=True):
        valid = _read_valid(next(buffers, NOTHING), rows, missing)
        values = _read_values(each.form, next(buffers, NOTHING), rows)
        text = _read_text(next(buffers, NOTHING), values) if each.form == "U" else b""
        dictionary = None if each.identity is None else dictionaries[each.identity]
        columns.append(Column(each.name, each.form, values, valid, text, each.metadata, dictionary, each.ordered))
        if dictionary is not None:
            _check_places(columns[-1], len(dictionary))
    if next(buffers, None) is not None:
        raise ValueError("a batch has more buffers than its columns need")
    return columns


def _buffers_in(body: memoryview, places: list[tuple[int, int]]) -> list[memoryview]:
    """The buffers of a body, which lie behind each other: none may be used twice."""
    found, end = [], 0
    for start, size in places:
        if start < end or size < 0 or start % 8 or start + size > len(body):
            raise ValueError(f"a buffer of {size} bytes at {start} is outside of its place in {len(body)} bytes")
        end = start + size
        found.append(body[start:end])
    return found


def _read_bits(buffer: memoryview, rows: int) -> NDArray[np.bool_]:
    if len(buffer) < (rows + 7) // 8:
        raise ValueError(f"a buffer of {len(buffer)} bytes is too short for {rows} bits")
    return np.unpackbits(np.frombuffer(buffer, np.uint8), count=rows, bitorder="little").astype(bool)


def _read_valid(buffer: memoryview, rows: int, missing: int) -> NDArray[np.bool_] | None:
    valid = _read_bits(buffer, rows) if buffer else None
    if missing != (0 if valid is None else rows - int(valid.sum())):
        raise ValueError(f"{missing} values are said to be missing, and it is another number")
    return valid


def _read_values(form: str, buffer: memoryview, rows: int) -> NDArray[Any]:
    if form == "b":
        return _read_bits(buffer, rows)
    dtype, count = physical(form), rows + (form == "U")
    if len(buffer) < count * dtype.itemsize:
        raise ValueError(f"a buffer of {len(buffer)} bytes is too short for {count} numbers")
    return np.frombuffer(buffer, dtype, count)


def _read_text(buffer: memoryview, offsets: NDArray[Any]) -> bytes:
    if offsets[0] != 0 or (offsets[1:] < offsets[:-1]).any() or offsets[-1] > len(buffer):
        raise ValueError("the texts are not where they are said to be")
    return bytes(buffer[: offsets[-1]])


def _check_places(column: Column, size: int) -> None:
    places = column.values if column.valid is None else column.values[column.valid]
    if len(places) and not 0 <= int(places.min()) <= int(places.max()) < size:
        raise ValueError("a value is not in the dictionary of its column")
