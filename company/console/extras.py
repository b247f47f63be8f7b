"""Packages that only some commands need, and what to install where they are missing."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from company.errors import ConfigError

MODULES: dict[str, tuple[str, ...]] = {
    "simulate": ("autogen_agentchat", "genai_prices", "openai", "yaml", "rapidfuzz", "sqlalchemy", "tomli_w"),
    "parquet": ("duckdb",),
    "report": ("jinja2", "markupsafe", "pygments"),
    "review": ("fastapi", "jinja2", "python_multipart", "uvicorn"),
}
"""What the packages of an extra are imported as."""
NEEDED: dict[str, tuple[str, ...]] = {
    "new": ("simulate",),
    "simulate": ("simulate",),
    "check": ("simulate",),
    "status": ("simulate",),
    "copy": ("simulate",),
    "stats": ("simulate", "report"),
    "export": ("simulate",),
    "rebuild": ("simulate", "parquet"),
    "show": ("simulate", "report"),
    "report": ("simulate", "report"),
    "review": ("simulate", "report", "review"),
    "watch": ("simulate", "report", "review"),
}
"""The extras of each command. Those that are not named do without, or say themselves what an option of theirs needs."""


def need_extras(command: str | None) -> None:
    """Raise ConfigError, with what to install, where a package is missing that a command needs."""
    missing: dict[str, Sequence[str]] = {}
    for extra in NEEDED.get(command or "", ()):
        if names := [name for name in MODULES[extra] if find_spec(name) is None]:
            missing[extra] = names
    if missing:
        names = sorted({name for each in missing.values() for name in each})
        be = "is" if len(names) == 1 else "are"
        raise ConfigError(
            f"company {command} needs {', '.join(names)}, which {be} not installed: "
            f"pip install 'decision-company[{','.join(missing)}]'"
        )
