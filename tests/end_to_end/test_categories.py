"""One benchmark of every category: made, exported, verified, counted, and shown to be fair and hard to fool."""

import copy
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import read_benchmark
from company.families.dialogues.body.reference import BEGIN, END
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.content import library_of
from company.families.shared.choices.blind import baselines, given_away
from company.families.shared.choices.gate import gold_letter
from tests.support.commands import Run
from tests.support.every_category import TARGETS


@pytest.fixture
def benchmark(benchmark_of_every_category: Path) -> Path:
    """A benchmark with some cases of every category, not to be written to."""
    return benchmark_of_every_category


def lines(benchmark: Path, category: Any) -> list[dict[str, Any]]:
    return [copy.deepcopy(entry) for entry in read_benchmark(benchmark).cases[category]]


def test_as_many_are_accepted_as_were_asked_for(every_category: Path) -> None:
    outcome = json.loads((every_category.parent / "outcome.json").read_text())
    assert outcome["counts"] == {category: [number, number] for category, number in TARGETS.items()}


def test_every_file_holds_as_many_cases_as_were_asked_for(benchmark: Path) -> None:
    content = read_benchmark(benchmark)
    assert {category: len(cases) for category, cases in content.cases.items()} == TARGETS
    header = json.loads((benchmark / "data/dialogue_data/private.jsonl").read_text().splitlines()[0])
    assert set(header) == {"private_lib", "private_lib_json"}
    assert header["private_lib"] == (benchmark / "data/resource/decision_company.py").read_text()
    assert len(library_of(content)) > 3
    for entry in content.cases["plot_qa"]:
        assert (benchmark / entry["figure"]).read_bytes().startswith(b"\x89PNG")


def test_the_whole_benchmark_verifies(company: Run, benchmark: Path) -> None:
    verified = company("verify", benchmark, "--json")
    told = json.loads(verified.stdout)
    assert verified.returncode == 0, told["problems"] + [case for case in told["cases"] if not case["passed"]]
    assert told["passed"] == sum(TARGETS.values())
    assert told["controls"]["slipped through"] == 0
    assert told["controls"]["wrong version"] >= TARGETS["update_code"] + TARGETS["clarification"]
    assert told["controls"]["another letter"] >= 3 * (TARGETS["insight_mining"] + TARGETS["fast_fail"])


