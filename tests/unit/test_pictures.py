"""Pictures that models are shown: what they count as, who sees them, and how ledger and recording keep them."""

import hashlib
import io
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from company.archive import Archive
from company.config import Settings, load
from company.console.progress import Silent
from company.errors import ConfigError
from company.families.dialogues.making import STAGES
from company.models import pictures
from company.models.checking import check
from company.models.pictures import TILING, Tiling, tokens_of, why_blind
from company.models.recording import calls_in, pictures_in, read_header, unpack
from company.records import Record
from company.run import estimate as reckoning
from company.run.estimate import estimate
from company.run.simulation import simulate
from company.run.stage import Office, Stage
from company.staff.members import Ask, Member
from tests.support.loopback import MODEL, Loopback
from tests.support.scripted import ScriptedClient

pytestmark = pytest.mark.slow  # servers and sandboxes

SCENARIO = """
[table]
builtin = "wine"
[targets]
normal = 2
[model]
backend = "openai"
name = "{model}"
base_url = "{url}"
timeout = 30.0
retries = 0
patience = 0.0
usd_per_million = [1.0, 1.0]
{more}
"""


def png(width: int, height: int, colour: str = "navy") -> bytes:
    Image.new("RGB", (width, height), colour).save(file := io.BytesIO(), "PNG")
    return file.getvalue()


SHOWN = png(600, 400)
TABLES = STAGES[0]


class Showing(Office):
    """An office that shows a picture with every prompt."""

    def member(
        self, role: Any, stage: str, record: str, compose: Callable[[Any], Ask], words: str | None = None
    ) -> Member:
        return super().member(role, stage, record, lambda thread: replace(compose(thread), pictures=(SHOWN,)), words)


async def _shown(office: Office, table: Any) -> AsyncIterator[Record]:
    async for record in TABLES.run(Showing(**vars(office)), table):
        yield record


SHOWING: Sequence[Stage] = (replace(TABLES, run=_shown, pictures=True), *STAGES[1:])
"""The stages of dialogues, of which the first shows a picture to those whom it asks."""


