"""As much of an Argilla server, on loopback, as its client asks before it reads settings and records from disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.support.listening import listening

ME = {"id": "6f1b3b1e-0000-4000-8000-000000000000", "username": "ann", "role": "owner", "version": "2"}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(ME).encode())

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def serving() -> Iterator[str]:
    """Answer at the address that is yielded, until the block ends."""
    with listening(_Handler) as place:
        yield place
