"""A small issuer of OpenID Connect on loopback: it signs in whoever a test says, and is as strict as it should be."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.support.listening import listening

CLIENT, SECRET = "review", "a secret of the client"


def new_key() -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "alg": "RS256", "use": "sig"})


@dataclass
class StandIn:
    """What an issuer knows, and what a test may have it do otherwise."""

    key: RSAKey = field(default_factory=new_key)
    url: str = ""
    secret: str | None = SECRET
    metadata: dict[str, Any] = field(default_factory=dict)
    """Over what it tells of itself."""
    claims: dict[str, Any] = field(default_factory=dict)
    """Over those of its tokens."""
    signing: RSAKey | None = None
    """Another key than the one that it tells of."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def sign_in(self, there: str, address: str) -> dict[str, str]:
        """Sign somebody in who was sent here; what they bring back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(there).query).items()}
        assert there.startswith(f"{self.url}/authorize?")
        assert asked["client_id"] == CLIENT and asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256" and set(asked["scope"].split()) == {"openid", "email"}
        code = secrets.token_urlsafe(8)
        self.codes[code] = {**asked, "address": address}
        return {"code": code, "state": asked["state"]}

    def about(self) -> dict[str, Any]:
        places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        told = {name: f"{self.url}/{place}" for name, place in places.items()}
        return {"issuer": self.url, **told, **self.metadata}

    def sell(self, told: Mapping[str, str], client: str) -> dict[str, Any] | None:
        """The tokens for a code; None where it is not taken."""
        asked = self.codes.pop(told.get("code", ""), None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(told.get("code_verifier", "").encode()).digest())
        wanted = base64.b64encode(f"{CLIENT}:{self.secret}".encode()).decode()
        known = client == f"Basic {wanted}" if self.secret else told.get("client_id") == CLIENT and not client
        if (
            asked is None
            or not known
            or told.get("grant_type") != "authorization_code"
            or challenge.rstrip(b"=").decode() != asked["code_challenge"]
            or told.get("redirect_uri") != asked["redirect_uri"]
        ):
            return None
        now = int(time.time())
        claims = {"iss": self.url, "sub": asked["address"], "aud": CLIENT, "iat": now, "exp": now + 300}
        claims |= {"nonce": asked["nonce"], "email": asked["address"], "email_verified": True, **self.claims}
        claims = {name: value for name, value in claims.items() if value is not None}
        token = jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.signing or self.key)
        return {"access_token": "access", "token_type": "Bearer", "expires_in": 300, "id_token": token}


@contextmanager
def issuing() -> Iterator[StandIn]:
    """Answer on loopback until the block ends."""
    told = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append(self.path)
            pages = {
                "/.well-known/openid-configuration": told.about(),
                "/keys": {"keys": [told.key.as_dict(private=False)]},
            }
            self.answer(pages.get(self.path))

        def do_POST(self) -> None:
            sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            sold = told.sell({name: each[0] for name, each in sent.items()}, self.headers.get("Authorization", ""))
            self.answer(sold if sold is not None else {"error": "invalid_grant"}, 200 if sold is not None else 400)

        def answer(self, content: Any, status: int = 200) -> None:
            self.send_response(status if content is not None else 404)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(content).encode())

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    with listening(Handler) as told.url:
        yield told
