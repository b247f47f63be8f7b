"""Raters that learn from people which captions help: TF-IDF with logistic regression, or a transformer of the user's.

Figures are split, and never the captions of one, whose words are alike: eight parts to learn from, one to choose by,
one to rate (the seed, section 5). What is built in goes round, so that each figure is rated by what never saw it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.families.captions.body import Line, shown_of
from company.families.captions.evaluation.people import Key, People, people_of
from company.families.captions.evaluation.raters import Context, paragraphs_in
from company.families.captions.evaluation.replies import rating_by_share
from company.families.captions.records import WRITERS
from company.families.shared.chances import place_of

PARTS = 10
_HALF = len(WRITERS) / 2
_FROM = "`company review` puts captions before experts and readers, and `company export` brings what they said"


@dataclass(frozen=True)
class Lesson:
    """Captions with what people said of them, to learn from, to choose the best state by, and to rate."""

    texts: Sequence[str]
    helps: Sequence[bool]
    chosen_by: Sequence[str]
    chosen_helps: Sequence[bool]
    rated: Sequence[str]


def learned(content: Benchmark, context: Context, weights: Path | None) -> dict[str, dict[str, float]]:
    """Return the ratings of captions and twins by data_id, from `weights` that are fine-tuned, or by what is built in.

    Raises ConfigError where people have said too little to learn from.
    """
    lines = {line["data_id"]: line for line in content.cases.get("ranking", ()) if not line.get("example")}
    labels = labels_of(people_of(content), lines)
    told = {data_id for data_id, _ in labels}
    if len(told) < PARTS or len(set(labels.values())) < 2:
        raise ConfigError(
            f"{content.folder}: people judged captions of {len(told)} figures, and learning takes {PARTS}, with some "
            f"that help and some that do not; {_FROM}"
        )
    # Parts by the order of what chance gives each, so that they are of one size whatever the ids.
    order = sorted(told, key=lambda data_id: (place_of(data_id, "part"), data_id))
    parts = [order[start::PARTS] for start in range(PARTS)]
    found: dict[str, dict[str, float]] = {}
    for turn in range(PARTS if weights is None else 1):
        rated = [lines[data_id] for data_id in parts[turn]]
        lesson = _lesson(parts, turn, lines, labels, context)
        shares = iter(_by_words(lesson) if weights is None else _by_weights(lesson, weights))
        for line in rated:
            found[line["data_id"]] = {str(each["id"]): rating_by_share(next(shares)) for each in shown_of(line)}
    return {data_id: found[data_id] for data_id in lines if data_id in found}


def labels_of(people: People, lines: Mapping[str, Line]) -> dict[Key, bool]:
    """Return whether each caption helps: among the first three for experts; where none ranked, yes for most readers."""
    ranks = people.ranks()
    found = {key: rank <= _HALF for key, rank in ranks.items()} or {
        key: share > 0.5 for key, share in people.helpful().items()
    }
    own = {(data_id, str(each["id"])) for data_id, line in lines.items() for each in line["captions"]}
    return {key: helps for key, helps in found.items() if key in own}


def _lesson(
    parts: Sequence[Sequence[str]], turn: int, lines: Mapping[str, Line], labels: Mapping[Key, bool], context: Context
) -> Lesson:
    choosing = (turn + 1) % PARTS
    learning = [data_id for at, part in enumerate(parts) if at not in (turn, choosing) for data_id in part]

    def labelled(data_ids: Sequence[str]) -> tuple[list[str], list[bool]]:
        pairs = [
            (_text(lines[data_id], each, context), labels[data_id, each["id"]])
            for data_id in data_ids
            for each in lines[data_id]["captions"]
            if (data_id, each["id"]) in labels
        ]
        return [text for text, _ in pairs], [helps for _, helps in pairs]

    rated = [_text(lines[data_id], each, context) for data_id in parts[turn] for each in shown_of(lines[data_id])]
    return Lesson(*labelled(learning), *labelled(parts[choosing]), rated)


def _text(line: Line, caption: Line, context: Context) -> str:
    return "\n\n".join([str(caption["text"]), *paragraphs_in(line, context)])


def _by_words(lesson: Lesson) -> list[float]:
    """Return how probably each caption helps, by the words of those that did; C is chosen on captions apart."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.metrics import f1_score  # type: ignore[import-untyped]
    from sklearn.pipeline import make_pipeline  # type: ignore[import-untyped]

    best, most = None, -1.0
    for strength in (0.1, 1.0, 10.0):
        words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, token_pattern=r"(?u)\b\w+\b")
        made = make_pipeline(words, LogisticRegression(C=strength, max_iter=1_000, class_weight="balanced"))
        made.fit(list(lesson.texts), list(lesson.helps))
        score = float(f1_score(lesson.chosen_helps, made.predict(list(lesson.chosen_by)), zero_division=0.0))
        if score > most:
            best, most = made, score
    assert best is not None, "one strength is the first"
    return [float(each) for each in best.predict_proba(list(lesson.rated))[:, 1]]


def _by_weights(lesson: Lesson, weights: Path) -> list[float]:
    from company.families.captions.evaluation.fine_tuning import fine_tuned

    return fine_tuned(weights, (lesson.texts, lesson.helps), (lesson.chosen_by, lesson.chosen_helps), lesson.rated)
