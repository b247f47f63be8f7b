"""A model behind an OpenAI-compatible server on loopback that holds conversations by a script, and counts its calls."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.support.listening import completed, listening

Answer = Callable[[list[dict[str, Any]]], str]
"""What is replied to a request's messages."""


@dataclass
class Heard:
    """What the server was asked, and how it behaves."""

    bodies: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def counts(self) -> Counter[str]:
        """How often each request came."""
        return Counter(hashlib.sha256(json.dumps(body["messages"]).encode()).hexdigest() for body in self.bodies)


@contextmanager
def conversing_server(answer: Answer) -> Iterator[Heard]:
    """Answer until the block ends."""
    heard = Heard()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with heard.lock:
                heard.bodies.append(body)
            time.sleep(heard.seconds)
            completed(self, body, answer(body["messages"]), prompt_tokens_details={"cached_tokens": 40})

        def log_message(self, *args: object) -> None:
            pass

    with listening(Handler) as url:
        heard.url = f"{url}/v1"
        yield heard
