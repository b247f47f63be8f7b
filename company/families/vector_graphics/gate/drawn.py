"""Drawings made from captions: what they have of the reference's facts, and what of theirs the reference has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.benchmark.gate import GateReport
from company.drawings.jailed import drawn_in
from company.drawings.painting import Undrawable
from company.drawings.running import NotRun
from company.drawings.scenes import Scene
from company.drawings.trials import values_shown
from company.families.vector_graphics.body import drawn_text
from company.sandbox import Sandbox
from company.sandbox.roots import scratch

FEWEST, MOST = 4, 24
"""Facts of a checklist."""
BLANK, ANOTHER = "a blank page", "another drawing"
_FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?```", re.DOTALL)
_BLANK = {
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"></svg>\n',
    "tikz": "\\begin{tikzpicture}\\end{tikzpicture}\n",
    "graphviz": "digraph { }\n",
}
_ANOTHER = {
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 90"><path d="M9,9 C90,9 9,80 90,80" '
    'stroke="#b57edc" stroke-width="4" fill="none"/></svg>\n',
    "tikz": "\\begin{tikzpicture}\\draw[line width=3pt] (0,0) .. controls (3,0) and (0,3) .. (3,3);"
    "\\end{tikzpicture}\n",
    "graphviz": 'graph { a [label="?", shape=egg] }\n',
}
Line = Mapping[str, Any]


@dataclass(frozen=True)
class Held:
    """A drawing beside a reference."""

    recall: float
    """Share of the reference's facts that it has."""
    precision: float
    """Share of its own facts that the reference has."""
    missing: tuple[str, ...] = ()
    """Facts that it does not have, in words."""

    @property
    def both(self) -> float:
        """The harmonic mean of the two."""
        total = self.recall + self.precision
        return 2 * self.recall * self.precision / total if total else 0.0


def code_in(response: str) -> str:
    """Return the code of a response: its last fenced block, or all of it."""
    found = _FENCED.findall(response)
    return (found[-1] if found else response).strip() + "\n"


def facts_shown(scene: Scene) -> Counter[tuple[str, ...]]:
    """Return what a scene shows as plain facts, each as often as it is so: its shapes, its texts, its links."""
    found: Counter[tuple[str, ...]] = Counter()
    for each in scene.elements:
        if each.kind != "text":
            found["shape", str(each.kind), str(each.colour)] += 1
    found.update(("text", each) for each in scene.texts)
    says = {each.name: each.text for each in scene.nodes}
    for edge in scene.edges:
        ends = [says.get(edge.tail, edge.tail), says.get(edge.head, edge.head)]
        found["edge", *(ends if edge.directed else sorted(ends)), *(("both ways",) if edge.both else ())] += 1
    if scene.flow:
        found["flow", scene.flow] += 1
    return found


async def held_against(line: Line, code: str, reference: Scene, sandbox: Sandbox) -> Held:
    """Return what a drawing has of a case's reference. Raises Undrawable and SandboxError."""
    form = str(line["format"])
    with scratch("drawn") as folder:
        (folder / "drawn").mkdir()
        scene = (await drawn_in(sandbox, folder / "drawn", code, form)).scene
    return await _held(line, scene, reference, sandbox)


async def _held(line: Line, scene: Scene, reference: Scene, sandbox: Sandbox) -> Held:
    """Return what a scene has of a case's reference. Raises Undrawable and SandboxError."""
    items = line["checklist"]
    with scratch("drawn") as folder:
        values = await values_shown(sandbox, folder, scene, [str(each["code"]) for each in items])
    met = [value.get("value") == item["value"] for value, item in zip(values, items, strict=True)]
    own, theirs = facts_shown(scene), facts_shown(reference)
    shared = (own & theirs).total()
    missing = tuple(str(item["fact"]) for item, is_met in zip(items, met, strict=True) if not is_met)
    return Held(sum(met) / len(met), shared / own.total() if own else 0.0, missing)


async def generation_judged(
    line: Line, code: str, picture: bytes, sandbox: Sandbox, *, cold: bool, others: Sequence[str] = ()
) -> GateReport:
    """Judge a drawing that is to be made: its checklist holds of the reference, and of nothing else.

    `others` is code of other references. Raises SandboxError when the sandbox itself fails.
    """
    if faults := _form_faults(line, code):
        return GateReport(False, tuple(faults), {})
    form = str(line["format"])
    try:
        with scratch("gate") as folder:
            (folder / "drawn").mkdir()
            reference = await drawn_in(sandbox, folder / "drawn", code, form, cold=cold)
            if reference.picture != picture:
                return GateReport(False, ("its picture is not what its code draws",), {})
        own = await _held(line, reference.scene, reference.scene, sandbox)
        controls, shares = await _controls(line, (_BLANK[form], _ANOTHER[form], *others), reference.scene, sandbox)
    except Undrawable as problem:
        return GateReport(False, (f"its drawing cannot be drawn: {problem}",), {})
    faults = [f"it is not so of the reference: {each}" for each in own.missing]
    faults += [f"{label} has {share:.0%} of its facts" for label, share in shares.items() if share > 0.5]
    return GateReport(not faults, tuple(faults), {"controls": controls, "recall": shares})


async def _controls(
    line: Line, codes: Sequence[str], reference: Scene, sandbox: Sandbox
) -> tuple[dict[str, list[str]], dict[str, float]]:
    controls: dict[str, list[str]] = {}
    shares: dict[str, float] = {}
    for number, code in enumerate(codes):
        label = BLANK if not number else f"{ANOTHER} {number}"
        try:
            held = await held_against(line, code, reference, sandbox)
        except NotRun:
            raise
        except Undrawable:
            held = Held(0.0, 0.0)
        controls[label] = [str(held.recall == 1.0)]
        shares[label] = round(held.recall, 4)
    return controls, shares


def _form_faults(line: Line, code: str) -> list[str]:
    items = line["checklist"]
    if not FEWEST <= len(items) <= MOST:
        return [f"its checklist has {len(items)} facts; {FEWEST} to {MOST} are wanted"]
    faults = []
    if line["reference_answer"] != code:
        faults.append("its reference answer is not the code of its reference")
    if line["prompt_with_hist_txt"] != drawn_text(line):
        faults.append("its prompt does not show its caption")
    if code.strip() in line["current_query"]:
        faults.append("its caption holds its code")
    return faults
