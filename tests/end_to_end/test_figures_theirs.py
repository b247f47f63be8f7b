"""MatPlotAgent's way with our figures: its programs find all in our export, and its answers are scored as it scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from company import api
from company.benchmark.reading import Benchmark, read_cases
from company.evaluation.asking import Seeing
from company.families.figures.gate.drawing import ANSWER, code_in
from company.families.figures.pictures import is_blank
from tests.support.commands import company_command
from tests.support.drawing_server import drawing_server
from tests.support.made_once import made_once
from tests.support.matplotagent import evaluated, generated, in_whole_numbers

TYPES = ("bar", "scatter", "radar", "2x2 panels")
JUDGE = "openai/gpt-4o"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run's benchmark in our layout and in theirs, and what their programs make of it; only to be looked at."""

    def make(folder: Path) -> None:
        (folder / "simulation.toml").write_text(
            '[table]\nbuiltin = "wine"\n[originals]\nfrom = "tables"\n'
            f"[figures]\ntypes = {json.dumps(TYPES)}\n[targets]\nfigure = {len(TYPES)}\n"
        )
        run = folder / "run"
        for words in (("simulate", folder, "--out", run), ("export", run, "--layout", "matplotbench")):
            done = company_command(*words)
            assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "figures_theirs", make) / "run"


@pytest.fixture(scope="module")
def ours(made: Path) -> Benchmark:
    return read_cases(made / "benchmark")


@pytest.fixture(scope="module")
def theirs(made: Path) -> Path:
    return made / "benchmark-matplotbench"


@pytest.fixture(scope="module")
def workspace(ours: Benchmark, theirs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Answers: the references, but for the second, which draws what the first one does."""
    place = tmp_path_factory.mktemp("theirs") / "workspace"
    lines = {line["data_id"]: line for line in ours.entries}
    index = json.loads((theirs / "index.json").read_text())

    def code_for(number: int, text: str) -> str:
        line = lines[index[str(1 if number == 2 else number)]]
        assert lines[index[str(number)]]["current_query"] in text
        code = code_in(line["reference_answer"], ANSWER)
        return f"import matplotlib\nmatplotlib.use('Agg')\n{code}\nplt.savefig('novice.png')\n"

    assert generated(theirs, place, code_for) == []
    return place


def test_their_programs_find_every_case_with_its_data_and_its_truth(ours: Benchmark, theirs: Path) -> None:
    instructions = json.loads((theirs / "benchmark_instructions.json").read_text())
    assert [each["id"] for each in instructions] == list(range(1, len(ours.entries) + 1))  # by place and by id
    for number, line in enumerate(ours.entries, start=1):
        told = instructions[number - 1]
        assert line["expert_query"] in told["expert_instruction"]
        assert {each.name for each in (theirs / "data" / str(number)).iterdir()} == {*line["data_files"]}
        assert all(name in told["simple_instruction"] for name in line["data_files"])
        truth = theirs / "ground_truth" / f"example_{number}.png"
        assert truth.read_bytes() == (ours.folder / line["ground_truth"]).read_bytes()
    pictures = list((theirs / "ground_truth").iterdir())
    assert [each.name for each in pictures if is_blank(each.read_bytes())] == ["empty.png"]
    assert len(pictures) == len(instructions) + 1


def test_what_their_programs_leave_is_scored_as_they_score_it(
    ours: Benchmark, theirs: Path, workspace: Path, tmp_path: Path
) -> None:
    mean = evaluated(theirs, workspace, in_whole_numbers)
    assert 0 < mean < 100
    with drawing_server(judge=in_whole_numbers) as server:
        found = {
            folder: api.score(folder, workspace, judge=Seeing(JUDGE, server.url, logs=tmp_path), quiet=True)
            for folder in (theirs, ours.folder)
        }
    for scores in found.values():
        assert scores.figures["judged"]["value"] == pytest.approx(mean) and scores.figures["unanswered"] == 0
    known, unknown = found[ours.folder], found[theirs]
    assert [case.right for case in known.scored] == [True, False, True, True]
    # Their layout does not tell what a reference draws: D is not available, which is not 0.
    assert unknown.figures["accuracy"] is None and {case.value for case in unknown.scored} == {None}
    assert "not available" in unknown.text


@pytest.mark.parametrize(("mode", "calls"), [("base", 1), ("cot", 1), ("agent-blind", 2), ("agent", 3)])
def test_models_draw_what_is_exported_in_every_mode_and_d_is_never_zero(
    ours: Benchmark, theirs: Path, tmp_path: Path, mode: str, calls: int
) -> None:
    codes = {line["current_query"]: code_in(line["reference_answer"], ANSWER) for line in ours.entries}

    def draws(text: str) -> str:
        code = next((code for query, code in codes.items() if query in text), "")
        return "```python\nprint('nothing')\n```" if "radar" in text.lower() else f"```python\n{code}\n```"

    with drawing_server(draws=draws, looks="NOTHING TO CHANGE", judge=in_whole_numbers) as server:
        asking = {"base_url": server.url, "logs": tmp_path, "quiet": True}
        judge = Seeing(JUDGE, server.url, logs=tmp_path)
        found = api.evaluate(theirs, JUDGE, mode=mode, judge=judge, **asking)
        assert found.sitting is not None
        again = api.score(theirs, found.sitting.file, judge=judge, quiet=True)
    drawn = [case for case in found.scored if case.failure != "nothing drawn"]
    assert len(drawn) == 3 and {case.judged["score"] for case in drawn if case.judged} == {100.0}
    for scores in (found, again):
        assert scores.figures["accuracy"] is None and {case.value for case in scores.scored} == {None}
        assert scores.figures["judged"]["value"] == 75.0 and "not available" in scores.text
    told = [case.as_json() for case in drawn]
    assert all(case.get("calls", 1) == calls for case in told), told
