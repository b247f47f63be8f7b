"""Which form each kind of record is judged on, and what can be said on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import TypeAdapter, ValidationError

from company.errors import ReviewError
from company.families.dialogues.records import AnyRecord, ReviewKind
from human_review.verdicts import Choose, Edit, Rank, Reply, Said

FormName = Literal["judge", "choose", "keep", "rank", "answer", "score"]


@dataclass(frozen=True)
class Form:
    """A way of judging."""

    name: FormName
    says: tuple[str, ...]
    """Kinds of verdict that can be given on it."""
    classes: tuple[str, ...] = ()
    """What agreement is reckoned over, where verdicts are one of a few words."""


FORMS: Mapping[FormName, Form] = {
    "judge": Form("judge", ("accept", "edit", "reject"), ("accept", "edit", "reject")),
    "choose": Form("choose", ("choose", "reject")),
    "keep": Form("keep", ("keep",), ("keep", "drop")),
    "rank": Form("rank", ("rank",)),
    "answer": Form("answer", ("answer",), get_args(Reply)),
    "score": Form("score", ("score",)),
}
FORM_OF: Mapping[ReviewKind, FormName] = {
    "table": "judge",
    "persona": "judge",
    "scenario": "choose",
    "plan": "judge",
    "turn": "judge",
    "library": "judge",
    "rewrite": "judge",
    "rewording": "judge",
    "case": "judge",
}
"""A client's scenarios are one item: the most reasonable of them is chosen."""
EDITABLE: Mapping[ReviewKind, tuple[str, ...]] = {
    "table": ("description", "row_meaning", "meanings"),
    "persona": ("name", "location", "job_title", "background"),
    "scenario": (),
    "plan": ("questions",),
    "turn": ("query", "answer", "code", "intents", "attempts", "results", "operations"),
    "library": ("functions",),
    "rewrite": ("code", "functions"),
    "rewording": ("query",),
    "case": ("entry", "choice"),
}
"""What a person may change of each kind; ids, parents and measurements are not among it."""
EXECUTED = ("code", "intents", "attempts", "results", "operations")
"""Fields of code and of what became of it: two edits of them agree when their outcomes do."""
_RECORD: TypeAdapter[AnyRecord] = TypeAdapter(AnyRecord)


def checked(kind: ReviewKind, form: FormName, proposal: Mapping[str, Any], said: Said) -> None:
    """Raise ReviewError for what cannot be said of a proposal: not on this form, no option of it, no real change."""
    if said.kind not in FORMS[form].says:
        raise ReviewError(
            f"{said.kind!r} cannot be said of a {kind}: its form takes {', '.join(FORMS[form].says)}; give one of them"
        )
    if isinstance(said, Edit):
        edited(kind, proposal, said)
    elif isinstance(said, Choose):
        _check_options(proposal, [said.option], whole=False)
    elif isinstance(said, Rank):
        _check_options(proposal, said.order, whole=True)


def edited(kind: ReviewKind, proposal: Mapping[str, Any], edit: Edit) -> AnyRecord:
    """The record as the edit leaves it. Raises ReviewError where that is no record of its kind, or the same one."""
    allowed = EDITABLE[kind]
    if wrong := [name for name in edit.changes if name not in allowed]:
        raise ReviewError(
            f"{', '.join(wrong)} of a {kind} cannot be edited; what can be is {', '.join(allowed) or 'nothing'}"
        )
    try:
        before = _RECORD.validate_python(proposal)
        after = _RECORD.validate_json(json.dumps({**proposal, **edit.changes}))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        raise ReviewError(f"the edited {kind} is not complete: {place}: {first['msg']}; mend it there") from None
    if after == before:
        raise ReviewError(f"the edit changes nothing of {before.id}; accept it, or change something")
    return after


def _check_options(proposal: Mapping[str, Any], named: list[str] | tuple[str, ...], *, whole: bool) -> None:
    options = [option["id"] for option in proposal["options"]]
    if unknown := [name for name in named if name not in options]:
        raise ReviewError(f"{unknown[0]} is none of the options; they are {', '.join(options)}")
    if whole and sorted(named) != sorted(options):
        raise ReviewError(f"a ranking names each option once; the options are {', '.join(options)}")
