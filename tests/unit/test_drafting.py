"""What is wrong with a draft goes back to its writer, with the draft."""

from __future__ import annotations

from typing import Any

import pytest

from company.families.dialogues.replies import Said
from company.families.dialogues.stages.actions import drafting


async def test_every_retry_shows_the_earlier_replies_and_of_long_ones_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replies = iter([Said(message="x" * 5_000), Said(message="short"), Said(message="y" * 5_000), Said(message="good")])
    shown: list[list[dict[str, Any]]] = []

    async def asked(*told: Any) -> Said:
        return next(replies)

    async def build(reply: Said) -> str:
        return f"{reply.message[0]} is wrong"

    def compose(drafts: Any) -> Any:
        shown.append(list(drafts))

    lost: list[str] = []
    office: Any = type("Office", (), {"lost": lambda self, record, stage, why: lost.append(why)})()
    monkeypatch.setattr(drafting, "asked", asked)
    monkeypatch.setattr(drafting, "DRAFTS", 4)
    assert await drafting.drafted(office, "chatbot", "stage", "record", compose, build) is None
    long, short, other = {"message": "x" * 5_000}, {"message": "short"}, {"message": "y" * 5_000}
    assert shown == [
        [],
        [{"reply": long, "wrong": "x is wrong"}],
        [{"wrong": "x is wrong"}, {"reply": short, "wrong": "s is wrong"}],
        [{"wrong": "x is wrong"}, {"reply": short, "wrong": "s is wrong"}, {"reply": other, "wrong": "y is wrong"}],
    ]
    assert lost == ["g is wrong"]
