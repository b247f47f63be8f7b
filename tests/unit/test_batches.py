"""Calls that wait are sent together, cost less, and are not sent again by a run that was killed meanwhile."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.config import ROLES, Settings, load
from company.console.progress import Silent
from company.errors import BackendError, CallFailed, ConfigError, OutOfBudget
from company.family.registry import family
from company.models.checking import check
from company.models.ledger import Ledger, batches_left
from company.models.openai import batches
from company.models.protocol import ChatMessage, Reply, Request
from company.models.registry import Backends
from company.reporting.terminal import status_text
from company.run.simulation import simulate
from company.run.status import run_status
from tests.support.loopback import MODEL, Loopback

pytestmark = pytest.mark.slow  # servers

SCENARIO = """
[table]
builtin = "wine"
[model]
backend = "openai"
name = "{model}"
base_url = "{url}"
usd_per_million = [100.0, 100.0]
timeout = 2.0
retries = 1
patience = 3.0
batch = {batch}
batch_pause = 0.05
{more}
"""


class Sitting:
    """A ledger over an archive, as a run has it, and what was told meanwhile."""

    def __init__(self, archive: Archive, ledger: Ledger, told: list[str]) -> None:
        self.archive, self.ledger, self.told = archive, ledger, told

    async def asked(self, *words: str, stage: str = "plot_qa", role: Any = "client") -> list[Reply]:
        """Ask for replies at the same time, each for a record of its own."""
        desks = [(self.ledger.desk(role, stage, f"record {each}"), _request(each)) for each in words]
        return await asyncio.gather(*(desk.reply(request) for desk, request in desks))


def _request(words: str) -> Request:
    return Request((ChatMessage("system", "You are brief."), ChatMessage("user", words)))


def _settings(folder: Path, server: Loopback, batch: str = "true", more: str = "") -> Settings:
    folder.mkdir(exist_ok=True)
    (folder / "simulation.toml").write_text(SCENARIO.format(model=MODEL, url=server.base_url, batch=batch, more=more))
    return load(folder)


@asynccontextmanager
async def sitting(
    folder: Path, server: Loopback, batch: str = "true", more: str = "", cap: float | None = None
) -> AsyncIterator[Sitting]:
    """Whatever ends it, calls under way are left to the server, and the next one has the same archive."""
    told: list[str] = []
    backends = Backends(_settings(folder, server, batch, more), told.append).all()
    with Archive.create(folder / "run") as archive:
        ledger = Ledger(archive, backends, cap)
        try:
            yield Sitting(archive, ledger, told)
        finally:
            await ledger.close(told.append)


async def test_calls_that_come_together_make_one_batch_and_cost_half(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        async with sitting(tmp_path / "online", server, "false") as online:
            whole = await online.asked("one", "two", "three")
        async with sitting(tmp_path / "batch", server) as batch:
            replies = await batch.asked("one", "two", "three", role="client")
            assert [reply.text for reply in replies] == [reply.text for reply in whole]
            assert [reply.usage for reply in replies] == [reply.usage for reply in whole]
            assert server.stats()["batches"] == 1
            assert any("of 3 calls is under way" in line for line in batch.told)
            usd = batch.archive.spent()[1]
        assert online.ledger.usd and usd == pytest.approx(online.ledger.usd / 2)


async def test_roles_that_one_model_plays_share_a_batch(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        async with sitting(tmp_path / "run", server, more="batch_price = 0.25") as batch:
            await asyncio.gather(batch.asked("one", role="client"), batch.asked("one", role="admin"))
        assert (server.stats()["batches"], server.stats()["billed"]) == (1, 2)
        tokens = server.stats()["prompt_tokens"] + server.stats()["completion_tokens"]
        assert batch.ledger.usd == pytest.approx(tokens * 100 / 1e6 / 4)


async def test_only_the_stages_that_are_named_wait(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        async with sitting(tmp_path / "run", server, '["plot_qa"]') as batch:
            await batch.asked("one", stage="dialogues")
            assert server.stats()["batches"] == 0
            await batch.asked("one", stage="plot_qa")
            assert server.stats()["batches"] == 1


async def test_a_preview_waits_for_no_batch(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        waiting = _settings(tmp_path, server, more='[model.admin]\nbatch = ["tables"]').model
        assert waiting.of("admin").waits("tables")
        assert waiting.of("client").waits("tables")
        assert not any(waiting.at_once.of(role).waits("tables") for role in ROLES)


async def test_one_role_may_wait_and_the_others_not(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        async with sitting(tmp_path / "run", server, more="[model.admin]\nbatch = false") as batch:
            await batch.asked("one", role="admin")
            assert server.stats()["batches"] == 0


async def test_a_run_that_ends_while_a_batch_waits_takes_it_up_and_sends_nothing_again(tmp_path: Path) -> None:
    with Loopback(staffed=False, batch_seconds=1.0) as server:
        async with sitting(tmp_path / "run", server) as first:
            asking = asyncio.ensure_future(first.asked("one", "two"))
            await _until(lambda: any("under way" in line for line in first.told))
            await first.ledger.close(first.told.append)
            with pytest.raises(asyncio.CancelledError):
                await asking
        assert any("of 2 calls goes on" in line for line in first.told)
        told = status_text(run_status(tmp_path / "run" / "run"), family("dialogues"))
        assert "batch batch_1 is at the server: 2 of its calls are not taken up yet" in told
        assert not any("interrupt again" in line for line in first.told)
        async with sitting(tmp_path / "run", server) as again:
            assert len(await again.asked("one", "two", "three")) == 3
            assert again.archive.spent()[0] == 3
            assert batches_left(again.archive) == {}
        assert (server.stats()["batches"], server.stats()["requests"]) == (2, 3)


async def test_a_batch_whose_id_was_not_noted_is_found_by_its_file(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        async with sitting(tmp_path / "run", server) as first:
            await first.asked("one")
            (subject, told), *_ = first.archive.facts(batches.BATCHES).items()
            first.archive.put_fact(batches.BATCHES, *subject, content={**told, "id": None})
            (key,) = told["requests"]
            _unstored(tmp_path / "run" / "run")
        async with sitting(tmp_path / "run", server) as again:
            await again.asked("one")
            assert again.archive.call(key) is not None
        assert (server.stats()["batches"], server.stats()["requests"]) == (1, 1)


async def test_a_file_of_which_no_batch_was_made_is_sent_anew(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        async with sitting(tmp_path / "run", server) as first:
            await first.asked("one")
            (told,) = first.archive.facts(batches.BATCHES).values()
            first.archive.put_fact(batches.BATCHES, "no-such-file", content={**told, "id": None, "number": 2})
            first.archive.put_fact(batches.BATCHES, "no-such-batch", content={**told, "id": "batch_77", "number": 3})
            _unstored(tmp_path / "run" / "run")
        for lost in (True, False):
            async with sitting(tmp_path / "run", server) as again:
                await again.asked("one")
                assert any("does not know batch batch_77" in line for line in again.told) == lost
        assert server.stats()["requests"] == 2


def _unstored(run: Path) -> None:
    """Take the calls away, as if the run had been killed before they were stored."""
    with sqlite3.connect(run / "company.sqlite") as database:
        database.execute("DELETE FROM calls")


async def _until(found: Callable[[], bool]) -> None:
    for _ in range(1_000):
        if found():
            return
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("fault", ["expired", "500", "429"])
async def test_a_line_that_fails_goes_with_another_batch_and_is_given_up_after_so_many(
    fault: str, tmp_path: Path
) -> None:
    with Loopback(staffed=False, faults={fault: 0.5}, seed=5) as server:
        async with sitting(tmp_path / "run", server, more="[model.client]\nretries = 9") as batch:
            assert len(await batch.asked(*map(str, range(8)))) == 8
        outcomes = server.stats()["outcomes"]
        assert outcomes["ok"] == 8
        assert sum(outcomes.values()) > 8
        server.set_faults({fault: 1.0})
        async with sitting(tmp_path / "other", server) as batch:
            with pytest.raises(CallFailed, match="failed 2 times at this call in batches"):
                await batch.asked("lost")
            assert batches_left(batch.archive) == {}
        assert server.stats()["requests"] == sum(outcomes.values()) + 2


async def test_a_line_that_is_refused_is_said_in_other_words_or_fails_alone(tmp_path: Path) -> None:
    with Loopback(staffed=False, profile="reasoning") as server:
        async with sitting(tmp_path / "run", server, more="temperature = 0.3\nmax_tokens = 50") as batch:
            await batch.asked("one", "two")
        assert server.stats()["outcomes"] == {"refused": 4, "ok": 2}
        async with sitting(tmp_path / "other", server, more="extra = { top_k = 5 }") as batch:
            with pytest.raises(CallFailed, match=r"does not take this call .*top_k"):
                await batch.asked("one")


async def test_no_credit_left_is_final_in_a_batch_too(tmp_path: Path) -> None:
    with Loopback(staffed=False, faults={"insufficient_quota": 1.0}) as server:
        async with sitting(tmp_path / "run", server) as batch:
            with pytest.raises(BackendError, match="wants money"):
                await batch.asked("one")
        assert server.stats()["requests"] == 1


async def test_what_is_under_way_counts_for_the_cap(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        async with sitting(tmp_path / "run", server) as first:
            await first.asked("a call to know the price by")
            usd = first.ledger.usd
        assert usd
        async with sitting(tmp_path / "run", server, cap=3.5 * usd) as capped:
            with pytest.raises(OutOfBudget):
                await capped.asked("a call of this price", "a call of that price", "a call of what price")
        assert server.stats()["batches"] == 1


@pytest.mark.parametrize("profile", ["vllm", "ollama"])
async def test_a_server_without_batches_is_refused_before_any_work(profile: str, tmp_path: Path) -> None:
    with Loopback(staffed=False, profile=profile) as server:
        settings = _settings(tmp_path, server)
        with pytest.raises(ConfigError, match=r"has no batch endpoints .*: take it away"):
            await simulate(settings, Silent())
        assert server.stats()["requests"] == 0
        (found,) = await check(settings)
        assert found.problem is not None
        assert "has no batch endpoints" in found.problem


async def test_a_server_with_batches_is_told_by_check_and_unknown_stages_are_refused(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        settings = _settings(tmp_path, server, '["plot_qa", "plots"]')
        (found,) = await check(settings)
        assert found.problem is None
        assert "it takes calls in batches" in found.remarks
        with pytest.raises(ConfigError, match="names a stage 'plots'; the stages are tables, personas"):
            await simulate(settings, Silent())


async def test_a_batch_that_the_server_does_not_begin_says_why_and_another_run_sends_it_anew(tmp_path: Path) -> None:
    for _ in range(2):
        with Loopback(staffed=False, models="another") as server:
            async with sitting(tmp_path / "run", server) as batch:
                with pytest.raises(BackendError, match=r"did not begin batch batch_1 \(model_not_found: The model"):
                    await batch.asked("one")
            assert server.stats()["requests"] == 0


async def test_more_calls_than_a_batch_may_have_make_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Loopback(staffed=False) as server:
        for name, most in (("MOST", 2), ("LARGEST", 1)):
            monkeypatch.setattr(batches, name, most)
            async with sitting(tmp_path / name, server) as batch:
                await batch.asked("one", "two", "three")
        assert server.stats()["batches"] == 2 + 3
