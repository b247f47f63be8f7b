"""Caption sets and choices in figures, counted on their lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.captions.records import ASPECTS, MISTAKES, UNTRUTHS, WRITERS

Line = Mapping[str, Any]
Cases = Mapping[str, Sequence[Line]]


def counts_of(cases: Cases) -> dict[str, Counter[str]]:
    """Return counts over the lines of a benchmark with its gold: figures, captions, claims, errors, twins, untruths."""
    sets, choices = cases.get("ranking", ()), cases.get("detection", ())
    captions = [caption for line in sets for caption in line["captions"]]
    twins = [twin for line in sets for twin in line["twins"]]
    claims = [claim for caption in captions for claim in caption["claims"]]
    errors = Counter(error for caption in captions for error in caption["errors"])
    return {
        "figures": Counter(
            {
                "in all": len({line["figure"] for line in (*sets, *choices)}),
                "that no paragraph mentions": sum(not line["paragraphs"] for line in sets),
            }
        ),
        "paragraphs": Counter({"in all": sum(len(line["paragraphs"]) for line in sets)}),
        "captions": Counter(
            {
                "in all": len(captions),
                "with an error": sum(bool(caption["errors"]) for caption in captions),
                "without any claim": sum(not caption["claims"] for caption in captions),
            }
        ),
        "errors": Counter({name: errors[name] for name in MISTAKES}),
        "claims": Counter(
            {truth: sum(each["truth"] == truth for each in claims) for truth in ("true", "false", "unproved")}
        ),
        "aspects": Counter({name: sum(name in each["aspects"] for each in claims) for name in ASPECTS}),
        "twins": Counter({name: sum(each["untruth"] == name for each in twins) for name in UNTRUTHS}),
        "contradicted": Counter(
            {
                "by the paragraphs": sum(each["contradicted"] for each in twins),
                "by the other captions": sum(each["contradicted_by_captions"] for each in twins),
                "by neither": sum(not (each["contradicted"] or each["contradicted_by_captions"]) for each in twins),
            }
        ),
        "choices": Counter(
            {
                "in all": len(choices),
                "that the paragraphs on the figure would settle": sum(
                    bool(each.get("contradicted")) for each in choices
                ),
            }
        ),
        "untruths in choices": Counter(
            {name: sum(each.get("untruth") == name for each in choices) for name in UNTRUTHS}
        ),
    }


def by_writer(sets: Sequence[Line]) -> dict[str, dict[str, float | None]]:
    """Return of each writer: captions, mean number of words and of claims, and the shares of its claims that are true,
    and that have each aspect; None where there are none.
    """
    found: dict[str, dict[str, float | None]] = {}
    for writer in WRITERS:
        own = [caption for line in sets for caption in line["captions"] if caption["writer"] == writer]
        claims = [claim for caption in own for claim in caption["claims"]]
        whole = [caption for caption in own if "text" not in caption["errors"]]
        found[writer] = {
            "captions": len(own),
            "words": _mean([len(caption["text"].split()) for caption in whole]),
            "claims": _mean([len(caption["claims"]) for caption in whole]),
            "true": _mean([claim["truth"] == "true" for claim in claims]),
            **{aspect: _mean([aspect in claim["aspects"] for claim in claims]) for aspect in ASPECTS},
        }
    return found


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
