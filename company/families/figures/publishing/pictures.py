"""The canary in a picture: a text chunk, which no viewer shows and no pixel depends on."""

from __future__ import annotations

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEYWORD = b"Comment"


def with_text(png: bytes, text: str) -> bytes:
    """Return a PNG with a text in it, behind its header."""
    header = len(_SIGNATURE) + 25  # the length, name, 13 bytes and sum of the chunk IHDR
    body = b"tEXt" + _KEYWORD + b"\0" + text.encode("latin-1", "replace")
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:header] + chunk + png[header:]
