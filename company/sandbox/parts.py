"""The reply of a turn on its way: its parts one after another, each a letter that says what it is, and a frame."""

from collections.abc import Iterator

from company.sandbox.wire import HEADER, framed

RESULT, VARIABLE, FIGURE, ERROR = b"r", b"v", b"f", b"e"
"""The kinds of parts: JSON fields of a record, and a PNG."""
MOST_FIGURES = 10
"""Figures of one turn that are kept."""
MOST_VARIABLES = 10_000
"""Variables that a dialogue may have."""
NAME = 200
"""Characters that a name of a variable or of a type may have."""
MESSAGE = 2_000
"""Characters of an error's message that are kept."""


def part(kind: bytes, content: bytes) -> bytes:
    """Return a part of a reply as it is sent."""
    return kind + framed(content)


def parts(reply: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the kind and the content of each part. Raises ValueError for a reply that ends within a part."""
    view, at = memoryview(reply), 0
    while at < len(view):
        start = at + 1 + HEADER.size
        if start > len(view):
            raise ValueError("it ends within a part")
        (size,) = HEADER.unpack(view[at + 1 : start])
        if start + size > len(view):
            raise ValueError("it ends within a part")
        yield bytes(view[at : at + 1]), view[start : start + size]
        at = start + size
