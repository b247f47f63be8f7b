"""Which model is asked a benchmark's cases, and how."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SECONDS = 30.0
"""What the code of an answer may take, as the official evaluator has it."""


@dataclass(frozen=True)
class Asking:
    """Which model is asked, and how."""

    model: str
    """By Inspect's name, such as "openai/gpt-4o"."""
    mode: str = "base"
    """One of the modes of the benchmark's family."""
    categories: tuple[str, ...] = ()
    """Of cases; none means all."""
    limit: int | None = None
    """Cases, the first ones."""
    base_url: str | None = None
    """Of the model's server, where it is another than usual."""
    logs: Path = Path("logs")
    """The folder for Inspect's logs."""
    seconds: float = SECONDS
    """What the code of one answer may take."""
    require: str | None = None
    """Layers of the sandbox that must be on, with commas between; None means all."""
    charts: str = "picture"
    """How pictures are shown: as they are, or as the "table" of what they show."""
    charts_model: str | None = None
    """What makes tables of them: a model of the Hugging Face hub, or a folder; None means the usual one."""
    without_execution: bool = False
    """Cases that cannot be answered without running code are not asked."""
