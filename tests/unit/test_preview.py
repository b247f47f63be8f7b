"""A preview makes the beginning of a run, binds nobody to it, and reckons the whole from what it took."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive, Call
from company.cli import main
from company.config import load
from company.console.progress import Silent
from company.families.dialogues.commissions import LEAST
from company.families.dialogues.records import Persona
from company.records import Record
from company.reporting.previews import preview_json, print_preview
from company.run.estimate import Estimate, Need, Share, need_of
from company.run.preview import Preview, preview, projected
from company.run.stage import LOST

PAID = {("plans", "client"): Need(4, 400, 80, 10), ("dialogues", "chatbot"): Need(6, 1200, 120)}
REHEARSED = {("plans", "client"): Need(2, 100, 20, 5), ("dialogues", "chatbot"): Need(6, 600, 60)}


def test_a_stage_needs_as_many_times_its_rehearsal_as_in_the_preview() -> None:
    whole = {("plans", "client"): Need(10, 1000, 100, 100), ("dialogues", "chatbot"): Need(60, 9000, 900)}
    assert projected(whole, PAID, REHEARSED) == {
        ("plans", "client"): Need(20, 4000, 400, 400),
        ("dialogues", "chatbot"): Need(60, 18000, 1800, 0),
    }


def test_stages_that_it_did_not_go_through_need_as_all_of_the_others_together() -> None:
    found = projected({("decide", "data_scientist"): Need(8, 700, 80, 70)}, PAID, REHEARSED)
    assert found[("decide", "data_scientist")] == Need(10, 1600, 200, 160)
    assert {whose: need for whose, need in found.items() if whose in PAID} == PAID


def test_nothing_is_divided_by_nothing() -> None:
    assert projected(PAID, {}, {}) == PAID


def a_call(**more: Any) -> Call:
    told = {"prompt_tokens": 70, "completion_tokens": 30, "cached_tokens": 20, "backend": "openai", **more}
    return Call(
        request="r", role="client", stage="plans", record="t", model="m", messages="x" * 400, reply="y" * 40,
        finish_reason="stop", reasoning_tokens=0, usd=None, **told,
    )  # fmt: skip


def test_tokens_are_counted_by_the_server_and_else_by_characters(tmp_path: Path) -> None:
    with Archive.create(tmp_path / "run") as archive:
        assert need_of(archive, a_call()) == Need(1, 70, 30, 20)
        assert need_of(archive, a_call(prompt_tokens=None)) == Need(1, 100, 10, 0)
        assert need_of(archive, a_call(backend="procedural")) == Need(1, 100, 10, 0)


def test_an_archive_forgets_all_but_its_calls_and_whose_it_is(tmp_path: Path) -> None:
    with Archive.create(tmp_path / "run") as archive:
        archive.put(ada())
        archive.put_figures("t.p01", [b"png"])
        archive.put_note("settings", {"seed": 1})
        archive.put_fact(LOST, "plans", "t.p01", content="why")
        archive.mark_done("personas", "t", "key", ["t.p01"])
        archive.put_call(a_call())
        archive.forget()
        assert archive.counts() == [] and archive.figures("t.p01") == [] and archive.facts(LOST) == {}
        assert archive.note("settings") is None and archive.done("personas", "t", "key") is None
        assert archive.call("r") is not None
    with Archive.open(tmp_path / "run") as archive:
        assert archive.family.name == "dialogues"


def ada() -> Persona:
    return Persona(
        id="t.p01", parent="t", stage="personas", position=1, status="accepted", name="Ada \x1b[31m", location="Oslo",
        job_title="Baker", background="She bakes.",
    )  # fmt: skip


@pytest.fixture
def found(tmp_path: Path) -> Preview:
    made: Sequence[Record] = (ada(),)
    with Archive.create(tmp_path / "run") as archive:
        archive.put(made[0])
    share = Share("client", "m", 90, 5000, 400, 1.25)
    return Preview(
        run=tmp_path / "run",
        wanted=60,
        made={"persona": made},
        lost={},
        usage=PAID,
        calls=10,
        replayed=2,
        cost=0.5,
        projected=Estimate(60, 12, (share, replace(share, role="chatbot"))),
        unreckoned=None,
        whole=True,
    )


def printed(found: Preview) -> str:
    stream = io.StringIO()
    print_preview(found, "company simulate mine --limit 60", stream)
    return stream.getvalue()


def test_it_says_what_it_took_what_the_whole_would_cost_and_how_to_go_on(found: Preview) -> None:
    told = printed(found)
    assert "She bakes." in told and "\x1b" not in told
    assert "plans:                4 calls,         400 tokens read,        80 written" in told
    assert "cost: $0.50 in all (10 replies now, 2 more answered from the archive)" in told
    assert "the whole run, 60 cases" in told
    assert "180 calls,      10,000 tokens read,       800 written" in told and "about $2.50" in told
    assert told.endswith("next: company simulate mine --limit 60\n")


def test_an_unknown_price_is_said_to_be(found: Preview) -> None:
    assert found.projected is not None
    shares = (found.projected.shares[0], replace(found.projected.shares[1], usd=None, model="n"))
    told = printed(replace(found, cost=None, projected=replace(found.projected, shares=shares)))
    assert "cost: unknown in all" in told and "10,000 tokens read" in told
    assert "price unknown: give usd_per_million = [read, written] in [model] for n" in told


def test_one_that_was_cut_short_says_why_and_how_to_go_on_with_it(found: Preview) -> None:
    short = replace(found, whole=False, projected=None, unreckoned="the preview did not come to its end")
    told = printed(replace(short, stopped="spent $0.50 of $0.50"))
    assert "not all of it was made: spent $0.50 of $0.50" in told and told.endswith("--limit 60 --preview\n")
    told = printed(replace(short, lost={"plans: no questions": 1}))
    assert "1 × plans: no questions" in told and told.endswith(f"next: company status {found.run}\n")


def test_as_json_it_has_one_record_by_its_kind_and_several_by_their_plural(found: Preview) -> None:
    told = json.loads(json.dumps(preview_json(found)))
    assert told["persona"]["name"].startswith("Ada") and told["turns"] == [] and "plan" not in told
    assert told["usage"][0] == {
        "stage": "plans",
        "role": "client",
        "calls": 4,
        "read": 400,
        "written": 80,
        "cached": 10,
    }
    assert (told["cost"], told["projected"]["usd"]) == (0.5, 2.5)


SCENARIO = """
[table]
builtin = "wine"
[targets]
normal = 12
[people]
clients = {clients}
"""


@pytest.mark.slow
async def test_it_can_be_shown_and_made_again_with_other_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(clients: int) -> Any:
        (tmp_path / "simulation.toml").write_text(SCENARIO.format(clients=clients))
        return load(tmp_path).model_copy(update={"out": tmp_path / "run"})

    first = await preview(told(1), Silent())
    assert (len(first.made["persona"]), len(first.made["turn"]), first.whole, first.cost) == (1, 3, True, 0)
    assert first.unreckoned == "the built-in company costs nothing" and first.replayed == 0
    turn = first.made["turn"][1]
    assert main(["show", str(tmp_path / "run")]) == 0
    whole = capsys.readouterr().out
    assert all(f"── turn {number}" in whole for number in (1, 2, 3))
    assert main(["show", str(tmp_path / "run"), turn.id]) == 0
    assert "── turn 2" in capsys.readouterr().out
    second = await preview(told(3), Silent())
    assert second.replayed > 0 and second.calls < first.calls
    assert len(second.made["turn"]) == 3
    plans = [each.made["plan"][0].model_dump() for each in (first, second)]
    share = -(-plans[0]["turns"] // 3)
    assert plans[1]["turns"] == max(share, LEAST[plans[1]["speech"]]), (
        "as many clients as the settings say now share them"
    )
