"""The ledger: stored before use, asked again it pays nothing, and it stops at the cap."""

from pathlib import Path

import pytest

from company.archive import Archive
from company.config import ROLES
from company.errors import OutOfBudget
from company.models.ledger import Ledger
from company.models.protocol import Backend, ChatMessage, Request, Usage
from tests.support.scripted import ScriptedClient


def ledger(archive: Archive, client: ScriptedClient, cap: float | None = None, model: str = "m") -> Ledger:
    return Ledger(
        archive,
        dict.fromkeys(ROLES, Backend("scripted", model, client, lambda usage: usage.completion_tokens * 0.25, "")),
        cap,
    )


def asked(words: str) -> Request:
    return Request((ChatMessage("user", words),))


async def test_a_call_is_in_the_archive_when_its_reply_is_used_and_is_never_paid_twice(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        first = ledger(archive, ScriptedClient(["one", "two"]))
        desk = first.desk("client", "plans", "t.p01")
        assert (await desk.reply(asked("hello"))).text == "one"
        assert archive.spent() == (1, 0.25)
        # The same request on purpose, in the same record: another attempt, so another answer.
        assert (await desk.reply(asked("hello"))).text == "two"
    with Archive.open(tmp_path) as archive:
        again = ledger(archive, ScriptedClient([]))
        desk = again.desk("client", "plans", "t.p01")
        replies = [await desk.reply(asked("hello")), await desk.reply(asked("hello"))]
        assert [reply.text for reply in replies] == ["one", "two"]
        assert all(reply.cached for reply in replies)
        assert (again.made, again.replayed) == (0, 2)


async def test_another_model_or_role_is_another_call(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        one = ledger(archive, ScriptedClient(["of m"]))
        other = ledger(archive, ScriptedClient(["of n", "of another role"]), model="n")
        assert (await one.desk("client", "plans", "t").reply(asked("hi"))).text == "of m"
        assert (await other.desk("client", "plans", "t").reply(asked("hi"))).text == "of n"
        assert (await other.desk("admin", "plans", "t").reply(asked("hi"))).text == "of another role"


async def test_it_stops_at_the_cap_and_keeps_what_was_paid_for(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        usage = Usage(prompt_tokens=1, completion_tokens=4)
        capped = ledger(archive, ScriptedClient(["a", "b"], usage), cap=1.0)
        desk = capped.desk("client", "plans", "t")
        await desk.reply(asked("one"))
        with pytest.raises(OutOfBudget, match=r"spent \$1.00 of \$1.00"):
            await desk.reply(asked("two"))
        assert (await capped.desk("client", "plans", "t").reply(asked("one"))).text == "a"
