"""Ratings are read, and twins say what they are worth; settings that will not do are refused before any work."""

from __future__ import annotations

from pathlib import Path

import pytest

from company.archive import Archive
from company.config import Overrides, load
from company.errors import ConfigError
from company.families.captions.making import MAKING
from company.families.captions.scoring import CaptionJudge, ratings_in
from company.families.captions.settings import refuse_examples, settings_of
from company.family.registry import family

LINE = {
    "data_id": "t.p01.f1.ranking",
    "figure_name": "Figure 1",
    "paragraphs": [{"text": "As Figure 1 shows, it rose.", "mentions": ["Figure 1"], "claims": []}],
    "captions": [{"id": "c2", "text": "It rose."}, {"id": "c3", "text": "A plot."}],
    "twins": [{"id": "c1", "of": "c2", "text": "It fell.", "untruth": "trend", "contradicted": True}],
}
CHOICE = {"data_id": "t.p01.f1.detection", "reference_answer": '{"correct_answer": "C"}'}


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("A: 4\nB: 6/6\nC: 1 out of 6", {"A": 4, "B": 6, "C": 1}),
        ("**A**: 3.5\n- Caption B - 2", {"A": 3.5, "B": 2}),
        ("A: 12\nB: 0\nRate from 1 to 6", {}),
        ("A: 2 at first\nA: 5", {"A": 5}),
    ],
)
def test_ratings_are_read_by_letter(said: str, read: dict[str, float]) -> None:
    assert ratings_in(said) == read


@pytest.mark.parametrize(
    ("said", "value", "failure"),
    [
        ("A: 1\nB: 5\nC: 2", 1.0, None),
        ("A: 5\nB: 5\nC: 2", 0.5, "the twin is rated the same"),
        ("A: 6\nB: 5\nC: 2", 0.0, "the twin is rated higher"),
        ("A: 6\nB: 5", 0.0, "not all rated"),
    ],
)
def test_a_twin_is_to_be_rated_below_its_caption(said: str, value: float, failure: str | None) -> None:
    scored = CaptionJudge().score("ranking", LINE, said)
    assert scored is not None
    assert (scored.value, scored.failure, scored.right) == (value, failure, value == 1)


def test_the_untrue_caption_is_to_be_chosen() -> None:
    judge = CaptionJudge()
    said = [judge.score("detection", CHOICE, text) for text in ("Answer: C", "Answer: A", "None of them.")]
    assert [each and (each.right, each.failure) for each in said] == [
        (True, None),
        (False, "a true caption"),
        (False, "no letter"),
    ]


def test_raters_are_shown_twins_among_captions_and_not_told_which_they_are() -> None:
    question = family("captions").scoring.question(LINE)
    assert "A. It fell.\nB. It rose.\nC. A plot." in question
    assert "twin" not in question and "As Figure 1 shows" in question


def scenario(folder: Path, words: str) -> Path:
    file = folder / "simulation.toml"
    file.write_text(words)
    return file


def test_the_table_captions_says_which_family_it_is(tmp_path: Path) -> None:
    settings = load(scenario(tmp_path, '[table]\nbuiltin = "wine"\n[captions]\n'), Overrides(limit=3))
    assert settings.family == "captions"
    assert settings_of(settings).captions.unmentioned == 0.19
    assert settings.targets.wanted == {"ranking": 2, "detection": 1}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("twins = 7", r"\[captions\] twins"),
        ("spoiled = 0.9", r"\[captions\] spoiled"),
        ("unmentioned = 2", r"\[captions\] unmentioned"),
        ("writer = 1", r"writer"),
    ],
)
def test_wrong_settings_are_refused_with_their_key(tmp_path: Path, words: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load(scenario(tmp_path, f'[table]\nbuiltin = "wine"\n[captions]\n{words}\n'))


def test_examples_are_counted_by_the_file_so_that_a_smaller_run_can_be_made_again(tmp_path: Path) -> None:
    file = scenario(tmp_path, '[table]\nbuiltin = "wine"\n[captions]\nexamples = 4\n[targets]\nranking = 20\n')
    refuse_examples(settings_of(load(file, Overrides(limit=8))))
    written = scenario(tmp_path, '[table]\nbuiltin = "wine"\n[captions]\nexamples = 4\n[targets]\nranking = 8\n')
    again = load(written)  # as a rebuild writes it down
    with pytest.raises(ConfigError, match="ask for ranking = 20 or more"):
        refuse_examples(settings_of(again))
    with Archive.create(tmp_path / "run", "captions") as archive:
        with pytest.raises(ConfigError, match="ask for ranking = 20"):
            MAKING.roots(again, archive, lambda _: None)
        archive.put_note("intake", {"source": "another", "table": {}, "original": {}})
        with pytest.raises(ConfigError, match=r"has changed since"):
            MAKING.roots(again, archive, lambda _: None)  # and goes on to the table


def test_targets_of_two_families_are_refused(tmp_path: Path) -> None:
    words = '[table]\nbuiltin = "wine"\n[targets]\nranking = 2\nnormal = 2\n'
    with pytest.raises(ConfigError, match="a run is of one family"):
        load(scenario(tmp_path, words))
