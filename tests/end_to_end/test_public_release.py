"""A benchmark in the public release's own layout is scored as it is, literally and with each table loaded once."""

import json
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import read_benchmark
from company.families.dialogues.evaluation.reloads import first_loads_only, without_reloads
from company.families.dialogues.evaluation.replies import code_of
from tests.end_to_end.official_rules import is_right
from tests.support import public_release
from tests.support.commands import Run
from tests.support.loopback import Loopback
from tests.support.tiny_models import code_model
from tests.support.warm_python import interpreter

CODE = ("17", "18", "20", "321", "short_correction_5")


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("release")
    return folder, public_release.write(folder)


def scored(company: Run, folder: Path, responses: dict[str, str], *flags: str, **options: Any) -> dict[str, Any]:
    file = folder / "responses.jsonl"
    numbered = [(int(data_id) if data_id.isdigit() else data_id, text) for data_id, text in responses.items()]
    file.write_text("".join(json.dumps({"data_id": name, "response": text}) + "\n" for name, text in numbered))
    done = company("score", folder, file, "--json", *flags, **options)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_right_answers_are_right_but_where_the_reference_itself_fails(
    company: Run, release: tuple[Path, dict[str, str]]
) -> None:
    folder, right = release
    literal = {case["data_id"]: case for case in scored(company, folder, right)["cases"]}
    assert {name for name, case in literal.items() if not case["right"]} == {"18"}
    assert literal["18"]["failure"] == "reference failed"
    assert literal["321"]["recall"] == 1.0 and literal["321"]["category"] == "private"
    assert literal["20"]["intents"] == [True, True]
    once = scored(company, folder, right, "--first-loads")
    assert once["accuracy"]["value"] == 1.0
    assert once["by"]["answered by"]["choice"]["cases"] == 2


def test_a_strangers_rules_say_the_same_of_right_and_of_wrong_answers(
    company: Run, release: tuple[Path, dict[str, str]]
) -> None:
    folder, right = release
    wrong = {name: text.replace(".sum()", ".max()").replace("plt.bar", "plt.pie") for name, text in right.items()}
    wrong |= {"543": "Answer: B", "600": "</choice>"}
    entries, python = {entry["data_id"]: entry for entry in read_benchmark(folder).entries}, str(interpreter())
    for answers, flags in ((right, ("--first-loads",)), (wrong, ("--first-loads",)), (wrong, ())):
        found = {case["data_id"]: case["right"] for case in scored(company, folder, answers, *flags)["cases"]}
        assert [found["543"], found["600"]] == [answers is right] * 2
        for name in CODE if flags else set(CODE) - {"18"}:
            entry, answer = entries[name], answers[name]
            if flags:
                entry = first_loads_only(entry)
                answer = f"```python\n{without_reloads(entry['ref_code_hist'], code_of(answer))}\n```"
            assert found[name] == is_right(entry, answer, folder / "data" / "resource", python), (name, flags)


def test_close_answers_count_in_part(company: Run, release: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is missing: AccSE was not computed by a command")
    folder, right = release
    code_model(tmp_path / "codet5p")
    wrong = {name: text.replace(".sum()", ".max()") for name, text in right.items()}
    with Loopback(models="some-embedding") as server:
        words = ("--code-embeddings", tmp_path / "codet5p", "--text-embeddings", "some-embedding")
        told = scored(company, folder, wrong, "--first-loads", *words, "--embeddings-url", server.base_url)
        texts = sum(entry.prompt_tokens for entry in server.log())
    cases = {case["data_id"]: case for case in told["cases"]}
    assert [cases[name]["right"] for name in CODE] == [False] * 5
    assert all(cases[name]["text_similarity"] > 0.9 for name in CODE)
    assert cases["543"]["code_similarity"] is None
    worth = {name: 0.5 if cases[name]["code_similarity"] > 0.85 else 0.25 for name in CODE}
    assert told["accuracy_with_similarity"]["value"] == pytest.approx((2 + sum(worth.values())) / 7, abs=1e-4)
    assert told["accuracy_with_similarity_and_recall"]["value"] == pytest.approx(worth["321"])
    spent = told["similarity"]
    assert (spent["tokens"], spent["usd"], spent["text"]) == (texts, None, "some-embedding")
    refused = company("score", folder, folder / "responses.jsonl", "--text-embeddings", "some-embedding")
    assert refused.returncode == 2 and "--code-embeddings" in refused.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"eval_metrics": ""}, "eval_metrics is not as the format says"),
        ({"data_id": None}, "data_id is not as the format says"),
        ({"prompt_with_hist_json": "[]"}, "prompt_with_hist_json is not as the format says"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_its_line(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    from company.errors import ArchiveError

    public_release.write(tmp_path)
    file = tmp_path / "data" / "dialogue_data" / "normal.jsonl"
    first, *rest = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps({**json.loads(first), **change}), *rest]))
    with pytest.raises(ArchiveError, match=rf"normal\.jsonl:1: {said}"):
        read_benchmark(tmp_path)
