"""Which model is asked a benchmark's cases, and how."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from pathlib import Path

from company.errors import ConfigError

SECONDS = 30.0
"""What the code of an answer may take, as the official evaluator has it."""

ORDERS = ("drawn-first", "both")


@dataclass(frozen=True)
class Seeing:
    """Which model looks at what was drawn and judges it, and how it is asked."""

    model: str
    """By Inspect's name, such as "openai/gpt-4o"."""
    base_url: str | None = None
    """Of its server, where it is another than usual."""
    samples: int = 1
    """How often each score is asked for."""
    orders: str = "drawn-first"
    """Whether the answer's picture always comes first ("drawn-first"), or each score is asked for in "both" orders."""
    prompt: Path | None = None
    """A file with other words than our own."""
    logs: Path = Path("logs")
    """The folder in which its replies are kept."""

    def check(self) -> None:
        """Raise ConfigError for orders that there are not."""
        if self.orders not in ORDERS:
            raise ConfigError(f"--judge-orders {self.orders}: there are {' and '.join(ORDERS)}")


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
    context: str = "all"
    """Which of the texts around what is rated a rater is told: "all", the "first", a "random" one, or "none"."""
    see: str = ""
    """What a rater is shown: "text", the "picture", or "both"; empty: what its mode usually shows."""
    repeat: int = 1
    """How often each rating is asked for."""
    prompts: Path | None = None
    """A folder with other words than the family's own."""
    rotations: int = 1
    """In how many orders of its options a choice is asked; it is right where it is in each."""
    budget: float | None = None
    """US dollars that may be spent on answers; None means as much as they cost."""

    arm: str = "full"
    """Which words of a case that evolves are shown: "full", the "evidence" alone, or all made "explicit"."""
    patience: int = 3
    """Questions that a client answers beyond those that a dialogue takes."""
    window: int | None = None
    """Turns of a conversation whose code and outputs stay in view; None means all."""
    notes: int | None = None
    """Characters that a model may write down of turns that have left its view; None means that all words stay in it."""
    turns: str = ""
    """Of a conversation, such as "1-20"; empty means all."""
    client_model: str | None = None
    """What says which item of the record a question to the client is for; None: a function alone."""

    vision_model: str | None = None
    """What looks at drafts of figures for a model; None means the model itself."""
    vision_base_url: str | None = None
    """Of its server, where it is another than usual."""
    judge: Seeing | None = None
    """What looks at what was drawn, or reads reasoning, and judges it; None means nobody."""


FOR = {
    **dict.fromkeys(("context", "repeat", "prompts"), "raters"),
    "see": "raters and questions on drawings",
    "rotations": "questions on drawings",
    "budget": "raters, conversations and figures",
    "arm": "cases that evolve",
    **dict.fromkeys(("patience", "window", "notes", "turns", "client_model"), "conversations"),
    **dict.fromkeys(("vision_model", "vision_base_url"), "figures"),
    "judge": "figures and questions on drawings",
}
"""Fields that not all families know what to do with, and what each is for."""


def need_options(asking: Asking, known: Collection[str]) -> None:
    """Raise ConfigError for what a benchmark's family does not know, where something else than usual is asked for."""
    usual = {field.name: field.default for field in fields(Asking)}
    if strange := [name for name in FOR if name not in known and getattr(asking, name) != usual[name]]:
        name = strange[0]
        raise ConfigError(f"--{name.replace('_', '-')} is for {FOR[name]}, and this benchmark has none; leave it out")
