"""[model] of simulation.toml: who answers the prompts, and how its server is treated."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, get_args
from urllib.parse import urlsplit

from pydantic import Field, Strict, field_validator

from company.config.section import Section
from company.records import Role

BUILT_IN = "procedural"
"""The backend of whoever names none: the built-in company."""
ROLES: tuple[Role, ...] = get_args(Role)
Structured = Literal["auto", "json_schema", "json_object", "prompt"]
"""How a server is told what its reply is to look like; "auto" finds out what it understands."""


Vision = bool | Literal["auto"]
"""Whether a model sees pictures; "auto" finds it out where pictures are to be shown."""
Batch = bool | Annotated[tuple[str, ...], Strict(False)]
"""Whether calls go in batches; or the stages whose calls do."""


class RoleModel(Section):
    """[model.ROLE]: what differs for one role from [model]; what is left out is as it says there."""

    backend: str | None = Field(default=None, min_length=1)
    name: str | None = None
    base_url: str | None = None
    key: str | None = None
    api_version: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=10)
    max_tokens: int | None = Field(default=None, ge=1)
    structured: Structured | None = None
    vision: Vision | None = None
    extra: dict[str, Any] | None = None
    usd_per_million: tuple[float, ...] | None = Field(default=None, strict=False)
    concurrency: int | None = Field(default=None, ge=1, le=10_000)
    timeout: float | None = Field(default=None, gt=0, le=86_400)
    retries: int | None = Field(default=None, ge=0, le=100)
    patience: float | None = Field(default=None, ge=0, le=86_400)
    batch: Batch | None = None
    batch_price: float | None = Field(default=None, ge=0, le=1)
    batch_pause: float | None = Field(default=None, gt=0, le=3_600)

    @field_validator("key")
    @classmethod
    def _names_a_variable(cls, key: str | None) -> str | None:
        if key is None or re.fullmatch(r"([A-Z_][A-Z0-9_]*)?", key):
            return key
        raise ValueError(
            "should be the name of the environment variable that holds the key, such as OPENAI_API_KEY; a key itself "
            "never belongs in this file"
        )

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        if not url:
            return url
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("should be the address of a server, such as http://localhost:8000/v1")
        if parts.username or parts.password or parts.query:
            raise ValueError("should hold no user, password or query; name the key's environment variable with `key`")
        return url.rstrip("/")

    @field_validator("usd_per_million")
    @classmethod
    def _are_prices(cls, prices: tuple[float, ...] | None) -> tuple[float, ...] | None:
        if prices is not None and (len(prices) not in (2, 3) or min(prices) < 0):
            raise ValueError(
                "should be two or three prices of at least 0: of a million tokens read, of a million written, and of a "
                "million that are read from the server's prompt cache"
            )
        return prices


class ModelSettings(RoleModel):
    """[model]: who answers the prompts."""

    backend: str = Field(default=BUILT_IN, min_length=1)
    """One of `company.models.registry.names()`, which are looked up when a run begins."""
    name: str = ""
    """The model's name at the backend; the built-in company needs none."""
    seed: int = Field(default=1, ge=0, lt=2**63)
    base_url: str = ""
    """Of an OpenAI-compatible server; empty: what OPENAI_BASE_URL says, or else OpenAI's own."""
    key: str = ""
    """The environment variable that holds the server's key; empty: OPENAI_API_KEY at OpenAI's own, else none."""
    api_version: str = ""
    """Of an Azure-style server, whose deployments are its models; empty: no such server."""
    structured: Structured = "auto"
    vision: Vision = "auto"
    extra: dict[str, Any] = Field(default_factory=dict)
    """Further fields of every request, as the server knows them."""
    usd_per_million: tuple[float, ...] | None = Field(default=None, strict=False)
    """US dollars for a million tokens read and written, and, where those have another price, for a million that
    are read from the server's prompt cache; None: as published, or unknown."""
    concurrency: int = Field(default=256, ge=1, le=10_000)
    """Most calls under way at one server; fewer where it cannot take them."""
    timeout: float = Field(default=300.0, gt=0, le=86_400)
    """Seconds for one reply, whole."""
    retries: int = Field(default=6, ge=0, le=100)
    """Further tries of a call that the server failed at."""
    patience: float = Field(default=300.0, ge=0, le=86_400)
    """Seconds to wait for a server that is busy or down."""
    batch: Batch = False
    """Whether calls wait to be sent together through the server's batch endpoints, or the stages whose calls do."""
    batch_price: float = Field(default=0.5, ge=0, le=1)
    """What a call in a batch costs, of what it would cost by itself."""
    batch_pause: float = Field(default=5.0, gt=0, le=3_600)
    """Seconds without a new call after which a batch is sent, and between the first looks at it."""
    recording: str = ""
    """The file that the backend "replay" answers from, relative to the folder of simulation.toml."""
    admin: RoleModel = RoleModel()
    client: RoleModel = RoleModel()
    data_scientist: RoleModel = RoleModel()
    chatbot: RoleModel = RoleModel()

    def waits(self, stage: str) -> bool:
        """Return whether calls of a stage go in batches."""
        return self.batch if isinstance(self.batch, bool) else stage in self.batch

    @property
    def at_once(self) -> ModelSettings:
        """The same models, none of whose calls go in batches."""
        roles = {role: getattr(self, role).model_copy(update={"batch": None}) for role in ROLES}
        return self.model_copy(update={"batch": False} | roles)

    @property
    def replays(self) -> bool:
        """Whether any role answers from a recording."""
        return any(self.of(role).backend == "replay" for role in ROLES)

    def of(self, role: Role) -> ModelSettings:
        """Return the settings of one role."""
        told: RoleModel = getattr(self, role)
        return self.model_copy(update=told.model_dump(exclude_none=True) | {each: RoleModel() for each in ROLES})
