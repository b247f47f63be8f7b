"""A model behind an OpenAI-compatible server on loopback that rates captions, and remembers what it was asked."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.support.caption_study import WORDS
from tests.support.listening import completed, listening

QUESTIONS = "1. Does it rise?\n2. Is it told how far?"


@dataclass
class Asked:
    """What the server was asked, and how it behaves."""

    bodies: list[dict[str, Any]] = field(default_factory=list)
    unread: int = 0
    """Of so many captions, one is answered without a rating; 0: none."""
    seconds: float = 0.0
    url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def texts(self) -> list[str]:
        """The words of each request's last message."""
        return [text_of(body) for body in self.bodies]


def text_of(body: dict[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def pictures_of(body: dict[str, Any]) -> list[str]:
    content = body["messages"][-1]["content"]
    return [] if isinstance(content, str) else [each["image_url"]["url"] for each in content if "image_url" in each]


def answer(text: str, unread: int) -> str:
    """A rating by who wrote the caption; captions of twins, whose value is 90 off, get no less."""
    if "`Answer: X`" in text:
        return "Answer: A"
    if "write at most five" in text:
        return QUESTIONS
    if "Does this caption answer" in text:
        good = any(word in text for word in ("steadily", "clearly"))
        return f"1. {'Yes' if good else 'No'}, so it says.\n2. No."
    caption = text.partition("Caption: ")[2].partition("\n")[0]
    if unread and int(hashlib.sha256(text.encode()).hexdigest(), 16) % unread == 0:
        return "That is hard to say."
    rating = next((6 - place for place, words in enumerate(WORDS.values()) if caption.startswith(words)), 1)
    return f"It tells something.\n\nRating: {rating}"


@contextmanager
def rating_server(*, unread: int = 0, seconds: float = 0.0) -> Iterator[Asked]:
    """Answer until the block ends."""
    asked = Asked(unread=unread, seconds=seconds)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with asked.lock:
                asked.bodies.append(body)
            time.sleep(asked.seconds)
            completed(self, body, answer(text_of(body), asked.unread))

        def log_message(self, *args: object) -> None:
            pass

    with listening(Handler) as url:
        asked.url = f"{url}/v1"
        yield asked