def test_right_answers_of_every_category_score_and_wrong_ones_do_not(
    company: Run, benchmark: Path, tmp_path: Path
) -> None:
    content = read_benchmark(benchmark)
    right = {entry["data_id"]: entry["reference_answer"] for entry in content.entries}
    others = {}
    for entries in content.cases.values():
        for entry in entries:
            # A choice is answered by the next letter, code by the results of its first lines alone.
            letter = gold_letter(entry) if "choice" in entry else ""
            options = [each["letter"] for each in entry["choice"]["options"]] if letter else []
            wrong = f"Answer: {next(each for each in options if each != letter)}" if letter else perturbed(entry)
            others[entry["data_id"]] = wrong
    for responses, value in ((right, 1.0), (others, 0.0), (dict.fromkeys(right, ""), 0.0)):
        file = tmp_path / "responses.jsonl"
        lines = [json.dumps({"data_id": data_id, "response": text}) for data_id, text in responses.items()]
        file.write_text("\n".join(lines))
        done = company("score", benchmark, file, "--json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        strange = [case for case in told["cases"] if case["right"] != bool(value)]
        assert (told["accuracy"]["value"], strange) == (value, [])


def perturbed(entry: dict[str, Any]) -> str:
    """The reference with every result changed before it is saved; a line beside what is drawn might be a guide."""
    other = "plt.gcf().clear(); plt.plot([3, 1, 9], [2, 7, 1])"
    answer = entry["reference_answer"].replace("plt.savefig", f"{other}; plt.savefig")
    return re.sub(r"pickle\.dump\((\w+), ", r"pickle.dump([\1, 0], ", answer)


def test_queries_stand_in_both_registers_with_one_reference(benchmark: Path) -> None:
    said = {}
    for register in ("statement", "colloquial"):
        file = benchmark / "data/registers" / register / "normal.jsonl"
        said[register] = {each["data_id"]: each for each in map(json.loads, file.read_text().splitlines())}
    assert said["statement"].keys() == said["colloquial"].keys() != set()
    for data_id, one in said["statement"].items():
        other = said["colloquial"][data_id]
        assert one["reference_answer"] == other["reference_answer"]
        assert one["current_query"] != other["current_query"]
        assert other["current_query"] in other["prompt_with_hist_txt"]


def test_blind_rules_do_as_well_as_chance(benchmark: Path) -> None:
    cases = read_benchmark(benchmark).cases
    assert given_away(cases) == []
    chosen = [entry for entries in cases.values() for entry in entries if "choice" in entry]
    assert [each for each in baselines(chosen) if not each.blind] == []
    rights = Counter(json.loads(entry["reference_answer"])["correct_answer"] for entry in chosen)
    assert len(rights) >= 3


def _wrong_gold(entry: dict[str, Any]) -> None:
    other = next(option["letter"] for option in entry["choice"]["options"] if option["slip"] and option["code"])
    entry["reference_answer"] = json.dumps({"correct_answer": other})


def _two_right(entry: dict[str, Any]) -> None:
    right = next(option for option in entry["choice"]["options"] if not option["slip"])
    wrong = next(option for option in entry["choice"]["options"] if option["slip"] and option["code"])
    wrong["code"] = right["code"] or wrong["code"]


def _constant(entry: dict[str, Any]) -> None:
    next(option for option in entry["choice"]["options"] if option["slip"])["code"] = "False"


def _same_words(entry: dict[str, Any]) -> None:
    first, second, *_ = entry["choice"]["options"]
    second["text"] = first["text"]


def _another_result(entry: dict[str, Any]) -> None:
    others = [f"{name} = pd.DataFrame({{'x': [1.5]}})" for name in _names(entry)]
    drawn = ["import matplotlib.pyplot as plt", "plt.close('all')", "plt.plot([3, 1, 2])"]
    entry["prototype_code"] += "\n" + "\n".join(["import pandas as pd", *(others or drawn)])


def _no_library(entry: dict[str, Any]) -> None:
    old = entry["reference_answer"]
    head, _, rest = old.partition(f"{BEGIN}\n")
    _, _, tail = rest.partition(END)
    entry["reference_answer"] = f"{head}{BEGIN}\n{entry['prototype_code']}\n{END}{tail}"
    entry["ref_code_all"] = entry["ref_code_all"].replace(old, entry["reference_answer"])


def _right_as_wrong(entry: dict[str, Any]) -> None:
    entry["wrong_answers"] = dict.fromkeys(entry["wrong_answers"], entry["reference_answer"])


def _names(entry: dict[str, Any]) -> list[str]:
    return [
        line.split("(")[1].split(",")[0] for line in entry["reference_answer"].splitlines() if "pickle.dump" in line
    ]


def _options_without_code(entry: dict[str, Any]) -> int:
    return sum(not option["code"] for option in entry.get("choice", {}).get("options", ()))


BROKEN = (
    ("insight_mining", _wrong_gold),
    ("insight_mining", _two_right),
    ("insight_mining", _constant),
    ("insight_mining", _same_words),
    ("fast_fail", _wrong_gold),
    ("fast_fail", _two_right),
    ("best_guess", _wrong_gold),
    ("plot_qa", _wrong_gold),
    ("private", _another_result),
    ("private", _no_library),
    ("update_code", _right_as_wrong),
    ("clarification", _right_as_wrong),
)


def test_what_is_broken_is_caught(company: Run, benchmark: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    (damaged / "data/dialogue_data").mkdir(parents=True)
    (damaged / "data/resource").symlink_to(benchmark / "data/resource")
    for category, breaking in BROKEN:
        # One in which each option has code, where there is one: "none of these" has none.
        entry = min(lines(benchmark, category), key=_options_without_code)
        breaking(entry)
        entry["data_id"] += breaking.__name__
        with (damaged / "data/dialogue_data" / CATEGORIES[category].file).open("a") as file:
            file.write(json.dumps(entry) + "\n")
    refused = company("verify", damaged, "--json")
    told = json.loads(refused.stdout)
    assert refused.returncode == 1
    assert [case["data_id"] for case in told["cases"] if case["passed"]] == []
    assert len(told["cases"]) == len(BROKEN)
    assert all(case["reasons"] for case in told["cases"])
