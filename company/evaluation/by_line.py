"""Accuracies by what lines say of cases, or a file beside them: how hard these are, and whether a filter took some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from company.benchmark.reading import Benchmark
from company.evaluation.accuracies import accuracy
from company.evaluation.scored import Scored
from company.evaluation.traits import LEVELS, Level

if TYPE_CHECKING:
    from company.evaluation.calibration.calibration import Known

BY_FEATURES = "By features, not calibrated: `company calibrate` tells how hard cases are by what models made of them."
_SUBSETS = {
    "unfiltered": "A draw of whole clusters that no filter touched, such as all cases of a dialogue: the figure that "
    "compares with other benchmarks is the one on these.",
}


def levels_of(content: Benchmark, difficulty: Known | None) -> tuple[Mapping[str, Level], str]:
    """Return how hard cases are by data_id, and by what: of a file, else by features where lines tell them."""
    if difficulty is not None:
        return difficulty.levels, _calibrated(difficulty)
    scoring = content.family.scoring
    found = {
        str(line["data_id"]): traits.level
        for category, lines in content.cases.items()
        for line in lines
        if (traits := scoring.traits(category, line)) is not None and traits.level is not None
    }
    return found, BY_FEATURES if found else ""


def _calibrated(difficulty: Known) -> str:
    if difficulty.kind == "features":
        return f"By features, with weights from answers of {', '.join(difficulty.models)}; cases are not calibrated."
    return (
        f"Calibrated by answers of {', '.join(difficulty.models)}. Of these very models, what differs between levels "
        "is overstated: a case is hard since they failed on it."
    )


def groupings(
    content: Benchmark, answers: Mapping[str, Sequence[Scored]], difficulty: Known | None = None
) -> list[dict[str, Any]]:
    """Return for each grouping of cases its name, values, a note, and each model's accuracy by value, as plain JSON."""
    levels, note = levels_of(content, difficulty)
    subsets = {str(line["data_id"]): str(line["subset"]) for line in content.entries if line.get("subset")}
    found = []
    if levels:
        found.append(_grouping("difficulty", LEVELS, note, levels, answers))
    if subsets:
        told = " ".join(_SUBSETS[each] for each in _SUBSETS if each in subsets.values())
        found.append(_grouping("subset", sorted(set(subsets.values()), reverse=True), told, subsets, answers))
    return found


def _grouping(
    name: str, values: Sequence[str], note: str, of_case: Mapping[str, str], answers: Mapping[str, Sequence[Scored]]
) -> dict[str, Any]:
    def share(cases: Sequence[Scored], value: str) -> dict[str, Any] | None:
        own = [case for case in cases if of_case.get(case.data_id) == value]
        return dict(accuracy(own).as_json()) if own else None

    counts = {value: sum(each == value for each in of_case.values()) for value in values}
    return {
        "name": name,
        "note": note,
        "cases": counts,
        "models": {model: {value: share(cases, value) for value in values} for model, cases in answers.items()},
    }
