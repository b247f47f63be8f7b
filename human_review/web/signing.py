"""What the server signs: its starter's link, tokens of forms, and webhooks; a restart leaves them as they are."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from company.errors import ReviewError

BYTES = 32
FILE = "review.key"
"""In the run's folder, readable by its owner alone."""
LINK_SECONDS = 3600.0
"""How long the link that a server prints when it starts is good for."""


@dataclass(frozen=True)
class Keys:
    """The run's secret, and what is made with it."""

    secret: bytes = field(repr=False)

    @classmethod
    def of_run(cls, run: Path) -> Self:
        """Return the secret of a run's folder, made at first use.

        Raises OSError where the folder cannot be written to, ReviewError where what stands there is no secret.
        """
        file = run / FILE
        try:
            # Written apart and linked, so that nobody reads half of it and of two servers one wins.
            new = file.with_name(f"{FILE}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
                opened.write(secrets.token_bytes(BYTES))
            try:
                file.hardlink_to(new)
            finally:
                new.unlink()
        except FileExistsError:
            pass
        secret = file.read_bytes()
        if len(secret) != BYTES:
            raise ReviewError(f"{file} is not what was written there; remove it, and everybody signs in anew")
        return cls(secret)

    @property
    def cookie(self) -> str:
        """The name of this run's cookie: browsers do not tell the ports of a host apart, and runs differ in it."""
        return f"review_{self._mac('cookie', '')[:8]}"

    def csrf(self, session: str) -> str:
        """Return the token that the forms of a session carry."""
        return self._mac("csrf", session)

    def ticket(self, reviewer: int, now: float, seconds: float = LINK_SECONDS) -> str:
        """Return a signed text that signs a reviewer in for so long from now."""
        told = f"start.{reviewer}.{int(now + seconds)}"
        return f"{told}.{self._mac('ticket', told)}"

    def bearer(self, ticket: str, now: float) -> int | None:
        """Return the reviewer of a ticket; None where it is none of ours, or over."""
        told, _, mac = ticket.rpartition(".")
        if not hmac.compare_digest(mac.encode(), self._mac("ticket", told).encode()):
            return None
        _, reviewer, until = told.split(".")
        return int(reviewer) if now < int(until) else None

    def sealed(self, purpose: str, text: str) -> str:
        """Return a text, in letters that a cookie may have, that only this server can have written."""
        told = base64.urlsafe_b64encode(text.encode()).decode()
        return f"{told}.{self._mac(purpose, told)}"

    def unsealed(self, purpose: str, sealed: str) -> str | None:
        """Return the text of what was sealed for a purpose; None of anything else."""
        told, _, mac = sealed.rpartition(".")
        if not hmac.compare_digest(mac.encode(), self._mac(purpose, told).encode()):
            return None
        return base64.urlsafe_b64decode(told).decode()

    def webhook(self, number: int) -> bytes:
        """Return the secret that the messages to a webhook are signed with; its receiver is told it."""
        return bytes.fromhex(self._mac("webhook", str(number)))

    def _mac(self, purpose: str, text: str) -> str:
        return hmac.new(self.secret, f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()
