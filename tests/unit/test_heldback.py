"""Cases in public and their gold held back: two folders, of which the first gives nothing away, by search."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.benchmark.loading import read_loaded
from company.benchmark.printing import verification_text
from company.benchmark.publishing.draft import Draft
from company.benchmark.publishing.export import export
from company.benchmark.reading import read_benchmark, read_cases
from company.benchmark.verify import verify
from company.benchmark.withholding.gold import Haystack, given_away
from company.benchmark.withholding.heldback import publishable
from company.benchmark.withholding.leaks import leaks, public_problems
from company.console.progress import Silent
from company.errors import ArchiveError, ConfigError
from company.evaluation.scoring import score
from company.families.dialogues.family import FAMILY
from company.families.dialogues.publishing.draft import DialoguesDraft
from tests.support.mixed_run import D, make_mixed_run

LINES = "data/dialogue_data"
RELEASE = FAMILY.release
PUBLIC_FIELDS = RELEASE.public_fields


def test_both_have_the_same_cases_and_one_has_no_gold(pair: tuple[Path, Path]) -> None:
    public, held_back = pair
    asked, full = read_cases(public), read_benchmark(held_back)
    assert [entry["data_id"] for entry in asked.entries] == [entry["data_id"] for entry in full.entries]
    assert not asked.has_gold and full.has_gold
    for entry, whole in zip(asked.entries, full.entries, strict=True):
        assert set(entry) <= set(PUBLIC_FIELDS)
        assert all(entry[name] == whole[name] for name in entry)
    assert not (public / "data/dialogues.jsonl").exists() and (held_back / "data/dialogues.jsonl").exists()
    assert leaks(public, held_back) == ()


def test_of_a_dialogue_code_cases_are_of_one_turn_and_nothing_shows_its_code(pair: tuple[Path, Path]) -> None:
    public, held_back = pair
    taken = {category: [e["data_id"] for e in entries] for category, entries in read_cases(public).cases.items()}
    assert taken["normal"] == [f"{D}.t05"]
    assert taken["plot_qa"] == [f"{D}.t04.plot_qa"] and taken["fast_fail"] == [f"{D}.t01.fast_fail"]
    assert "private" not in taken and "clarification" not in taken
    solution = "sort_values(ascending=False).index.tolist()"
    assert solution in (held_back / LINES / "normal.jsonl").read_text()
    assert not any(solution in path.read_text() for path in public.rglob("*.jsonl"))


def test_the_public_card_tells_neither_seed_nor_gold(pair: tuple[Path, Path]) -> None:
    public, held_back = pair
    card, told = (public / "README.md").read_text(), json.loads((public / "provenance.json").read_text())
    assert "This folder has no gold" in card and "seed 7" not in card and "company score HELD_BACK" in card
    assert "seed 7" in (held_back / "README.md").read_text()
    assert told["runs"][0]["seed"] is None and told["runs"][0]["settings"] == {} and told["runs"][0]["roles"] == {}
    assert "grammar, seed 7" not in (public / "provenance.json").read_text()
    left_out = 10 - len(read_cases(public).entries)
    assert left_out > 0 and f"{left_out} cases that would are in neither folder" in card


def test_files_for_loaders_hold_the_public_fields_alone(pair: tuple[Path, Path]) -> None:
    for file in (pair[0] / "data/parquet").iterdir():
        names, rows = read_loaded(file)
        assert set(names) <= {*PUBLIC_FIELDS, "category", "image"} and rows


async def test_responses_to_the_public_folder_are_scored_by_the_other(pair: tuple[Path, Path], tmp_path: Path) -> None:
    public, held_back = pair
    gold = {entry["data_id"]: entry["reference_answer"] for entry in read_benchmark(held_back).entries}
    ids = [entry["data_id"] for entry in read_cases(public).entries]
    lines = [json.dumps({"data_id": data_id, "response": gold[data_id]}) for data_id in ids[1:]]
    (tmp_path / "responses.jsonl").write_text("\n".join(lines))
    scored = await score(held_back, tmp_path / "responses.jsonl", Silent())
    assert {case.data_id: case.right for case in scored} == {data_id: data_id != ids[0] for data_id in ids}
    with pytest.raises(ArchiveError, match=r"has no gold.*held back"):
        await score(public, tmp_path / "responses.jsonl", Silent())


async def test_verify_says_that_a_public_folder_has_no_gold(pair: tuple[Path, Path]) -> None:
    public, _ = pair
    found = await verify(public, Silent())
    assert not found.ok and not found.has_gold and found.problems == () and found.cases == ()
    text = verification_text(public, found.as_json())
    assert "has no gold" in text and "as it should be" in text and f"--public {public}" in text
    (public / "data/dialogues.jsonl").write_text("{}\n")
    assert "data/dialogues.jsonl has no place in a public folder" in (await verify(public, Silent())).problems


async def test_verify_looks_through_the_public_folder_for_gold(pair: tuple[Path, Path]) -> None:
    public, held_back = pair
    card = public / "README.md"
    card.write_text(
        card.read_text()
        + '\nkinds = shops.groupby("kind")["sales"].sum().sort_values(ascending = False).index.tolist()\n'
    )
    found = await verify(held_back, Silent(), public=public)
    assert any("README.md holds" in problem and f"{D}.t05" in problem for problem in found.problems)


def _line(name: str, change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    def spoil(public: Path) -> None:
        path = public / LINES / name
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        change(lines[0])
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    return spoil


def _say(text: str) -> Callable[[dict[str, Any]], None]:
    def change(line: dict[str, Any]) -> None:
        line["prompt_with_hist_txt"] += text

    return change


def _beside(name: str, text: str) -> Callable[[Path], None]:
    def spoil(public: Path) -> None:
        path = public / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text((path.read_text() if path.exists() else "") + text)

    return spoil


PEOPLE = 'people = shops.groupby("kind")["staff"].sum()'


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_line("normal.jsonl", lambda line: line.update(eval_metrics="print(True)")), "the field eval_metrics is not"),
        (_line("normal.jsonl", lambda line: line.update(hint="sum them")), "the field hint is not public"),
        (_line("action_plotqa.jsonl", _say(f"\n```python\n{PEOPLE}\n```")), "of the reference of shops.p1.s1.d1.t05"),
        (
            _line("action_plotqa.jsonl", _say("\n```python\npeople=(shops . groupby('kind')['staff']\n.sum())\n```")),
            "t05",
        ),
        (_line("action_plotqa.jsonl", _say(f" It was {PEOPLE.replace(' ', '')}, was it not?")), "t05"),
        (_line("action_plotqa.jsonl", _say(" I saw ['tea', 'bakery', 'books'] before.")), "a result of"),
        (_line("normal.jsonl", _say(" Anything.")), "says something else in the two folders"),
        (_beside("README.md", f"\n{PEOPLE}\n"), "README.md holds"),
        (_beside("data/resource/decision_company.py", f"# {PEOPLE}\n"), "decision_company.py"),
        (_beside("notes/answers.txt", "B, C, B"), "notes/answers.txt has no place"),
        (_beside("recordings/shops.recording", "x"), "recordings/shops.recording has no place"),
        (_beside("data/resource/shops.csv", "Oslo,tea,2020-01-01,1,1\n"), "is not the file that the held-back folder"),
    ],
)
def test_what_gives_gold_away_is_found(pair: tuple[Path, Path], spoil: Callable[[Path], None], words: str) -> None:
    public, held_back = pair
    spoil(public)
    found = leaks(public, held_back)
    assert any(words in each for each in found), found


def test_a_right_letter_that_is_told_is_found(pair: tuple[Path, Path]) -> None:
    public, held_back = pair
    entry = next(e for e in read_benchmark(held_back).entries if e["data_id"].endswith("plot_qa"))
    letter = json.loads(entry["reference_answer"])["correct_answer"]
    _line("action_plotqa.jsonl", _say(f" The right answer is {letter}."))(public)
    assert any(each.endswith("plot_qa says which option is right") for each in leaks(public, held_back))


def test_files_for_loaders_with_gold_in_them_are_found(pair: tuple[Path, Path]) -> None:
    public, held_back = pair
    shutil.copy(held_back / "data/parquet/normal.parquet", public / "data/parquet/normal.parquet")
    found = leaks(public, held_back)
    assert any("the column reference_answer" in each for each in found)
    assert any("the column" in each for each in public_problems(public))


def test_gold_in_another_cases_history_is_not_published(dialogue: Any, tmp_path: Path) -> None:
    """What the order of turns cannot tell, search finds: here, a client quotes the code of a later turn."""
    run = make_mixed_run(dialogue)
    with Archive.open(run) as archive:
        case = next(each for each in archive.records("case") if each.entry["data_id"].endswith("t01.fast_fail"))
        archive.put(case.model_copy(update={"entry": {**case.entry, "current_query": f"Why not `{PEOPLE}`?"}}))
    public = export([run], tmp_path / "public", held_back=tmp_path / "gold")
    ids = {entry["data_id"] for entry in read_cases(public).entries}
    assert not {f"{D}.t01.fast_fail", f"{D}.t05"} <= ids
    assert leaks(public, tmp_path / "gold") == ()


def test_two_dialogues_may_share_a_statement_and_not_a_solution(dialogue: Any) -> None:
    entry = dialogue.entry(5)
    other = "shops.p2.s1.d1.t01"
    one, both = Haystack(RELEASE.paragraphs), Haystack(RELEASE.paragraphs)
    for stack in (one, both):
        stack.add(entry["data_id"], [entry["prompt_with_hist_txt"]])
        stack.add(other, [PEOPLE])
    assert given_away(RELEASE, [entry], one) == set()
    both.add(other, [dialogue.turns[4].code])
    assert {(given, by) for given, by, _ in given_away(RELEASE, [entry], both)} == {(entry["data_id"], other)}
    assert len(RELEASE.pieces(entry)) == 2


def test_cases_that_are_none_of_ours_stand_alone(dialogue: Any) -> None:
    entries = [{**dialogue.entry(n), "data_id": f"case {n}"} for n in (1, 5)]
    assert [entry["data_id"] for entry in publishable(Draft(FAMILY, {"normal": entries[1:]}))["normal"]] == ["case 5"]
    assert "reference_answer" not in RELEASE.public_line(entries[0])


def test_the_folders_must_not_lie_in_one_another(dialogue: Any, tmp_path: Path) -> None:
    run = make_mixed_run(dialogue)
    for held_back in (tmp_path / "public", tmp_path / "public" / "gold", tmp_path):
        with pytest.raises(ConfigError, match="must not lie in one another"):
            export([run], tmp_path / "public", held_back=held_back)
    assert not (tmp_path / "public").exists()


def test_where_gold_would_be_given_away_nothing_is_published(
    dialogue: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(_: Any, cases: Any) -> Any:
        return {
            category: [
                {**RELEASE.public_line(entry), "current_query": str(entry["reference_answer"])} for entry in entries
            ]
            for category, entries in cases.items()
        }

    monkeypatch.setattr(DialoguesDraft, "without_gold", shown)
    with pytest.raises(ArchiveError, match="would give gold away"):
        export([make_mixed_run(dialogue)], tmp_path / "public", held_back=tmp_path / "gold")
    assert not (tmp_path / "public").exists()
