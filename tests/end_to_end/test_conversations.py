"""Whole dialogues held with scripted models: what is asked, checked, told and kept, and whose the errors are."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.model import ChatMessage

from company import api
from company.benchmark.reading import Benchmark, read_benchmark
from company.errors import ConfigError
from company.evaluation.logs import sittings
from company.evaluation.reporting import as_markdown, as_page, report_of
from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.conversation.journal import Journal
from company.families.dialogues.evaluation.conversation.record import talks
from company.families.dialogues.evaluation.conversation.view import View
from company.families.dialogues.files import DIALOGUES, LINES
from company.sandbox import Sandbox
from tests.support.commands import company_command
from tests.support.conversing import TURN, careful, handing_in, held
from tests.support.conversing_server import conversing_server
from tests.support.evolving import write_evolving
from tests.support.killing import killed, lines_in
from tests.support.planted import expected, planted

pytestmark = pytest.mark.asyncio(loop_scope="session")
D = "bookings_1.p1.s1.d1"
MODEL = "openai/gpt-4o"
LAST = 14


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_evolving(tmp_path_factory.mktemp("evolving") / "b", dialogues=2, open_terms=True)


@pytest.fixture(scope="module")
def content(folder: Path) -> Benchmark:
    return read_benchmark(folder)


def users(messages: Sequence[ChatMessage]) -> list[str]:
    return [each.text for each in messages if each.role == "user"]


async def test_a_careful_model_is_right_in_every_turn_whatever_its_style(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    def in_place(turn: int, messages: Sequence[ChatMessage]) -> str:
        if turn == 3:
            return handing_in('def kept(t):\n    return t[t["status"] != "cancelled"]\n\n'
                              'nights = kept(df)["nights"].groupby(kept(df)["city"]).sum().sort_values()')  # fmt: skip
        if turn == 4:
            return handing_in('df["income"] = df["nights"] * df["price"]\n'
                              'income_by_city = kept(df).groupby("city")["income"].sum()')  # fmt: skip
        return handing_in(own[turn])

    own = {each.number: solution(each.reference) for each in talks(content)[0].asked}
    plain, styled = await asyncio.gather(
        held(content, careful(content, D), local_sandbox), held(content, in_place, local_sandbox)
    )
    for found in (plain, styled):
        assert [line.turn for line in found.lines if not line.right] == []
        assert len(found.lines) == LAST and all(line.calls == 1 for line in found.lines)
    # The words are the record's, results go with their types, and no verdict and no value is told.
    said = users(plain.transcript())
    assert all(turn["query"] in text for turn, text in zip(_turns(content, D), said, strict=True))
    assert "- `long_income`: series; in any order" in said[5]
    assert not any(word in text for text in said for word in ("right", "wrong", "correct"))


async def test_forgetful_models_are_wrong_where_they_forget_and_are_told_apart(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    chosen = [talks(content)[seed % 2] for seed in range(4)]
    plans = [planted(talk, seed + 1) for seed, talk in enumerate(chosen)]
    found = await asyncio.gather(
        *(held(content, plan.say, local_sandbox, of=talk.dialogue) for plan, talk in zip(plans, chosen, strict=True))
    )
    wrong = unclear = right_class = 0
    for plan, talk, each in zip(plans, chosen, found, strict=True):
        known = expected(talk, plan, each.lines)
        assert all(not line.right for line in each.lines if line.turn in plan.labels)
        assert {line.turn for line in each.lines if line.wrong_before} <= {5, 7, 13, 14}
        for line in each.lines:
            if line.turn in known:
                whose, label = known[line.turn]
                wrong, unclear, right_class = wrong + 1, unclear + (line.whose == "unclear"), right_class + (
                    line.whose == whose
                )  # fmt: skip
                assert label in (None, line.lapse)
    assert wrong >= 20 and right_class >= 0.95 * wrong and unclear <= 0.05 * wrong


async def test_an_error_that_comes_with_a_table_that_a_wrong_turn_has_changed_is_inherited(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    def changes(turn: int, messages: Sequence[ChatMessage]) -> str:
        return handing_in(f'df = df[df["status"] == "paid"]\n{own[turn]}' if turn == 3 else own[turn])

    own = {each.number: solution(each.reference) for each in talks(content)[0].asked}
    found = await held(content, changes, local_sandbox, turns="1-8")
    assert all(3 not in line.wrong_before for line in found.lines), "the record says of none that it rests on turn 3"
    classes = {line.turn: line.whose for line in found.lines if not line.right}
    assert classes.pop(3) == "new" and len(classes) > 2 and {*classes.values()} == {"inherited"}

    def forgets(turn: int, messages: Sequence[ChatMessage]) -> str:
        script = next(each for each in talks(content)[0].asked if each.number == 4).controls[label]["script"]
        return handing_in(solution(str(script))) if turn == 4 else changes(turn, messages)

    label = "never agreed: income"
    lines = (await held(content, forgets, local_sandbox, turns="1-4")).lines
    assert [(line.whose, line.lapse) for line in lines[2:]] == [("new", None), ("new", label)], (
        "beside what it inherits"
    )


async def test_a_value_copied_out_of_a_wrong_result_and_code_that_stops_on_right_ones_are_unclear(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    def copies(turn: int, messages: Sequence[ChatMessage]) -> str:
        if turn == 4:
            return handing_in('income_by_city = df.groupby("city")["price"].sum()')
        if turn == 5 and "print(list" not in messages[-2].text:
            return "```python\nprint(list(income_by_city))\n```"
        if turn == 5:
            values = messages[-1].text.partition("[")[2].partition("]")[0]
            return handing_in(f"income_told = pd.Series([{values}], index=income_by_city.index) / 1000")
        if turn == 7:
            return handing_in("assert income_by_city.max() < 9000\nshare = long_income / income_by_city")
        return handing_in(own[turn])

    own = {each.number: solution(each.reference) for each in talks(content)[0].asked}
    found = await held(content, copies, local_sandbox, turns="1-7")
    assert {line.turn: line.whose for line in found.lines if not line.right} == {4: "new", 5: "unclear", 7: "unclear"}


async def test_a_turn_has_six_actions_and_a_missing_name_is_told_once(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    replies: dict[int, list[str]] = {
        1: ["```python\nprint(1)\n```"] * 9,
        2: ["DONE", handing_in(_own(content, 2))],
        3: ["hm", "hm", "hm"],
        4: ["```python\n1 / 0\n```\nDONE", handing_in(_own(content, 4))],
        5: ["```python\nprint(income_by_city.size)\n```", handing_in(_own(content, 5))],
    }

    def says(turn: int, messages: Sequence[ChatMessage]) -> str:
        return replies[turn].pop(0)

    found = await held(content, says, local_sandbox, turns="1-5")
    assert [(line.actions, line.calls, line.right) for line in found.lines] == [
        (7, 7, False), (1, 2, True), (0, 3, False), (2, 2, True), (2, 2, True),
    ]  # fmt: skip
    assert found.lines[0].handed == [] and found.lines[0].failure == "raised"
    said = "\n".join(users(found.transcript()))
    assert said.count("`sizes` is not there") == 1 and said.count("`long_price` is not there") == 1
    assert "ZeroDivisionError: division by zero" in said and "(4 actions left" not in said.split("# Turn 2")[0][-40:]
    assert "the turn ends as it stands" in said and "nor the line `DONE`" in said


async def test_a_client_is_asked_and_what_is_in_view_may_be_bounded(content: Benchmark, local_sandbox: Sandbox) -> None:
    shown: list[int] = []

    def asks(turn: int, messages: Sequence[ChatMessage]) -> str:
        shown.append(sum("```python" in each.text for each in messages if each.role == "assistant"))
        if turn == LAST and not messages[-1].text.startswith("The client"):
            return "ASK: in which unit is money?"
        return handing_in(_own(content, turn))

    found = await held(content, asks, local_sandbox, view=View(window=2))
    line = found.lines[-1]
    assert [(each["item"], each["kind"], each["cost"]) for each in line.questions] == [("thousand", "item", 1)]
    assert line.items == ["thousand"] and line.patience == 1 + 2 + 3 - 1
    assert users(found.transcript())[-1].startswith("The client: Money is told in thousands.")
    assert max(shown) == 2 and line.right


async def test_of_turns_out_of_view_a_model_knows_what_it_has_written_down(
    content: Benchmark, local_sandbox: Sandbox
) -> None:
    shown: dict[int, list[str]] = {}

    def writes(turn: int, messages: Sequence[ChatMessage]) -> str:
        shown[turn] = [each.text for each in messages]
        notes = f"```notes\nas of turn {turn}\n```\n" if turn % 3 == 1 else ""
        notes = f"```notes\n{'long ' * 30}\n```\n" if turn == 9 else notes
        return notes + handing_in(_own(content, turn))

    found = await held(content, writes, local_sandbox, view=View(window=2, notes=100))
    assert [line.right for line in found.lines if not line.right] == []
    assert {turn: TURN.findall("\n".join(texts)) for turn, texts in shown.items() if turn in (1, 2, 8)} == {
        1: ["1"], 2: ["1", "2"], 8: ["6", "7", "8"],
    }  # fmt: skip
    assert "at most 100 characters" in shown[1][0] and "(none yet)" in shown[1][-1]
    # The notes of a turn's beginning stand above its words alone, and not above those of the turns before.
    assert "as of turn 4" in shown[6][-1] and "as of turn 4" in shown[7][-1] and "as of turn 7" in shown[8][-1]
    assert not any("Your notes:" in text for texts in shown.values() for text in texts[1:-1])
    assert "Your notes have 149 characters; the first 100 of them are kept." in shown[10][-1]
    assert found.lines[8].notes == ("long " * 30)[:100] and found.lines[-1].notes == "as of turn 13"
    # Without notes, nobody is told of any.
    whole = await held(content, writes, local_sandbox, turns="1-2")
    assert "notes" not in shown[2][0] and whole.lines[0].notes is None


async def test_turns_before_the_first_are_told_as_on_record_and_turns_without_a_case_are_not_checked(
    folder: Path, local_sandbox: Sandbox, tmp_path: Path
) -> None:
    part = Path(shutil.copytree(folder, tmp_path / "b"))
    file = part / LINES / "evolving.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    file.write_text("".join(json.dumps(each) + "\n" for each in lines if each["turn"] != 4))
    content = read_benchmark(part)
    wrong = careful(content, D, {4: 'income_by_city = df.groupby("city")["price"].sum()'})
    found = await held(content, wrong, local_sandbox, turns="3-7")
    assert [(line.turn, line.right) for line in found.lines] == [
        (3, True),
        (4, None),
        (5, False),
        (6, True),
        (7, False),
    ]
    # What came of turn 4 is known of no check, and yet its error is not that of the turns that go on from it.
    assert [line.whose for line in found.lines if line.right is False] == ["inherited", "inherited"]
    assert found.lines[1].data_id is None
    messages = found.transcript()
    assert messages[2].text == "`sizes` is there." and "# Turn 1" not in messages[1].text


async def test_what_code_printed_is_told_again_as_it_was(
    content: Benchmark, local_sandbox: Sandbox, tmp_path: Path
) -> None:
    def prints(turn: int, messages: Sequence[ChatMessage]) -> str:
        code = "import time\nprint('it is', time.time_ns())\n" if turn == 1 else ""
        return handing_in(code + _own(content, turn))

    told = [await held(content, prints, local_sandbox, turns="1-2", journal=Journal(tmp_path / "o.jsonl"))
            for _ in range(2)]  # fmt: skip
    assert [each.text for each in told[0].transcript()] == [each.text for each in told[1].transcript()]
    assert [line.differs for line in told[0].lines] == [[], []] and told[1].lines[0].differs == [1]


# over HTTP


def scripted(content: Benchmark, but: dict[int, str]) -> Any:
    """A model on the wire: it looks, then answers; it forgets in some turns."""
    own = {each.dialogue: {turn.number: solution(turn.reference) for turn in each.asked} for each in talks(content)}

    def answer(messages: list[dict[str, Any]]) -> str:
        turn = int(TURN.findall("\n".join(each["content"] for each in messages if each["role"] == "user"))[-1])
        dialogue = next(name for name in own if f"`{name.partition('.')[0]}.csv`" in messages[0]["content"])
        if turn % 5 == 0 and "print(" not in messages[-2]["content"]:
            return "```python\nprint(df.shape, id(object()))\n```"
        return handing_in(but.get(turn, own[dialogue][turn]))

    return answer


WRONG = {4: 'income_by_city = df[df["status"] != "cancelled"].groupby("city")["price"].sum()'}


def test_killed_at_several_points_the_log_is_the_same_and_nothing_is_paid_twice(
    folder: Path, content: Benchmark, tmp_path: Path
) -> None:
    with conversing_server(scripted(content, WRONG)) as server:
        words = ("evaluate", folder, "--model", MODEL, "--model-base-url", server.url, "--mode", "conversation")
        words = (*words, "--turns", "1-5", "--limit", "1", "--json", "--log-dir")
        whole = company_command(*words, tmp_path / "whole")
        assert whole.returncode == 0, whole.stderr
        calls = len(server.bodies)
        server.bodies.clear()
        kept = tmp_path / "killed" / "kept" / "openai_gpt-4o.jsonl"
        server.seconds = 0.2
        for point in (1, 4):
            assert killed(*words, tmp_path / "killed", when=lambda: lines_in(kept) >= point)  # noqa: B023
            answered = lines_in(kept)
            time.sleep(0.3)  # what was under way comes to its end
            # A call whose answer never arrived was not paid by us; it may come again.
            server.bodies[:] = server.bodies[: max(0, answered)]
        with kept.open("a") as file:
            file.write('{"key": "half a li')
        server.seconds = 0.0
        done = company_command(*words, tmp_path / "killed")
        assert done.returncode == 0, done.stderr
        found, known = json.loads(done.stdout), json.loads(whole.stdout)
    assert len(kept.read_text().splitlines()) == calls + 1
    assert [_bare(each) for each in found["lines"]] == [_bare(each) for each in known["lines"]]
    assert found["conversation"] == {**known["conversation"], "differs": found["conversation"]["differs"]}
    assert {each["turn"]: each["class"] for each in known["lines"] if each["right"] is False} == {
        4: "new", 5: "inherited",
    }  # fmt: skip


def _bare(line: dict[str, Any]) -> dict[str, Any]:
    """A line but for what was printed differently, which a first run cannot have."""
    return {name: value for name, value in line.items() if name != "differs"}


def test_conversations_are_reported_beside_the_same_cases_in_another_mode(
    folder: Path, content: Benchmark, tmp_path: Path
) -> None:
    def base(messages: list[dict[str, Any]]) -> str:
        return f"```python\n{by_query[messages[-1]['content']]}\n```"

    # The second dialogue asks some of it in the same words, of other lines.
    by_query = {each["current_query"]: each["reference_answer"] for each in reversed(content.entries)}
    with conversing_server(scripted(content, WRONG)) as server:
        asking = {"base_url": server.url, "logs": tmp_path, "quiet": True}
        talked = api.evaluate(folder, MODEL, mode="conversation", limit=1, turns="1-7", budget=5.0, **asking)
    with conversing_server(base) as server:
        asked = api.evaluate(folder, MODEL, arm="evidence", **{**asking, "base_url": server.url})
    assert len(asked.scored) == 2 * LAST and all(each.right for each in asked.scored if each.cluster == D)
    assert "wrong turns: 3 (new 1, repeated 0, inherited 2" in talked.text
    assert talked.sitting is not None and talked.sitting.answers[0].input_tokens == 100
    assert talked.figures["conversation"]["costs"]["cached"] == pytest.approx(40 * 8 / 7, abs=0.1)
    assert talked.sitting is not None
    with pytest.raises(ConfigError, match=r"log of whole conversations.*company report"):
        api.score(folder, talked.sitting.file, quiet=True)
    found = sittings([tmp_path])
    report = report_of(content, found)
    (beside,) = report["tables"]["own_context"]
    assert beside["cases"] == 7 and beside["difference"]["value"] == pytest.approx(-3 / 7, abs=1e-3)
    page, markdown = (make(report, content.family.scoring) for make in (as_page, as_markdown))
    for text in (page, markdown):
        assert "Whole conversations" in text and "mode" not in text.partition("Whole conversations")[0][-20:]
    assert "never agreed: income" in page and "arm evidence" in page


def test_what_it_would_take_is_told_without_asking_anybody(folder: Path) -> None:
    told, text = api.estimate_evaluation(folder, MODEL, mode="conversation")
    short, _ = api.estimate_evaluation(folder, MODEL, mode="conversation", window=1, turns="1-7")
    noted, _ = api.estimate_evaluation(folder, MODEL, mode="conversation", window=1, notes=400, turns="1-7")
    assert noted["read"] < short["read"] and noted["calls"] == short["calls"]
    assert (told["dialogues"], told["turns"], told["calls"]) == (2, 2 * LAST, 6 * LAST)
    assert short["read"] < told["read"] / 2 and told["usd"] > 0 and "84, 3 a turn" in text
    done = company_command("evaluate", folder, "--mode", "conversation", "--estimate")
    assert done.returncode == 0 and "cost        unknown" in done.stdout


@pytest.mark.parametrize(
    ("asking", "said"),
    [
        ({"mode": "conversation", "arm": "evidence"}, "--arm evidence is for --mode base"),
        ({"mode": "conversation", "categories": ("normal",)}, "--categories does not go with"),
        ({"mode": "conversation", "turns": "20-30"}, "no dialogue with a code case"),
        ({"mode": "conversation", "patience": -1}, "--patience -1"),
        ({"mode": "conversation", "notes": 800}, "say how many turns stay in it, too: --window 2"),
        ({"mode": "conversation", "notes": -1, "window": 2}, "--notes -1"),
        ({"notes": 800}, "--notes is for --mode conversation"),
        ({"patience": 2}, "--patience is for --mode conversation"),
        ({"mode": "agent", "arm": "explicit"}, "--arm explicit is for --mode base"),
        ({"repeat": 2}, "--repeat is for raters"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anybody_is_asked(
    folder: Path, tmp_path: Path, asking: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        api.evaluate(folder, MODEL, logs=tmp_path, quiet=True, **asking)


def test_a_folder_that_tells_no_dialogues_holds_no_conversation(folder: Path, tmp_path: Path) -> None:
    part = Path(shutil.copytree(folder, tmp_path / "b"))
    (part / DIALOGUES).unlink()
    with pytest.raises(ConfigError, match="does not tell its dialogues"):
        api.evaluate(part, MODEL, logs=tmp_path, quiet=True, mode="conversation")


def _turns(content: Benchmark, dialogue: str) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = next(
        each["turns"] for each in content.beside["dialogues"] if each["dialogue"] == dialogue
    )
    return turns


def _own(content: Benchmark, turn: int) -> str:
    return next(solution(each.reference) for each in talks(content)[0].asked if each.number == turn)