@pytest.fixture
def showing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has runs of dialogues go through these stages."""
    monkeypatch.setattr("company.families.dialogues.making.STAGES", SHOWING)


def settings(folder: Path, url: str = "http://127.0.0.1:9/v1", more: str = "") -> Settings:
    folder.mkdir()
    (folder / "simulation.toml").write_text(SCENARIO.format(model=MODEL, url=url, more=more))
    loaded = load(folder)
    return loaded.model_copy(update={"out": folder / "run"})


# what they count as


@pytest.mark.parametrize(
    ("size", "tokens"),
    [((1, 1), 255), ((512, 512), 255), ((513, 512), 425), ((1024, 1024), 765), ((2048, 4096), 1105), ((4096, 64), 765)],
)
def test_a_picture_counts_by_its_tiles(size: tuple[int, int], tokens: int) -> None:
    assert TILING.tokens(*size) == tokens


def test_another_rule_is_another_tiling_and_what_is_no_png_is_refused() -> None:
    assert Tiling(tile=256, tokens_of_picture=0, tokens_of_tile=1).tokens(512, 256) == 2
    assert tokens_of(SHOWN) == 85 + 2 * 170
    with pytest.raises(ValueError, match="has to be a PNG"):
        tokens_of(b"GIF89a")


@pytest.mark.usefixtures("showing")
async def test_an_estimate_counts_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "REHEARSED", 1)
    told = settings(tmp_path / "wine", more="seed = 3")
    counted = await estimate(told, Silent())
    monkeypatch.setattr(pictures, "TILING", Tiling(tokens_of_picture=0, tokens_of_tile=0))
    for_nothing = await estimate(told, Silent())
    more = {a.role: a.read - b.read for a, b in zip(counted.shares, for_nothing.shares, strict=True)}
    # The table is described once, however many cases are wanted.
    described, once = more.pop("admin"), tokens_of(SHOWN, TILING)
    assert min(abs(described - once), abs(described - 2 * once)) <= 1, "shares are rounded to whole tokens"
    assert set(more.values()) == {0}


# who sees them


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ('{"left": "Green", "right": "dark red"}', None),
        ('```json\n{"left": "green", "right": "red"}\n```', None),
        ('{"left": "blue", "right": "blue"}', "it takes a green and a red half of a picture for 'blue' and 'blue'"),
        ("I see no picture.", "asked what is on a picture, it replies: 'I see no picture.'"),
    ],
)
async def test_a_model_that_sees_tells_the_colours(reply: str, why: str | None) -> None:
    client = ScriptedClient([reply])
    assert await why_blind(client) == why
    assert len(client.seen[0][-1].pictures) == 1


@pytest.mark.usefixtures("showing")
async def test_a_model_that_takes_no_pictures_is_refused_before_any_work(tmp_path: Path) -> None:
    with Loopback(staffed=False, profile="blind") as server:
        told = settings(tmp_path / "wine", server.base_url)
        wanted = rf'"tables" shows pictures to the admin, and the model .{MODEL}. does not see .*set vision = true'
        with pytest.raises(ConfigError, match=wanted):
            await simulate(told, Silent())
        assert [entry.outcome for entry in server.log()] == ["refused"]
    with Archive.open(told.out) as archive:
        assert archive.note("intake") is None


@pytest.mark.usefixtures("showing")
async def test_a_model_that_is_said_not_to_see_is_refused_without_a_call(tmp_path: Path) -> None:
    told = settings(tmp_path / "wine", more="vision = false")
    with pytest.raises(ConfigError, match=r"does not see them \(vision = false\): name another model"):
        await simulate(told, Silent())


async def test_what_shows_no_pictures_asks_nobody_whether_they_see(tmp_path: Path) -> None:
    with Loopback(profile="blind") as server:
        told = settings(tmp_path / "wine", server.base_url, "vision = false")
        outcome = await simulate(told, Silent())
        assert outcome.accepted == 2 and {entry.outcome for entry in server.log()} == {"ok"}


@pytest.mark.parametrize(
    ("profile", "more", "problem", "remark"),
    [
        ("openai", "", False, "it sees pictures"),
        ("blind", "", True, None),
        ("blind", "vision = true", False, "vision = true says that it sees pictures, and it does not"),
        ("openai", "vision = false", True, None),
    ],
)
async def test_check_tries_a_picture_where_any_are_to_be_shown(
    profile: str, more: str, problem: bool, remark: str | None, tmp_path: Path
) -> None:
    with Loopback(staffed=False, profile=profile) as server:
        told = settings(tmp_path / "wine", server.base_url, more)
        (plain,) = await check(told)
        asked = server.stats()["requests"]
        (tried,) = await check(told, ["admin"])
        assert server.stats()["requests"] - asked == (1 if more == "vision = false" else 2)
    assert plain.problem is None and not any("picture" in each for each in plain.remarks)
    assert (tried.problem is not None and "it is to be shown pictures" in tried.problem) is problem
    assert remark is None or any(each.startswith(remark) for each in tried.remarks)


# how they are kept


@pytest.mark.usefixtures("showing")
async def test_a_run_with_pictures_is_recorded_and_replayed_without_a_call(tmp_path: Path) -> None:
    file = tmp_path / "a.recording"
    with Loopback() as server:
        told = settings(tmp_path / "wine", server.base_url)
        outcome = await simulate(told, Silent(), file)
        asked = server.stats()["requests"]
        assert (outcome.accepted, outcome.calls) == (2, asked)
        again = await simulate(told, Silent(), file)
        assert (again.calls, server.stats()["requests"]) == (0, asked)
    with Archive.open(told.out) as archive:
        kept, calls = dict(archive.pictures()), list(archive.calls())
        digest = hashlib.sha256(SHOWN).hexdigest()
        assert len(kept) == 2 and archive.picture(digest) == SHOWN  # and the one that was shown for a trial
        assert archive.picture("0" * 64) is None
    shown = [call for call in calls if '"pictures": [' in call.messages]
    assert {call.stage for call in shown} == {"sight", "tables"}
    messages = json.loads(next(call for call in shown if call.stage == "tables").messages)
    assert [message.get("pictures") for message in messages][:2] == [None, [digest]]
    assert (read_header(file).recording, dict(pictures_in(file)), list(calls_in(file))) == (2, kept, calls)
    replayed = load(unpack(file, tmp_path / "replayed")).model_copy(update={"out": tmp_path / "replayed" / "run"})
    outcome = await simulate(replayed, Silent())
    assert (outcome.accepted, outcome.calls) == (2, 0)
    with Archive.open(replayed.out) as archive:
        assert dict(archive.pictures()) == kept


def test_a_run_of_before_there_were_pictures_is_read_and_gone_on_with(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        archive._engine.connect().exec_driver_sql("DROP TABLE pictures").close()
    with Archive.open(tmp_path) as archive:
        assert list(archive.pictures()) == [] and archive.picture("0" * 64) is None
    with Archive.create(tmp_path) as archive:
        archive.put_pictures([("0" * 64, SHOWN)])
        assert archive.picture("0" * 64) == SHOWN
