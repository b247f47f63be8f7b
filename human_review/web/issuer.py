"""Signing in by an issuer of OpenID Connect, such as an organisation's own: who it is, and whom it may sign in.

What the server is told of it stands in a file of the run's folder, which is exported with nothing. People are sent to
the issuer and come back with a code (with PKCE, a state and a nonce); of the token that the code buys, signature,
issuer, audience, time and nonce are checked, and its verified e-mail address is looked up among who is allowed.
"""

from __future__ import annotations

import secrets
import time
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from company.errors import ConfigError, ReviewError
from human_review.store import ReviewerRole
from human_review.web.hosts import is_safe

FILE = "review-oidc.toml"
"""In the run's folder."""
DISCOVERY = "/.well-known/openid-configuration"
ALGORITHMS = ("RS256", "PS256", "ES256", "RS384", "PS384", "ES384", "RS512", "PS512", "ES512", "EdDSA")
"""Signatures by a key that the issuer alone has; never none, nor one by a secret that is shared."""
TIMEOUT_SECONDS = 10.0
LEEWAY_SECONDS = 60
"""By which clocks may differ."""
KNOWN_SECONDS = 3600.0
"""How long what an issuer tells of itself is taken to be so."""


class Told(BaseModel):
    """What the file says."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    issuer: str
    client_id: str = Field(min_length=1)
    client_secret: SecretStr | None = None
    """None of a public client, which PKCE alone protects."""
    allow: dict[str, ReviewerRole] = Field(min_length=1)
    """E-mail address, or @ and a domain → role of who comes for the first time; an address goes before its domain."""

    @field_validator("issuer")
    @classmethod
    def _reached_safely(cls, issuer: str) -> str:
        if not is_safe(issuer):
            raise ValueError("has to begin with https:// (of this machine, http:// will do)")
        return issuer.rstrip("/")

    @field_validator("allow")
    @classmethod
    def _addresses(cls, allow: dict[str, ReviewerRole]) -> dict[str, ReviewerRole]:
        if wrong := next((each for each in allow if each.count("@") != 1 or each.endswith("@")), ""):
            raise ValueError(f"has {wrong!r}; write an address, or @example.org for all of a domain")
        return {each.lower(): role for each, role in allow.items()}


@dataclass(frozen=True)
class Flow:
    """A sign-in on its way, as its browser keeps it."""

    state: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    next: str = "/"
    until: float = 0.0


@dataclass
class Issuer:
    """One issuer; what it tells of itself is asked once an hour."""

    told: Told
    _known: tuple[float, Mapping[str, Any]] = (0.0, {})

    @classmethod
    def of_run(cls, run: Path) -> Self | None:
        """Return the issuer that a run's folder tells of; None where it tells of none.

        Raises ConfigError for a file that cannot be used, and where Authlib is not installed.
        """
        file = run / FILE
        if not file.is_file():
            return None
        try:
            told = Told.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise ConfigError(f"{file} is no TOML ({problem}); mend it, or remove it") from None
        except ValidationError as problem:
            first = problem.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise ConfigError(f"{file}: {place}: {first['msg']}; mend it there") from None
        if find_spec("authlib") is None or find_spec("httpx") is None:
            raise ConfigError(
                f"{file} has people sign in by OpenID Connect, which needs Authlib: "
                "pip install 'decision-company[oidc]', or remove the file to sign in by links alone"
            )
        return cls(told)

    @property
    def name(self) -> str:
        """What people know it by."""
        return urlsplit(self.told.issuer).netloc

    def role(self, address: str) -> ReviewerRole | None:
        """Return the role that a new person of an address gets; None where they are not allowed."""
        allow, lower = self.told.allow, address.lower()
        return allow.get(lower) or allow.get(f"@{lower.rpartition('@')[2]}")

    def begin(self, flow: Flow, back: str) -> str:
        """Return where somebody is sent to sign in; they come back to `back`. Raises ReviewError without the issuer."""
        with self._client(back) as client:
            url, _ = client.create_authorization_url(
                self._metadata()["authorization_endpoint"],
                state=flow.state,
                nonce=flow.nonce,
                code_verifier=flow.verifier,
            )
        return str(url)

    def end(self, flow: Flow, back: str, code: str) -> str:
        """Return the e-mail address of who came back with a code. Raises ReviewError where that is not certain."""
        from authlib.common.errors import AuthlibBaseError
        from httpx import HTTPError

        try:
            with self._client(back) as client:
                bought = client.fetch_token(self._metadata()["token_endpoint"], code=code, code_verifier=flow.verifier)
        except (HTTPError, AuthlibBaseError, ValueError) as problem:
            raise ReviewError(f"{self.name} did not take the code ({_brief(problem)}); sign in again") from None
        if not isinstance(text := bought.get("id_token"), str):
            raise ReviewError(f"{self.name} told nothing of who you are; its client has to have the scope openid")
        claims = self._checked(text, flow.nonce, bought.get("access_token"))
        address = claims.get("email")
        # Letters beyond ASCII can become another's in lower case.
        sound = isinstance(address, str) and address.count("@") == 1 and address.isascii()
        if not sound or claims.get("email_verified") is not True:
            raise ReviewError(f"{self.name} knows no verified e-mail address of yours; verify one, or ask for a link")
        return str(address).lower()

    def _checked(self, text: str, nonce: str, access: object) -> Mapping[str, Any]:
        """Return the claims of a token that is signed by the issuer, for us, now, for this sign-in."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        one = {"essential": True}
        options = {
            "iss": {**one, "value": self._metadata()["issuer"]},
            "aud": {**one, "value": self.told.client_id},
            "nonce": {**one, "value": nonce},
        }
        params = {"nonce": nonce, "client_id": self.told.client_id, "access_token": access}
        try:
            keys = KeySet.import_key_set(dict(self._asked(self._metadata()["jwks_uri"])))
            token = jwt.decode(text, keys, algorithms=list(ALGORITHMS))
            claims = CodeIDToken(token.claims, token.header, options, params)
            claims.validate(leeway=LEEWAY_SECONDS)
        except (JoseError, ValueError) as problem:
            raise ReviewError(f"what {self.name} says is not valid ({_brief(problem)}); sign in again") from None
        return dict(claims)

    def _client(self, back: str) -> Any:
        from authlib.integrations.httpx_client import OAuth2Client

        secret = self.told.client_secret
        return OAuth2Client(
            client_id=self.told.client_id,
            client_secret=secret.get_secret_value() if secret else None,
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
            scope="openid email",
            redirect_uri=back,
            code_challenge_method="S256",
            timeout=TIMEOUT_SECONDS,
            trust_env=False,
        )

    def _metadata(self) -> Mapping[str, Any]:
        at, known = self._known
        if not known or time.time() - at > KNOWN_SECONDS:
            known = self._asked(self.told.issuer + DISCOVERY)
            if str(known.get("issuer", "")).rstrip("/") != self.told.issuer:
                raise ReviewError(f"{self.name} calls itself {known.get('issuer')!r}; write that in {FILE}")
            for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
                if not is_safe(str(known.get(name, ""))):
                    raise ReviewError(f"{self.name} has no {name} that can be reached safely; sign in by a link")
            self._known = time.time(), known
        return known

    def _asked(self, url: str) -> Mapping[str, Any]:
        from httpx import Client, HTTPError

        try:
            with Client(timeout=TIMEOUT_SECONDS, trust_env=False) as client:
                answer = client.get(url)
                answer.raise_for_status()
                found = answer.json()
        except (HTTPError, ValueError) as problem:
            raise ReviewError(f"{self.name} cannot be asked ({_brief(problem)}); try again, or use a link") from None
        if not isinstance(found, dict):
            raise ReviewError(f"{self.name} answered what was not asked; try again, or use a link")
        return found


def _brief(problem: Exception) -> str:
    """Return what went wrong in a line, and nothing that was sent."""
    return " ".join(str(getattr(problem, "error", "") or type(problem).__name__).split())[:200]
