"""A small run of dialogues that evolve, by the built-in company: simulated, exported, verified from the files alone."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.model import ChatMessage

from company.archive import Archive
from company.benchmark.reading import read_benchmark
from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.conversation.figures import Held, questions
from company.families.dialogues.evaluation.conversation.record import talks
from company.families.dialogues.evolving.told_faults import told_faults
from company.families.dialogues.gate.forgetting import structure_faults
from company.families.dialogues.gate.reports import report_faults
from company.sandbox import Sandbox
from tests.support.commands import Run
from tests.support.conversing import handing_in, held

SCENARIO = """
[table]
builtin = "wine"
licence = "CC BY 4.0"
source = "UCI"
[targets]
evolving = 8
[evolving]
turns = [16, 16]
open = 0.2
patterns = { reconcile = 0.3 }
[gate]
paraphrases = 1
"""


@pytest.fixture(scope="module")
def folder(company: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("evolving")
    (place / "simulation.toml").write_text(SCENARIO)
    done = company("simulate", str(place / "simulation.toml"), "--out", str(place / "run"))
    assert done.returncode == 0, done.stdout + done.stderr
    done = company("export", str(place / "run"), "--out", str(place / "benchmark"))
    assert done.returncode == 0, done.stdout + done.stderr
    return place / "benchmark"


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_run_gives_cases_that_verify_from_the_files_alone(company: Run, folder: Path) -> None:
    done = company("verify", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 of 8" in done.stdout
    told = company("stats", str(folder)).stdout
    assert "evolving cases, beside LongDS" in told and "11.3" in told and "ways to explain an old report" in told
    card = (folder / "README.md").read_text()
    assert "evolving cases by pattern" in card and "forgotten" in card


def test_each_case_is_answered_a_second_time_which_the_card_tells_and_verify_repeats(
    company: Run, folder: Path, tmp_path: Path
) -> None:
    cases = _lines(folder / "data/dialogue_data/evolving.jsonl")
    assert {case["second_answer"]["came_to"] for case in cases} == {"the key"}
    card = (folder / "README.md").read_text()
    assert "Of 8 evolving cases, 8 were answered once more" in card and "proves nothing" in card
    with Archive.open(folder.parent / "run") as archive:
        asked = [call.record for call in archive.calls() if call.stage == "evolving"]
    assert len(asked) == len(set(asked)) >= len(cases)
    done = company("simulate", str(folder.parent / "simulation.toml"), "--out", str(folder.parent / "run"))
    assert done.returncode == 0, done.stdout + done.stderr
    with Archive.open(folder.parent / "run") as archive:
        assert sum(call.stage == "evolving" for call in archive.calls()) == len(asked), "nothing is paid twice"
    forged = shutil.copytree(folder, tmp_path / "forged")
    script = solution(cases[0]["second_answer"]["script"])
    cases[0]["second_answer"]["script"] = cases[0]["second_answer"]["script"].replace(script, "raise KeyError", 1)
    (forged / "data/dialogue_data/evolving.jsonl").write_text("".join(json.dumps(each) + "\n" for each in cases))
    done = company("verify", str(forged))
    assert (
        done.returncode != 0 and "7 of 8" in done.stdout and "its second answer does not come to its key" in done.stdout
    )


def test_a_case_tells_what_it_depends_on_and_its_words_give_nothing_away(folder: Path) -> None:
    cases = _lines(folder / "data/dialogue_data/evolving.jsonl")
    dialogues = _lines(folder / "data/dialogues.jsonl")
    for case in cases:
        assert told_faults(case, dialogues) == [] and structure_faults(case) == []
        assert all(each["distance"] == case["turn"] - each["turn"] > 0 for each in case["depends_on"])
        assert all(set(each) == {"term", "how", "script", "outcome"} for each in case["forgetful"].values())
        assert report_faults(case) == [] if "reconcile" in case else True
    dependent = next(case for case in cases if case["depends_on"])
    first = dependent["depends_on"][0]
    forged = {**dependent, "depends_on": [{**first, "turn": first["turn"], "distance": first["distance"] + 1}]}
    assert any("turns back" in fault for fault in structure_faults(forged))
    unproved = {**dependent, "forgetful": {}}
    assert any("nobody who forgets" in fault for fault in structure_faults(unproved))
    terms = {term["slot"]: term for term in dialogues[0]["terms"]}
    said = next(each for each in dependent["depends_on"] if each["via"] == "words" and each["version"] is not None)
    query = f"{dependent['current_query']} {terms[said['term']]['versions'][said['version']]['says']}"
    assert any("only uses" in fault for fault in told_faults({**dependent, "current_query": query}, dialogues))
    assert all(len(term["phrasings"]) >= 6 for term in terms.values())


def test_a_turn_begins_with_an_old_report_and_another_leaves_something_open(folder: Path) -> None:
    cases = _lines(folder / "data/dialogue_data/evolving.jsonl")
    turns = {turn["turn"]: turn for turn in _lines(folder / "data/dialogues.jsonl")[0]["turns"]}
    report = next(case for case in cases if case["pattern"][0] == "reconcile")
    told, query = report["reconcile"], report["current_query"]
    assert told["shown"] in query and told["at"] in query and "what-ifs aside" in query
    assert sum(each["hidden"] != each["today"] for each in told["terms"]) >= 2
    assert any(label.startswith("today's rules") for label in report["forgetful"])
    assert all(turns[each]["query"] in report["evidence"]["prompt_with_hist_txt"] for each in told["turns"])
    opened = next(case for case in cases if case["pattern"][0] == "open")
    (exchange,) = opened["clarifications"]
    assert turns[opened["turn"]]["items"] and exchange["answer"] == opened["current_query"]
    assert exchange["answer"] not in turns[opened["turn"]]["query"] and len(opened["readings"]) == 3
    assert {label.partition(":")[0] for label in opened["forgetful"]} >= {"not asked", "another reading"}


def test_what_is_held_back_is_not_in_a_public_line(folder: Path) -> None:
    from company.family.registry import family

    case = _lines(folder / "data/dialogue_data/evolving.jsonl")[-1]
    shown = family("dialogues").release.public_line(case)
    gold = {
        "depends_on",
        "forgetful",
        "explicit",
        "evidence",
        "ref_code_hist",
        "reference_answer",
        "pattern",
        "level",
        "reconcile",
    }
    assert gold & shown.keys() == set() and "prompt_with_hist_txt" in shown


@pytest.mark.asyncio(loop_scope="session")
async def test_in_a_conversation_who_asks_is_right_and_who_does_not_is_wrong_where_something_has_to_be_found_or_asked(
    folder: Path, local_sandbox: Sandbox
) -> None:
    content = read_benchmark(folder)
    (talk,) = talks(content)
    own = {each.number: solution(each.reference) for each in talk.asked}
    names = {term.slot: term.name for term in talk.terms}
    opened = {each.number: names[each.items[0]] for each in talk.asked if each.items}
    careless = {
        each.number: (label, solution(control["script"]))
        for each in talk.asked
        for label, control in each.controls.items()
        if label.startswith(("not asked", "today's rules"))
    }

    def asks(turn: int, messages: Sequence[ChatMessage]) -> str:
        is_due = turn in opened and "The client: " not in messages[-1].text
        return f"ASK: What do you mean by {opened[turn]}?" if is_due else handing_in(own[turn])

    def does_not(turn: int, messages: Sequence[ChatMessage]) -> str:
        return handing_in(careless[turn][1] if turn in careless else own[turn])

    asking = await held(content, asks, local_sandbox)
    assert all(line.right is not False for line in asking.lines)
    needed = len(opened)
    told = questions(Held(tuple(asking.lines), "m"))
    assert needed and (told["needed"], told["asked"], told["hits"]) == (needed, needed, needed)
    careless_one = await held(content, does_not, local_sandbox)
    lapses = {line.turn: line.lapse for line in careless_one.lines if line.right is False}
    assert lapses == {turn: label for turn, (label, _) in careless.items()} and len(lapses) >= 2
    told = questions(Held(tuple(careless_one.lines), "m"))
    assert (told["needed"], told["hits"]) == (needed, 0) and told["wrong_unasked"] >= 1
