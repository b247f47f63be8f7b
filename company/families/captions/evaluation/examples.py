"""The captions that few-shot raters are shown: of figures that are marked as examples, which nobody is scored on."""

from __future__ import annotations

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.families.captions.evaluation.people import people_of
from company.families.captions.evaluation.raters import Examples
from company.families.shared.chances import chance_of

SHOWN = 3
"""Captions of high quality, and as many of low quality (the seed, section 4)."""


def examples_of(content: Benchmark) -> Examples:
    """Return three captions that experts ranked first in their set, and three that they ranked last.

    Raises ConfigError where there are fewer sets to take them from.
    """
    sets = {line["data_id"]: line for line in content.cases.get("ranking", ()) if line.get("example")}
    ranks = {key: rank for key, rank in people_of(content).ranks().items() if key[0] in sets}
    ranked = [data_id for data_id in sets if any(key[0] == data_id for key in ranks)]
    if len(ranked) < SHOWN:
        raise ConfigError(
            f"few-shot shows captions of {SHOWN} figures that are set apart as examples and that experts ranked: "
            f"{content.folder} has {len(sets)} sets with `example`, {len(ranked)} of them ranked; have them ranked "
            "(`company review`) and export again, or ask in mode zero-shot"
        )
    texts = {(data_id, str(each["id"])): str(each["text"]) for data_id in ranked for each in sets[data_id]["captions"]}
    best, worst = [], []
    for data_id in sorted(ranked):
        own = [key for key in ranks if key[0] == data_id and key in texts]
        best.append(texts[min(own, key=lambda key: (ranks[key], key))])
        worst.append(texts[max(own, key=lambda key: (ranks[key], key))])
    chance = chance_of("few-shot", *sorted(ranked))
    places = [chance.sample(range(len(ranked)), SHOWN) for _ in range(2)]
    return Examples(tuple(best[at] for at in places[0]), tuple(worst[at] for at in places[1]))
