"""The case of a choice whose question and options staff draft as expressions over what a turn left behind."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any, Literal

from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.judging import judged
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.composing import chosen
from company.families.dialogues.stages.actions.drafting import Drafts, drafted
from company.families.shared.choices.records import Choice
from company.run.stage import Office
from company.staff.members import Ask


async def drafted_choice(  # noqa: PLR0913 - what the two stages of such choices differ in, named
    office: Office,
    turn: Turn,
    here: Situation,
    action: Literal["insight_mining", "plot_qa"],
    compose: Callable[[Drafts], Ask],
    *,
    figure: str | None = None,
    wrong_with: Callable[[Choice], str | None] = lambda _: None,
) -> Case | None:
    """Return the case about a turn; None where staff see nothing to ask, or where no draft passes (noted as lost).

    `compose` is given the earlier drafts; `figure` is the file of the one that is asked about;
    `wrong_with` says in words what else is wrong with a choice. Raises ReplyError when the staff do not answer as
    asked, and SandboxError when the sandbox itself fails.
    """
    data_id = f"{turn.id}.{action}"
    shown: dict[str, Any] = {} if figure is None else {"figure": figure}

    async def build(draft: ChoiceDraft) -> Case | str | None:
        if not draft.possible:
            return None
        chance = random.Random(hashlib.sha256(f"{data_id}\n{draft.question}".encode()).hexdigest())
        choice = await chosen(office, here, draft, chance, figure=figure is not None)
        if isinstance(choice, str):
            return choice
        if wrong := wrong_with(choice):
            return wrong
        entry = choice_entry(here, choice, data_id, **shown)
        return await judged(office, action, turn, entry, mode="action", action=action, choice=choice)

    return await drafted(office, "data_scientist", action, turn.id, compose, build)
