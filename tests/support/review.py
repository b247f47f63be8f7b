"""What tests of the review queue share: proposals, and a clock that is set by hand."""

from __future__ import annotations

import itertools
from typing import Any

from company.families.dialogues.records import Persona
from human_review.store import Assignment, Proposal, ReviewStore, Submission
from human_review.verdicts import Accept, Said

_KEYS = itertools.count()


class Clock:
    """Seconds since 1970, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def persona(number: int, **changes: Any) -> Persona:
    told = {"name": f"Ada {number}", "location": "Turin", "job_title": "buyer", "background": "buys", **changes}
    return Persona(
        id=f"shop.p{number}", parent="shop", stage="personas", position=number, **{"status": "accepted", **told}
    )


def proposal(number: int, overlap: int = 2, **changes: Any) -> Proposal:
    body = persona(number).model_dump(mode="json")
    told = {"record": body["id"], "kind": "persona", "form": "judge", "hash": f"hash {number}", "why": "rest"}
    return Proposal(**{**told, "place": f"{number:06}", "overlap": overlap, "body": body, **changes})


def options(number: int, overlap: int = 2) -> Proposal:
    """A choice of three."""
    body = {"options": [{"id": f"shop.p{number}.s{each}"} for each in (1, 2, 3)]}
    return proposal(number, overlap, kind="scenario", form="choose", body=body)


def submission(given: Assignment, said: Said | None = None, key: str | None = None, **changes: Any) -> Submission:
    told = {"item": given.item.id, "slot": given.slot, "token": given.token, "version": given.version}
    told |= {"hash": given.item.hash, "key": key or f"submission {next(_KEYS)}", "content": said or Accept()}
    return Submission(**{**told, **changes})


def invited(store: ReviewStore, *names: str, role: str = "reviewer") -> list[int]:
    """The numbers of new reviewers."""
    return [store.reviewer(store.invite(name, role)).id for name in names]  # type: ignore[arg-type]


def given(store: ReviewStore, reviewer: int) -> Assignment:
    """The next item, where there has to be one."""
    found = store.next(reviewer)
    assert isinstance(found, Assignment), found
    return found
