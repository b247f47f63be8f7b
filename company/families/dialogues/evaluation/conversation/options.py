"""What `company evaluate` may say of conversations, as their task takes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.reading import read_benchmark
from company.console.tally import dollars
from company.errors import ConfigError
from company.evaluation.asking import Asking
from company.families.dialogues.evaluation.conversation.record import Talk, talks
from company.families.dialogues.evaluation.conversation.view import View

if TYPE_CHECKING:
    from inspect_ai import Task

CALLS_A_TURN = 3
"""Replies that a turn takes of a model that looks before it hands in."""
KEPT_A_TURN = 400
"""Tokens of replies and outputs of one turn, which every later call reads again."""
WRITTEN_A_TURN = 450
_CHARACTERS = 4
"""Of a token, about."""
_RULES = 450
_ELSEWHERE = ("charts", "charts_model", "without_execution", "categories")


def asked_to_converse(benchmark: Path, asking: Asking) -> Task:
    """Return the task. Raises ConfigError for what conversations do not know, and as the task does."""
    from company.evaluation.kept import Budget, kept_file
    from company.families.dialogues.evaluation.conversation.task import conversation

    _refuse_other(asking)
    if asking.budget is not None:
        Budget(asking.budget).check(asking.model)
    return conversation(
        str(benchmark),
        patience=asking.patience,
        window=asking.window,
        notes=asking.notes,
        turns=asking.turns,
        client_model=asking.client_model or "",
        kept=str(kept_file(asking.logs, asking.model)),
        budget=asking.budget,
        seconds=asking.seconds,
        require=asking.require,
    )


def need_base(asking: Asking) -> None:
    """Raise ConfigError for what only conversations know, in another mode; and for an arm in another than base."""
    usual = Asking(asking.model)
    for name in ("patience", "window", "notes", "turns", "client_model", "budget"):
        if getattr(asking, name) != getattr(usual, name):
            raise ConfigError(f"--{name.replace('_', '-')} is for --mode conversation; leave it out, or name that mode")
    if asking.arm != "full" and asking.mode != "base":
        raise ConfigError(f"--arm {asking.arm} is for --mode base; leave one of them out")


def _refuse_other(asking: Asking) -> None:
    usual = Asking(asking.model)
    if asking.arm != "full":
        raise ConfigError(f"--arm {asking.arm} is for --mode base: a conversation has all words; leave it out")
    for name in _ELSEWHERE:
        if getattr(asking, name) != getattr(usual, name):
            raise ConfigError(f"--{name.replace('_', '-')} does not go with --mode conversation; leave it out")


def estimated(benchmark: Path, asking: Asking) -> tuple[dict[str, Any], str]:
    """Return calls, tokens and dollars that conversations would take, nobody being asked; and the same in a line.

    Raises ConfigError for another mode.
    """
    from company.evaluation.prices import price_by_name

    if asking.mode != "conversation":
        raise ConfigError("--estimate is for --mode conversation; leave it out, or name that mode")
    _refuse_other(asking)
    held = talks(read_benchmark(benchmark), asking.turns, asking.limit)
    found = [_of(each, View(asking.window, asking.notes)) for each in held]
    total = {name: sum(each[name] for each in found) for name in ("turns", "checked", "calls", "read", "written")}
    usd = price_by_name(asking.model, total["read"], total["written"]) if asking.model else None
    told = {"dialogues": len(held), **total, "usd": None if usd is None else round(usd, 2)}
    return told, _text(told)


def _of(talk: Talk, view: View) -> dict[str, int]:
    """Return what one dialogue takes: each call reads all that was said until then."""
    setting = _RULES + len(talk.setting) // _CHARACTERS
    words = [len(each.query) // _CHARACTERS + 40 for each in talk.asked]
    read = 0
    for place in range(len(words)):
        kept = place if view.window is None else min(place, view.window)
        seen = words[: place + 1] if view.notes is None else words[place - kept : place + 1]
        before = setting + sum(seen) + kept * KEPT_A_TURN + (view.notes or 0) // _CHARACTERS
        read += CALLS_A_TURN * before + KEPT_A_TURN  # of the turn itself, what its later calls read again
    turns = len(words)
    checked = sum(each.entry is not None for each in talk.asked)
    return {
        "turns": turns,
        "checked": checked,
        "calls": CALLS_A_TURN * turns,
        "read": read,
        "written": WRITTEN_A_TURN * turns,
    }


def _text(told: Mapping[str, Any]) -> str:
    cost = "unknown; its price is not published" if told["usd"] is None else dollars(told["usd"])
    return "\n".join((
        f"dialogues   {told['dialogues']:,}",
        f"turns       {told['turns']:,}, of which {told['checked']:,} are checked",
        f"calls       {told['calls']:,}, {CALLS_A_TURN} a turn",
        f"tokens      {told['read']:,} read, {told['written']:,} written; most that is read was read before",
        f"cost        {cost}",
    ))  # fmt: skip
