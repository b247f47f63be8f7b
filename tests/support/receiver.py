"""A receiver of webhooks on loopback, which answers as it is told and keeps what came."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from tests.support.listening import listening


@dataclass
class Receiver:
    """What a receiver answers, and what came."""

    url: str = ""
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Listen until the block ends."""
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.came.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if told.status >= 400:
                self.wfile.write(b"not now")

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    with listening(Handler) as place:
        told.url = f"{place}/hook"
        yield told
