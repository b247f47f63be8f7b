"""Frames on a byte stream: four bytes of length, then that many bytes. Text inside is JSON, and nothing is pickled."""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio import StreamReader

HEADER = struct.Struct(">I")
ORDER_BYTES = 64 * 1024 * 1024
"""No command is longer: code and names, never tables."""


def as_json(value: Any) -> bytes:
    """Return the value as UTF-8 JSON; half characters become "?".

    Raises ValueError for NaN and TypeError for what JSON does not know.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def framed(payload: bytes) -> bytes:
    """Return the payload behind its length."""
    return HEADER.pack(len(payload)) + payload


def send(channel: socket.socket, payload: bytes, descriptors: Sequence[int] = ()) -> None:
    """Send one frame; open descriptors travel with its header."""
    if descriptors:
        socket.send_fds(channel, [HEADER.pack(len(payload))], list(descriptors))
        channel.sendall(payload)
    else:
        channel.sendall(framed(payload))


def _exactly(channel: socket.socket, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = channel.recv(min(size - len(parts), 1 << 20))
        if not part:
            return None
        parts += part
    return bytes(parts)


def receive(channel: socket.socket, limit: int = ORDER_BYTES) -> bytes | None:
    """Return the next frame, or None when the other side is gone. Raises ValueError beyond `limit` bytes."""
    frame = receive_with_descriptors(channel, 0, limit)
    return None if frame is None else frame[0]


def receive_with_descriptors(
    channel: socket.socket, count: int, limit: int = ORDER_BYTES
) -> tuple[bytes, list[int]] | None:
    """Return the next frame with at most `count` descriptors, none of which a program started later inherits."""
    descriptors: list[int] = []
    if count:
        start, descriptors, _, _ = socket.recv_fds(channel, HEADER.size, count)
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)
    else:
        start = channel.recv(HEADER.size)
    if not start:
        return None
    rest = _exactly(channel, HEADER.size - len(start))
    if rest is None:
        return None
    (size,) = HEADER.unpack(start + rest)
    if size > limit:
        raise ValueError(f"a frame of {size} bytes, at most {limit} are taken")
    payload = _exactly(channel, size)
    return None if payload is None else (payload, list(descriptors))


async def read(reader: StreamReader, limit: int) -> bytes:
    """Return the next frame. Raises IncompleteReadError when the other side is gone, ValueError beyond `limit`."""
    (size,) = HEADER.unpack(await reader.readexactly(HEADER.size))
    if size > limit:
        raise ValueError(f"a frame of {size} bytes, at most {limit} are taken")
    return await reader.readexactly(size)
