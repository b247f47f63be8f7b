"""Messages are sent to webhooks, signed, by a thread of the server: see `store.webhooks` for what becomes of each.

They are signed as Standard Webhooks says: an HMAC by SHA-256 over the message's key, the time and the body, so that
nobody else can send one, change one, or send an old one again. Answers that lead elsewhere are not followed: what is
asked is the address that was added, and nothing that an answer names.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import http.client
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import sqlalchemy as sql

from company.errors import ReviewError
from human_review.store import Delivery, ReviewStore
from human_review.web.signing import Keys

TIMEOUT_SECONDS = 10.0
LOOK_SECONDS = 2.0
"""How often the server looks for messages."""
READ = 300
"""Bytes of an answer that are kept of a message that was not taken."""


def host_of(url: str) -> str:
    """Return what pages show of an address: the rest may be a secret of its own."""
    return urlsplit(url).netloc


def secret_text(secret: bytes) -> str:
    """Return a secret as receivers' libraries take it."""
    return f"whsec_{base64.b64encode(secret).decode()}"


def signed(secret: bytes, delivery: Delivery, at: int) -> dict[str, str]:
    """Return the headers of a message that is sent at a time, in whole seconds since 1970."""
    mac = hmac.new(secret, f"{delivery.key}.{at}.{delivery.body}".encode(), hashlib.sha256).digest()
    return {
        "webhook-id": delivery.key,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(mac).decode()}",
    }


def deliver(store: ReviewStore, keys: Keys, enough: Callable[[], bool] = lambda: False) -> tuple[int, int]:
    """Send all that is due, until it is `enough`; return how many messages were taken, and how many not."""
    taken = failed = 0
    while not enough() and (each := store.webhooks.claim()) is not None:
        try:
            status, said = _post(each, signed(keys.webhook(each.webhook), each, int(time.time())))
        except (OSError, http.client.HTTPException, ValueError) as problem:
            store.webhooks.failed(each, f"{type(problem).__name__}: {problem}", unreachable=True)
            failed += 1
            continue
        if 200 <= status < 300:
            store.webhooks.taken(each, f"answered {status}")
            taken += 1
        else:
            store.webhooks.failed(each, f"answered {status}: {said}", unreachable=False)
            failed += 1
    return taken, failed


@contextlib.contextmanager
def delivering(store: ReviewStore, keys: Keys) -> Iterator[None]:
    """Send messages while the server answers."""
    enough = threading.Event()

    def work() -> None:
        while not enough.is_set():
            with contextlib.suppress(ReviewError, sql.exc.SQLAlchemyError):  # the database is busy: in a moment, then
                deliver(store, keys, enough.is_set)
            enough.wait(LOOK_SECONDS)

    thread = threading.Thread(target=work, name="delivering", daemon=True)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join(2 * TIMEOUT_SECONDS)


def _post(delivery: Delivery, headers: dict[str, str]) -> tuple[int, str]:
    """Send a message; return the status and the beginning of what was answered."""
    where = urlsplit(delivery.url)
    kind = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
    connection = kind(where.hostname or "", where.port, timeout=TIMEOUT_SECONDS)
    try:
        path = f"{where.path or '/'}{f'?{where.query}' if where.query else ''}"
        told = {"Content-Type": "application/json", "User-Agent": "decision-company-review", **headers}
        connection.request("POST", path, delivery.body.encode(), told)
        answer = connection.getresponse()
        return answer.status, " ".join(answer.read(READ).decode(errors="replace").split())
    finally:
        connection.close()
