"""The release gate of a figure case, by its line: the reference holds in two clean runs, and its check refuses others.

The reference runs once in a warm interpreter and once in a cold one; the exported check compares what the two
have left, and is shown every wrong version of the portrait.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.gate import GateReport
from company.families.figures.chart_types import category_of
from company.families.figures.files import COMPARER, tools
from company.families.figures.gate.complaints import words_fault
from company.families.figures.gate.drawing import ANSWER, REFERENCE, Drawn, code_in, left, script
from company.families.figures.gate.randomness import random_source
from company.families.figures.origins.memorizing import MOST, remembered
from company.families.figures.pictures import is_blank
from company.families.figures.shapes import counted, shows
from company.families.figures.types import KNOWN
from company.families.shared.place import LINES_BEFORE, Place, fault
from company.results.likeness.aspects import right
from company.results.likeness.exporting import LINES, PICTURE, check_code
from company.sandbox import Sandbox

Line = Mapping[str, Any]
ORIGINAL = "the original's own figure"
CONTROLS: Mapping[str, tuple[str, ...]] = {
    "nothing drawn": ("no axes", "a blank page"),
    "another figure": ("another figure",),
    "not as required": ("is required", "where one is required"),
    "another type": ("of another type", "with its bars turned"),
    "another scale or projection": ("with a linear", "in another projection"),
    "axes missing or exchanged": ("with an axes missing", "with two panels exchanged"),
    "other names": ("with the names", "with other names"),
    "shuffled values": (" shuffled", "boxes exchanged"),
    "channels exchanged": (" exchanged",),
    "random data": ("with random data",),
    "one value changed": (" changed", "one slice"),
    ORIGINAL: ("its original's",),
}
"""Kinds of wrong figures, each with what its labels have in them; the first that fits counts."""
ALWAYS = tuple(kind for kind in CONTROLS if kind != ORIGINAL)
"""Those that every case has."""
_MEASURE = "company.families.figures.gate.controls:measure"
_DIFFERENT = 0.05
"""Share of the pixels in which two drawings of one figure may differ: fonts are drawn otherwise by other versions."""
_SLIPPED = "the check accepts a wrong figure"


async def judged(  # noqa: PLR0913 - a line, what is beside it, and where it is run
    line: Line,
    portrait: Mapping[str, Any],
    picture: bytes,
    resource: Path,
    sandbox: Sandbox,
    *,
    again: bool = True,
    others: Sequence[Mapping[str, Any]] = (),
    former: Mapping[str, Any] | None = None,
) -> GateReport:
    """Judge a case; `portrait` and `picture` are those that are published, `others` the portraits of other cases.

    `former` is the portrait of the figure whose values were replaced.

    Without `again`, they are taken for what the reference draws, which has run just now.

    Raises SandboxError when the sandbox itself fails.
    """
    if reasons := form_faults(line):
        return GateReport(False, tuple(reasons), {})
    with Place.temporary(resource, sandbox) as place:
        for name, content in tools().items():
            if not place.has(name):
                place.write(name, content.decode())
        found = await _run(line, place) if again else _laid(place, Drawn(picture, dict(portrait)))
        if isinstance(found, str):
            return GateReport(False, (found,), {})
        reasons = [*_figure_faults(line, found, portrait, picture)]
        order = {
            "check": line["eval_metrics"],
            "required": required_of(line["requirements"]),
            "others": list(others),
            "former": former,
        }
        measured = await place.report(_MEASURE, order)
    if isinstance(measured, str) or "fault" in measured:
        why = measured if isinstance(measured, str) else measured["fault"]
        return GateReport(False, (f"its wrong versions cannot be judged: {why}",), {})
    controls: Mapping[str, list[str]] = measured["controls"]
    if former is not None and (share := max(remembered(former, portrait), default=0.0)) > MOST:
        reasons.append(f"{100 * share:.0f} % of a series' values are those of the original")
    reasons += [f"{_SLIPPED} ({label})" for label, said in controls.items() if said == ["True"]]
    return GateReport(not reasons, tuple(reasons), {"controls": dict(controls)})


def _laid(place: Place, found: Drawn) -> Drawn:
    """Return a figure that is laid where the reference would leave it."""
    sha256 = hashlib.sha256(found.picture).hexdigest()
    line = json.dumps({"picture": PICTURE, "sha256": sha256, "portrait": found.portrait})
    for folder in (REFERENCE, ANSWER):
        (place.folder / folder / PICTURE).write_bytes(found.picture)
        (place.folder / folder / LINES).write_text(line + "\n", encoding="utf-8")
    return found


async def _run(line: Line, place: Place) -> Drawn | str:
    """Return what the reference draws, where its check calls its two runs the same; a text says why it does not."""
    for name, field, is_cold in (("ref.py", "ref_code_all", False), ("pred.py", "reference_answer", True)):
        run = await place.run(name, LINES_BEFORE + line[field], cold=is_cold)
        if run.exit_code != 0:
            return f"the reference fails in a {'cold' if is_cold else 'warm'} run: {fault(run)}"
    place.write(COMPARER, tools()[COMPARER].decode())  # the reference could have laid another one
    run = await place.run("eval_metrics.py", line["eval_metrics"], cold=False)
    if run.stdout.split() != ["True"]:
        why = run.stderr.strip().splitlines()[-1:] or [run.stdout[:100]]
        return f"unstable: the check finds different figures in two runs of the reference ({why[0]})"
    found, again = left(place.folder / REFERENCE), left(place.folder / ANSWER)
    return again if isinstance(again, str) else found


def check_of(requirements: Sequence[Mapping[str, Any]]) -> str:
    """Return the check of a figure of which this is required."""
    return check_code(json.dumps(required_of(requirements), ensure_ascii=False))


def required_of(requirements: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return requirements as a check has them: without the words that ask for them."""
    return [{key: each[key] for key in ("aspect", "element", "value")} for each in requirements]


