"""Pictures that code drew: what is known of one before it is shown."""

from __future__ import annotations

import struct
from base64 import b64encode
from dataclasses import dataclass

_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Picture:
    """A picture as PNG."""

    png: bytes
    width: int
    height: int
    """In pixels."""

    @property
    def size(self) -> str:
        """Pixels and bytes, in words."""
        return f"{self.width} × {self.height} pixels, {max(1, len(self.png) // 1024):,} kB"

    @property
    def address(self) -> str:
        """The picture itself as an address that a page can hold."""
        return f"data:image/png;base64,{b64encode(self.png).decode()}"


def picture(png: bytes) -> Picture | None:
    """Return the picture in these bytes; None where they do not begin as a PNG does."""
    if not png.startswith(_PNG) or len(png) < 24:
        return None
    return Picture(png, *struct.unpack(">II", png[16:24]))
