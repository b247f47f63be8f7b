"""The same cases with other histories (paper, appendix B): more or fewer turns, clean or as they went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from company.families.dialogues.body.entries import prompts
from company.families.dialogues.body.histories import Shown, clean, noisy, unseen
from company.families.dialogues.body.private_library import on_library, rewrites_of
from company.families.dialogues.body.wording import RUN_BEFORE, run_before
from company.families.dialogues.history import history
from company.families.dialogues.records import Case, Turn
from company.records import USABLE

if TYPE_CHECKING:
    from company.archive import Archive

OWN = 1
"""Exchanges at the end of the history of a correction or a clarification that belong to the case itself."""
_WITH_OWN = ("update_code", "private_update_code", "clarification", "private_clarification")
_AFTER = ("plot_qa", "insight_mining")
"""Cases about what their turn came to: it belongs to the history."""


@dataclass(frozen=True)
class HistoryStyle:
    """How much of a dialogue a prompt shows."""

    window: int = 5
    """Turns, the latest ones."""
    noisy: bool = False
    """Failed code, its errors and questions back are left in."""


def rehistoried(archive: Archive, case: Case, turn_id: str, style: HistoryStyle) -> dict[str, Any]:
    """Return the line of a case with another history in its prompts; everything else is as it was.

    A private case shows the code that stands in its history, on the library, and so is always clean.
    """
    turn = archive.get(turn_id)
    assert isinstance(turn, Turn)
    through = turn.position + (case.category in _AFTER)
    before = history(archive, turn.parent or "", through, through, USABLE)
    messages = case.entry["prompt_with_hist_json"]
    has_own = case.category in _WITH_OWN or "clarifications" in case.entry
    own = _exchanges(messages)[-OWN:] if has_own else []
    private = case.mode.startswith("private")
    if private:
        rewrites = rewrites_of(archive, turn.parent or "")
        before = [on_library(each, rewrites) for each in before]
    if style.noisy and not private:
        shown, hidden = noisy(before, style.window), unseen(before, style.window)
    else:
        coded = [each for each in before if each.code is not None]
        shown, hidden = clean(coded, style.window), unseen(coded, style.window)
    request = RUN_BEFORE.sub(run_before(hidden), messages[-1]["content"], count=1)
    return {**case.entry, **prompts(messages[0]["content"], [*shown, *own], request)}


def _exchanges(messages: Sequence[Mapping[str, str]]) -> list[Shown]:
    """Return the exchanges of a prompt between its setting and its request."""
    between = [message["content"] for message in messages[1:-1]]
    return [Shown(query, answer) for query, answer in zip(between[::2], between[1::2], strict=True)]
