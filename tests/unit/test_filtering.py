"""A filter by a solver leaves out what it answers right, tells what that does, and takes no writer as a solver."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.scorer import Score

import company
from company.archive import Archive
from company.benchmark.publishing.draft import Draft
from company.benchmark.publishing.filtering import Filter, filtered, wrong_among_kept
from company.cli import main
from company.config import server_hash
from company.errors import ConfigError
from company.evaluation.solver import filter_of
from company.families.dialogues.evaluation.scored import ScoredTurn
from company.family.registry import family
from tests.support.dialogue import make_dialogue
from tests.support.mixed_run import make_mixed_run

SOLVER = "openai/able"


def draft() -> Draft:
    """Twenty dialogues of five cases; the first case of each has two paraphrases."""
    lines = [
        {"data_id": f"shops.p{d}.s1.d1.t0{n}", **({"paraphrases": ["a", "b"]} if n == 1 else {})}
        for d in range(20)
        for n in range(1, 6)
    ]
    return Draft(family("dialogues"), {"normal": lines})


def by(right: set[str], unfiltered: float = 0.1) -> Filter:
    every = frozenset(str(line["data_id"]) for line in draft().cases["normal"])
    none = frozenset(list(sorted(right))[::2])
    return Filter(SOLVER, {SOLVER: frozenset(right), "other": none}, {SOLVER: every, "other": every}, unfiltered)


def test_what_is_right_is_left_out_but_for_whole_dialogues() -> None:
    ids = [str(line["data_id"]) for line in draft().cases["normal"]]
    right = {each for each in ids if each[-1] in "234"}
    left, kept = filtered(draft(), by(right), {each for each in ids if each.endswith("t05") and ".p3." not in each})
    assert len(kept.drawn) == 10 and len({each.partition(".s1")[0] for each in kept.drawn}) == 2
    lines = {line["data_id"]: line for line in left.cases["normal"]}
    assert lines.keys() == kept.drawn | {each for each in ids if each not in right}
    assert {lines[each]["subset"] for each in kept.drawn} == {"unfiltered"}
    assert {lines[each]["subset"] for each in lines.keys() - kept.drawn} == {"filtered"}
    waiting = [each for each, line in lines.items() if line.get("needs_person")]
    assert waiting == [each for each in ids if each == "shops.p3.s1.d1.t05" and each not in kept.drawn]
    assert (kept.confirmed, kept.judged) == (18, 18 - len(waiting))
    assert "| openai/able | 60.0% (60.0% to 60.0%)" not in kept.text and "| openai/able | 60.0%" in kept.text
    assert "| 0.0% | -60.0 points |" in kept.text and f"waiting for a person: {len(waiting)}" in kept.text
    again = filtered(draft(), Filter.from_json(json.loads(json.dumps(by(right).as_json()))), [])[0]
    assert [each["data_id"] for each in again.cases["normal"]] == list(lines)


def test_a_wrong_key_is_kept_the_more_surely_the_better_the_solver() -> None:
    assert wrong_among_kept(0.01, 0.97) == pytest.approx(0.25, abs=0.003)
    assert wrong_among_kept(0.01, 0.0) == 0.01 and wrong_among_kept(0.0, 1.0) == 0


def test_all_or_nothing_may_be_drawn_and_what_was_not_answered_is_asked_for() -> None:
    every = {str(line["data_id"]) for line in draft().cases["normal"]}
    assert len(filtered(draft(), by(every, 1.0), [])[1].drawn) == 100
    with pytest.raises(company.CompanyError, match="raise --unfiltered"):
        filtered(draft(), by(every, 0.0), [])
    short = by(every)
    with pytest.raises(ConfigError, match="has answered 99 of 100 cases"):
        filtered(draft(), Filter(SOLVER, short.right, {SOLVER: frozenset(sorted(every)[1:])}), [])


def log(folder: Path, model: str, right: dict[str, bool], base_url: str | None = None) -> Path:
    samples = [
        EvalSample(id=name, epoch=1, input="?", target="", scores={"s": _score(name, each)})
        for name, each in right.items()
    ]
    told = {"family": "dialogues", "mode": "base", "benchmark": "shops"}
    spec = EvalSpec(
        created="2026-01-01T00:00:00+00:00",
        task="company/tapilot",
        dataset=EvalDataset(),
        model=model,
        model_base_url=base_url,
        config=EvalConfig(),
        metadata=told,
    )
    file = folder / f"{model.replace('/', '_')}.eval"
    write_eval_log(EvalLog(eval=spec, status="success", samples=samples), str(file))
    return file


def _score(name: str, right: bool) -> Score:
    scored = ScoredTurn(
        data_id=name, category="normal", domain="", register="", dialogue="d", right=right, intents=(right,)
    )
    return Score(value="C" if right else "I", answer="x", metadata={"scored": scored.as_json()})


def test_an_export_is_filtered_by_logs_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = make_mixed_run(make_dialogue(tmp_path))
    ids = [str(each) for each in company.export(run, out=tmp_path / "whole").cases.index]
    logs = [
        log(tmp_path, SOLVER, {name: place > 2 for place, name in enumerate(ids)}),
        log(tmp_path, "openai/weak", dict.fromkeys(ids, False)),
    ]
    out = tmp_path / "hard"
    flags = ["--unfiltered", "0", "--solver", SOLVER, "--out", str(out)]
    assert main(["export", str(run), "--filter", *map(str, logs), *flags]) == 0
    assert "confirmed by nobody, 3 in all" in capsys.readouterr().out
    benchmark = company.Benchmark(out)
    assert set(benchmark.cases.index) == set(ids[:3])
    card = (out / "README.md").read_text()
    assert "## What a filter left out" in card and f"of {len(ids)} cases" in card.lower()
    assert "| openai/weak | 0.0%" in card and "waiting for a person: 3" in card
    told = json.loads((out / "provenance.json").read_text())["export"]["filter"]
    assert told["solver"] == SOLVER and sorted(told["right"][SOLVER]) == sorted(ids[3:])
    assert "filter" not in json.loads((tmp_path / "whole" / "provenance.json").read_text())["export"]
    assert main(["stats", str(out)]) == 0

    def complaint(*more: Any) -> str:
        assert main(["export", str(run), "--out", str(out), *map(str, more)]) == 2
        return capsys.readouterr().err

    capsys.readouterr()
    assert "say with --solver" in complaint("--filter", *logs)
    assert "name one of these" in complaint("--filter", *logs, "--solver", "x")
    assert "give a share" in complaint("--filter", logs[0], "--unfiltered", "1.5")
    assert "name them with --filter" in complaint("--solver", SOLVER)
    scores = tmp_path / "scores.json"
    scores.write_text(json.dumps({"cases": [_score(name, True).metadata["scored"] for name in ids]}))  # type: ignore[index]
    assert "does not tell which model" in complaint("--filter", scores)


def test_who_wrote_a_case_is_no_solver_of_it(tmp_path: Path) -> None:
    run = make_mixed_run(make_dialogue(tmp_path))
    ids = [str(line["data_id"]) for line in company.export(run, out=tmp_path / "whole").content.entries]

    def ask(base_url: str | None, **played: str) -> Filter:
        with Archive.open(run) as archive:
            archive.put_note("backends", {"chatbot": {"name": "openai", "model": "able", **played}})
            writers = [archive.note("backends")]
        file = log(tmp_path, SOLVER, dict.fromkeys(ids, True), base_url)
        return filter_of([file], family("dialogues"), ids, solver=None, unfiltered=0.1, writers=writers)

    here, there = "http://localhost:8000/v1", "http://localhost:9000/v1"
    for same in (
        lambda: ask(None, server=""),
        lambda: ask(None),
        lambda: ask(here, server=server_hash(f"{here}/")),
        lambda: ask(None, server="", model=SOLVER),
    ):
        with pytest.raises(ConfigError, match="played the chatbot"):
            same()
    assert ask(there, server=server_hash(here)).solver == SOLVER
    assert ask(None, server="", model="another").solver == SOLVER
