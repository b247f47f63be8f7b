"""Raters over HTTP: every mode and context, what they are told and shown, what cannot be read, and what is kept."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from company import api
from company.api import Scores
from company.errors import ConfigError, OutOfBudget
from tests.support.caption_study import WORDS, written
from tests.support.commands import company_command
from tests.support.killing import killed, lines_in
from tests.support.rating_server import Asked, pictures_of, rating_server

MODEL = "openai/gpt-4o"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("raters") / "b", 4, examples=3)


@pytest.fixture(scope="module")
def server() -> Iterator[Asked]:
    with rating_server() as asked:
        yield asked


def evaluated(benchmark: Path, server: Asked, logs: Path, **asking: Any) -> Scores:
    server.bodies.clear()
    return api.evaluate(benchmark, MODEL, base_url=server.url, logs=logs, quiet=True, **asking)


def ratings_of(found: Scores) -> dict[str, Any]:
    return {case.data_id: case.as_json()["ratings"] for case in found.scored}


@pytest.mark.parametrize(("mode", "calls"), [("zero-shot", 7), ("few-shot", 7), ("qa", 8), ("qa-yn", 8)])
def test_each_caption_is_rated_in_a_conversation_of_its_own(
    benchmark: Path, server: Asked, tmp_path: Path, mode: str, calls: int
) -> None:
    found = evaluated(benchmark, server, tmp_path, mode=mode)
    assert len(server.bodies) == 4 * calls and all(len(body["messages"]) == 1 for body in server.bodies)
    assert {(body["temperature"], body["top_p"]) for body in server.bodies} == {(0.1, 0.95)}
    assert len(found.scored) == 4 and found.figures["ratings"] == 28 and found.figures["unread"] == 0
    # The server does not read numbers, so twins are as good as their captions.
    assert found.figures["value"]["value"] == 0.5 and found.figures["accuracy"] is None
    for ratings in ratings_of(found).values():
        assert sorted(ratings) == [f"c{place}" for place in range(1, 8)]
        assert sorted(each[0] for each in ratings.values())[-1] == (6.0 if "shot" in mode else 3.5)
    about = [text for text in server.texts if "write at most five" not in text]
    assert all(sum(text.count(f"{words}, ") for words in WORDS.values()) >= 1 for text in about)
    if mode == "zero-shot":
        assert all("rises steadily, to" in text and text.count("in figure number") == 1 for text in about)
    if mode == "few-shot":
        assert all(text.count("in figure number") == 7 and "of high quality" in text for text in about)
    if mode == "qa-yn":
        assert sum("answered by yes or no" in text for text in server.texts) == 4
    assert found.sitting is not None and found.sitting.answers[0].input_tokens == 100 * calls


@pytest.mark.parametrize(
    ("context", "see", "paragraphs"), [("first", "both", 1), ("none", "text", 0), ("all", "picture", 0)]
)
def test_a_rater_is_told_and_shown_what_was_asked_for(
    benchmark: Path, server: Asked, tmp_path: Path, context: str, see: str, paragraphs: int
) -> None:
    found = evaluated(benchmark, server, tmp_path, mode="zero-shot", context=context, see=see, limit=1)
    counts = {text.count("More of Figure") + text.count("Figure 0 rises") for text in server.texts}
    assert counts == {paragraphs} and len(set(server.texts)) == 7
    for body, text in zip(server.bodies, server.texts, strict=True):
        assert ("the paragraphs below" in text) == (paragraphs > 0)
        assert ("picture of the figure" in text) == (see != "text") == bool(pictures_of(body))
        assert all(each.startswith("data:image/png;base64,iVBOR") for each in pictures_of(body))
    assert found.sitting is not None and found.sitting.told["context"] == context


def test_whole_sets_are_asked_in_the_usual_mode_and_shown_the_picture(
    benchmark: Path, server: Asked, tmp_path: Path
) -> None:
    found = evaluated(benchmark, server, tmp_path)
    assert len(server.bodies) == 4 and all(len(pictures_of(body)) == 1 for body in server.bodies)
    assert found.figures["failures"] == {"not all rated": 4}


def test_what_cannot_be_read_is_told_and_nothing_kept_is_asked_again(benchmark: Path, tmp_path: Path) -> None:
    with rating_server(unread=10) as server:
        first = evaluated(benchmark, server, tmp_path, mode="zero-shot", repeat=5)
        unread = sum(each is None for case in ratings_of(first).values() for one in case.values() for each in one)
        same = Counter(server.texts)
        assert len(server.bodies) == 140 and set(same.values()) == {5}
        assert first.figures["unread"] == unread > 0 and f"{unread} could not be read, and count as 1" in first.text
        again = evaluated(benchmark, server, tmp_path, mode="zero-shot", repeat=5)
        assert server.bodies == [] and ratings_of(again) == ratings_of(first)
        assert again.sitting is not None and again.sitting.answers[0].output_tokens == 20 * 35
    scored = api.score(benchmark, first.sitting.file if first.sitting else "", quiet=True)
    assert ratings_of(scored) == ratings_of(first)


def test_killed_and_run_again_nothing_that_was_answered_is_asked_twice(benchmark: Path, tmp_path: Path) -> None:
    with rating_server(seconds=0.25) as server:
        words = ("evaluate", benchmark, "--model", MODEL, "--model-base-url", server.url, "--mode", "zero-shot")
        kept = tmp_path / "kept" / "openai_gpt-4o.jsonl"
        assert killed(*words, "--log-dir", tmp_path, when=lambda: lines_in(kept) >= 3)
        with kept.open("a") as file:
            file.write('{"key": "half a li')
        answered = kept.read_text().count("\n")
        time.sleep(0.5)  # what was under way comes to its end
        server.bodies.clear()
        server.seconds = 0.0
        done = company_command(*words, "--log-dir", tmp_path, "--json")
        assert done.returncode == 0, done.stderr
        assert 3 <= answered < 28 and len(server.bodies) == 28 - answered
        assert json.loads(done.stdout)["ratings"] == 28
        assert max(Counter(server.texts).values()) == 1


def test_a_budget_holds_and_more_of_it_goes_on(benchmark: Path, server: Asked, tmp_path: Path) -> None:
    # A call comes to $0.00045, and may come to $0.02 by its longest answer.
    with pytest.raises(OutOfBudget, match=r"of \$0.02 allowed"):
        evaluated(benchmark, server, tmp_path, mode="zero-shot", budget=0.0245)
    asked = len(server.bodies)
    assert 0 < asked < 28
    found = evaluated(benchmark, server, tmp_path, mode="zero-shot", budget=1.0)
    assert len(server.bodies) == 28 - asked and found.figures["ratings"] == 28


@pytest.mark.parametrize(
    ("asking", "said"),
    [
        ({"mode": "guess"}, "no mode 'guess'"),
        ({"mode": "zero-shot", "context": "most"}, "--context most"),
        ({"mode": "zero-shot", "see": "colours"}, "--see colours"),
        ({"mode": "zero-shot", "repeat": 0}, "--repeat 0"),
        ({"mode": "zero-shot", "categories": ("detection",)}, "ask for --categories ranking"),
        ({"mode": "qa", "context": "none"}, "questions are made of what is seen"),
        ({"context": "first"}, "--context and --repeat are for raters"),
        ({"mode": "learned"}, "in mode learned, give company/tf-idf"),
    ],
)
def test_what_there_is_not_is_refused_before_anything_is_asked(
    benchmark: Path, server: Asked, tmp_path: Path, asking: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        evaluated(benchmark, server, tmp_path, **asking)
    assert server.bodies == []


def test_few_shot_without_examples_and_a_budget_without_prices_are_refused(server: Asked, tmp_path: Path) -> None:
    plain = written(tmp_path / "plain", 2)
    with pytest.raises(ConfigError, match="0 sets with `example`"):
        evaluated(plain, server, tmp_path, mode="few-shot")
    with pytest.raises(ConfigError, match="no price of openai/nobody-knows is published"):
        api.evaluate(
            plain, "openai/nobody-knows", base_url=server.url, logs=tmp_path, quiet=True, budget=1.0, mode="qa"
        )
    with pytest.raises(ConfigError, match="there is no such rater; there are company/claims"):
        api.evaluate(plain, "company/best", logs=tmp_path, quiet=True, mode="zero-shot")
    for rater, mode, said in (("words", "base", "reads no prompts"), ("tf-idf", "qa", "learns from people")):
        with pytest.raises(ConfigError, match=said):
            api.evaluate(plain, f"company/{rater}", logs=tmp_path, quiet=True, mode=mode)
