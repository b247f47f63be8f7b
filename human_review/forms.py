"""The forms on which records are judged, and what can be said on each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import ValidationError

from company.errors import ReviewError
from company.records import Record
from company.reviewing.kinds import FormName, ReviewKind
from human_review.verdicts import Answer, Choose, Edit, Rank, Reply, Said


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


def checked(kind: ReviewKind, form: FormName, proposal: Mapping[str, Any], said: Said) -> None:
    """Raise ReviewError for what cannot be said of a proposal: not on this form, no option of it, no real change.

    Nor can what was made of a record be kept where more than words is edited.
    """
    if said.kind not in FORMS[form].says:
        raise ReviewError(
            f"{said.kind!r} cannot be said of a {kind.name}: its form takes {', '.join(FORMS[form].says)}; give one of "
            "them"
        )
    if isinstance(said, Edit):
        edited(kind, proposal, said)
        if said.keep and (more := [name for name in said.changes if name not in kind.words]):
            raise ReviewError(
                f"{', '.join(more)} of a {kind.name} is more than words: what was made of it has to be made again; "
                "leave it as it is, or do not keep what was judged"
            )
    elif isinstance(said, Choose):
        _check_options(proposal, [said.option], whole=False)
    elif isinstance(said, Rank):
        _check_options(proposal, said.order, whole=True)
    elif isinstance(said, Answer) and (unknown := [flag for flag in said.flags if flag not in kind.flags]):
        raise ReviewError(f"{unknown[0]!r} is not among what may be noted of a {kind.name}: {', '.join(kind.flags)}")


def edited(kind: ReviewKind, proposal: Mapping[str, Any], edit: Edit) -> Record:
    """Return the record as the edit leaves it. Raises ReviewError where that is no record of its kind, or the same."""
    allowed = kind.editable
    if wrong := [name for name in edit.changes if name not in allowed]:
        raise ReviewError(
            f"{', '.join(wrong)} of a {kind.name} cannot be edited; what can be is {', '.join(allowed) or 'nothing'}"
        )
    try:
        before = kind.record.model_validate(proposal)
        after = kind.record.model_validate_json(json.dumps({**proposal, **edit.changes}))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ReviewError(f"the edited {kind.name} is not complete: {place}: {first['msg']}; mend it there") from None
    if after == before:
        raise ReviewError(f"the edit changes nothing of {before.id}; accept it, or change something")
    return after


def as_text(value: object) -> str:
    """Return a field as people read it: text as it is, everything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def _check_options(proposal: Mapping[str, Any], named: list[str] | tuple[str, ...], *, whole: bool) -> None:
    options = [option["id"] for option in proposal["options"]]
    if unknown := [name for name in named if name not in options]:
        raise ReviewError(f"{unknown[0]} is none of the options; they are {', '.join(options)}")
    if whole and sorted(named) != sorted(options):
        raise ReviewError(f"a ranking names each option once; the options are {', '.join(options)}")