def form_faults(line: Line) -> list[str]:
    """Return what a line says that cannot be so, without running anything."""
    faults = []
    code = code_in(line["reference_answer"], ANSWER)
    if line["ref_code_all"] != script(code, REFERENCE) or line["reference_answer"] != script(code, ANSWER):
        faults.append("its reference does not leave its picture as all references do")
    if line["plot_type"] not in KNOWN or line["category"] != _category_of(line):
        faults.append("its type of plot is not known, or of another category")
    if random_source(code):
        faults.append("its reference draws from chance")
    return faults + _word_faults(line)


def judged_by_sight(line: Line, picture: bytes) -> GateReport:
    """Judge a case whose reference is a picture alone: its words, and whether the picture is one."""
    faults = [] if line["plot_type"] in KNOWN else ["its type of plot is not known"]
    if is_blank(picture):
        faults.append("its picture cannot be opened, or has nothing on it")
    if any(line[name] for name in ("reference_answer", "ref_code_all", "eval_metrics")):
        faults.append("it has code and no portrait of what this draws")
    faults += _word_faults(line)
    return GateReport(not faults, tuple(faults), {})


def _word_faults(line: Line) -> list[str]:
    faults = []
    for each in line["requirements"]:
        if each["quote"] not in line["current_query"] or not each["quote"].strip():
            faults.append(f"the words that ask for {each['element']} do not stand in its query")
    return faults + [fault for text in (line["current_query"], line["expert_query"]) if (fault := words_fault(text))]


def _category_of(line: Line) -> str:
    """Return the category of a type of plot; statistical plots have a table of their own for it."""
    return category_of(line["plot_type"]) if "half" in line else KNOWN[line["plot_type"]].category


def _figure_faults(line: Line, found: Drawn, portrait: Mapping[str, Any], picture: bytes) -> list[str]:
    faults = []
    if not right(found.portrait, portrait, line["requirements"]) or not right(portrait, found.portrait):
        faults.append("its portrait is not that of what its code draws")
    if different_pixels(found.picture, picture) > _DIFFERENT:
        faults.append("its picture is not what its code draws")
    if not shows(line["plot_type"], found.portrait):
        faults.append(f"what it draws is no {line['plot_type']} plot")
    told = {key: line[key] for key in ("difficulty", "panels", "points")}
    if counted(found.portrait) != told:
        faults.append(f"its panels and values are not those that it tells: {counted(found.portrait)}")
    return faults


def different_pixels(one: bytes, other: bytes) -> float:
    """Return the share of pixels in which two pictures differ clearly; 1 where they are of another size, or none."""
    import numpy as np
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(one)) as first, Image.open(io.BytesIO(other)) as second:
            if one == other:  # what was drawn just now is held against itself
                first.load()
                return 0.0
            ours, theirs = (np.asarray(each.convert("L"), dtype=int) for each in (first, second))
    except (UnidentifiedImageError, OSError, SyntaxError):
        return 1.0
    return float((np.abs(ours - theirs) > 32).mean()) if ours.shape == theirs.shape else 1.0


def kind_of(label: str) -> str:
    """Return the kind of a wrong figure, by its label."""
    return next(kind for kind, words in CONTROLS.items() if any(word in label for word in words))
