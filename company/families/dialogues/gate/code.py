"""The release gate of one case: its reference holds in two clean runs, and its check refuses wrong answers.

Only the exported fields and the resource folder are used, so that a stranger's evaluator sees what is judged here.
Nothing that generated code has saved is read on this side: the sandbox reads it, and answers in JSON.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from company.benchmark.gate import GateReport
from company.families.dialogues.body.bodies import AnyBody, CodeBody
from company.families.dialogues.body.difficulty import DIFFICULTY
from company.families.dialogues.body.openness import leeways
from company.families.dialogues.body.private_library import library_faults
from company.families.dialogues.body.second_answers import FIELD
from company.families.dialogues.gate.cold import Keep, Saved, key
from company.families.dialogues.gate.difficulty import difficulty_faults, difficulty_of
from company.families.dialogues.gate.documented import documented
from company.families.dialogues.gate.forgetting import forgetting, structure_faults
from company.families.dialogues.gate.reports import explained
from company.families.dialogues.gate.sense.gathering import sense
from company.families.dialogues.gate.sense.quantities import quantities
from company.families.shared.choices.bodies import Body, ChoiceBody
from company.families.shared.choices.gate import choice_findings
from company.families.shared.place import LINES_BEFORE, Place, fault
from company.sandbox import Sandbox, ScriptRun

OTHERS_TRIED = 3
"""How many other cases are tried until one has really different values."""
_SSIM = re.compile(r"official SSIM of (?P<name>\S+): (?P<value>[-\d.]+)")
_LINE = 200
SLIPPED = "the check accepts a wrong answer"
_UNCOMPUTED = "what could not be computed cannot be told from what was not looked at"
_HOLLOW = "a question that comes out empty cannot be told from one without an answer"
NO_WITNESS = (
    "its second answer does not come to its key: one of them was changed since; make the case anew, or take the field "
    f"`{FIELD}` away"
)
UNTRIED = "its negative controls cannot be run"
_PARTS = {"ref.py": "the reference", "pred.py": "the reference behind its history", "eval_metrics.py": "the check"}
_CONTROLS = "company.families.dialogues.gate.controls:measure"


@dataclass
class _Findings:
    reasons: list[str] = field(default_factory=list)
    measured: dict[str, Any] = field(default_factory=dict)
    refused: tuple[list[str], dict[str, list[str]]] | None = None
    """What came of the forgetful analysts, where they ran behind the same history as the reference."""
    is_unjudged: bool = False
    """Whether the check has not judged the reference yet, and does so in one run with the controls."""
    saved: Mapping[str, Saved] = field(default_factory=dict)
    """What answers have saved in a cold interpreter before, by `cold.key`."""
    keep: Keep | None = None
    """Is told where the answer has saved its results now."""

    def report(self) -> GateReport:
        return GateReport(not self.reasons, tuple(self.reasons), self.measured)


async def gate(  # noqa: PLR0913 - what a case is judged by, and what may be spared
    case: AnyBody,
    resource: Path,
    sandbox: Sandbox,
    other: Sequence[AnyBody] = (),
    *,
    cold_check: bool = True,
    saved: Mapping[str, Saved] = MappingProxyType({}),
    keep: Keep | None = None,
) -> GateReport:
    """Judge a case by the tables in `resource`; `other` are cases that lend their answers as wrong ones.

    The reference runs once in a fork of a warm interpreter and once, behind its history, in a cold one; the check
    must call the two equal as a plain script, and must refuse an empty answer, each wrong version of the
    results, a blank page for a plot, and another case's answer. The same arguments give the same report. With
    `cold_check` off, the check too runs warm: quicker, for cases that `verify` will judge once more. What answers have
    `saved` before, by `cold.key`, when their dialogue ran in a cold interpreter, is not made again; then the reference
    and the forgetful analysts go on from one run of the history as well. `keep` is given the case and the folder in
    which its answer has saved its results in a cold interpreter, where it has run without an error.
    Of a choice case, each option is executed instead (`choice_findings`). One with `prototype_code` must call the
    private library, which lies with the tables, and give what the prototype gives; `differs` of what was measured says
    whether one who has not read the library's documentation gets another result.

    Raises SandboxError when the sandbox itself fails.
    """
    if isinstance(case, ChoiceBody):
        return await _chosen(case, resource, sandbox, cold=cold_check)
    found = _Findings(saved=saved, keep=keep)
    if case.unreadable:
        found.reasons.append(case.unreadable)
        return found.report()
    with Place.temporary(resource, sandbox) as place:
        if case.prototype is not None:
            found.reasons += library_faults(case.history, case.solution, resource)
        if not found.reasons:
            await _gold(case, place, found, cold_check)
        if not found.reasons:
            await _controls(case, place, found, candidates(case, other))
        if not found.reasons:
            await _known_answers(case, place, found)
        if not found.reasons:
            await _sense(case, place, found)
        if not found.reasons:
            _difficulty(case, found, execution=True)
    return found.report()


async def _chosen(case: ChoiceBody, resource: Path, sandbox: Sandbox, *, cold: bool) -> GateReport:
    with Place.temporary(resource, sandbox) as place:
        reasons, measured = await choice_findings(case, place, cold=cold)
        senseless = await quantities(case, place)
    found = _Findings([*reasons, *senseless.reasons], measured)
    if not found.reasons:
        _difficulty(case, found, execution=measured["needs"] == "execution")
    return found.report()


def candidates(case: Body, other: Iterable[AnyBody]) -> list[AnyBody]:
    """Return other cases that could lend a wrong answer: first those that share most types, then by a fixed hash."""
    ours = set(case.types)

    def order(each: Body) -> tuple[int, str]:
        pair = f"{case.data_id}\n{each.data_id}"
        return -len(ours & set(each.types)), hashlib.sha256(pair.encode()).hexdigest()

    return sorted((each for each in other if each.data_id != case.data_id and ours & set(each.types)), key=order)


async def _gold(case: CodeBody, place: Place, found: _Findings, cold_check: bool) -> None:
    """Run the reference against itself: warm into ref_result/, cold into pred_result/, then the check."""
    own = found.saved.get(key(case))
    if own and case.more.get("forgetful") and not structure_faults(case.more):
        found.refused = await forgetting(case, place, _for_reference(case.answer))
        found.reasons += [each for each in found.refused[0] if not place.has(f"ref_result/{case.files[0]}")]
    else:
        await _run_code(_for_reference(case.whole), "ref.py", place, found, cold=False)
    if not found.reasons and own:
        _handed_in(place, "pred_result", own)
    elif not found.reasons:
        await _run_code(_for_answer(f"{case.history}\n{case.answer}"), "pred.py", place, found, cold=True)
        if found.keep is not None and not found.reasons:
            found.keep(case, place.folder / "pred_result")
    found.reasons += _missing(place, case.files)
    if found.reasons:
        return
    if own and not cold_check:
        found.is_unjudged = True
        return
    run = await _run_code(case.check, "eval_metrics.py", place, found, cold=cold_check)
    _judged(case, found, [line.strip() for line in run.stdout.splitlines() if line.strip()])
    figures = {match["name"]: float(match["value"]) for match in _SSIM.finditer(run.stderr)}
    if figures:
        found.measured["official_ssim"] = figures


def _judged(case: CodeBody, found: _Findings, lines: list[str]) -> None:
    """Note what the check says of the reference."""
    found.measured["check"] = lines
    if not found.reasons and lines != ["True"] * len(case.types):
        found.reasons.append(_unstable(case, lines))


def _handed_in(place: Place, folder: str, saved: Saved) -> None:
    """Put results where an answer saves them, whatever has been there."""
    place.renew(folder)
    for name, content in saved.items():
        (place.folder / folder / name).write_bytes(content)


def _unstable(case: CodeBody, lines: Sequence[str]) -> str:
    """Return which results of the reference are not the same in its two runs."""
    if len(lines) != len(case.types) or set(lines) - {"True", "False"}:
        return f"the check of the reference against itself prints {(', '.join(lines) or 'nothing')[:_LINE]}"
    names = [name for (name, _), line in zip(case.wanted, lines, strict=True) if line != "True"]
    return f"unstable: the check finds different results in two runs of the reference ({', '.join(names)})"


async def _controls(case: CodeBody, place: Place, found: _Findings, others: Sequence[AnyBody]) -> None:
    """Try wrong answers, the case's own and another case's; each must meet at least one False."""
    controls: dict[str, list[str]] = {}
    notes: list[str] = []
    answered = False
    tries: list[AnyBody | None] = list(others[:OTHERS_TRIED])
    open_ends = {name: leeway._asdict() for name, leeway in leeways(case.line(), case.wanted).items()}
    asked = {"check": LINES_BEFORE + case.check, "wanted": case.wanted, "leeways": open_ends}
    for position, other in enumerate(tries or [None]):
        lent = None if other is None else await _lent(other, case.wanted, place.beside(f"other{position}"), found.saved)
        is_first = position == 0
        order = {**asked, "judged": is_first and found.is_unjudged, "own": is_first, "other": lent}
        report = await _measured(order, place, found)
        if order["judged"]:
            _judged(case, found, report["check"])
        found.reasons += [_empty(name, why) for name, why in report["hollow"].items()]
        controls |= report["controls"]
        notes += report["notes"]
        answered = other is not None and f"the answer of {other.data_id}" in controls
        if answered:
            break
    if not answered:
        notes.append("no other case with a result of these types and other values was at hand")
    found.measured |= {"controls": controls, "notes": notes}
    found.reasons += _slipped(controls, len(case.wanted))


def _empty(name: str, why: str) -> str:
    if "a missing value: " in why:
        return f"its result `{name}` {why}; {_UNCOMPUTED}"
    return f"its result `{name}` {why}: {_HOLLOW}"


def comes_out_empty(reason: str) -> bool:
    """Return whether a reason is that one of the results is empty."""
    return reason.endswith(_HOLLOW)


async def _known_answers(case: CodeBody, place: Place, found: _Findings) -> None:
    """Try answers that come with the case: the check must refuse the wrong ones, and take the prototype."""
    right = ["True"] * len(case.types)
    if "forgetful" in case.more:
        reasons, refused = found.refused or await forgetting(case, place)
        found.reasons += reasons
        found.measured["controls"] |= refused
        found.reasons += await explained(case, place)
    if (told := case.second_answer) and await _answered(case, told["script"], place) != right:
        found.reasons.append(NO_WITNESS)
    for label, answer in case.wrong_answers.items():
        lines = await _answered(case, answer, place)
        found.measured["controls"][label] = lines
        if lines == right:
            found.reasons.append(f"{SLIPPED} ({label})")
    if case.prototype is not None:
        prototype = case.answer.replace(case.solution, case.prototype.strip(), 1)
        if await _answered(case, prototype, place) != right:
            found.reasons.append("the reference has other results than its prototype")
        reasons, differs = await documented(case, place, partial(_answered, case, place=place))
        found.reasons += reasons
        found.measured["differs"] = differs


async def _sense(case: CodeBody, place: Place, found: _Findings) -> None:
    """Ask whether the request means something: its answer can be told from others by now."""
    finding = await sense(case, place)
    found.reasons += finding.reasons
    found.measured |= finding.measured


def _difficulty(case: AnyBody, found: _Findings, *, execution: bool) -> None:
    """Measure what the case takes, of code that has run by now."""
    taken = difficulty_of(case, execution=execution)
    found.reasons += difficulty_faults(case, taken)
    found.measured[DIFFICULTY] = taken.as_json()


async def _answered(case: CodeBody, answer: str, place: Place) -> list[str]:
    """Return the check's output for an answer; an answer that fails is one that hands in nothing."""
    place.renew("pred_result")
    await place.run("pred.py", LINES_BEFORE + _for_answer(f"{case.history}\n{answer}"), cold=False)
    run = await place.run("eval_metrics.py", LINES_BEFORE + case.check, cold=False)
    return [line.strip() for line in run.stdout.splitlines() if line.strip()]


def _slipped(controls: Mapping[str, list[str]], wanted: int) -> list[str]:
    """Return the controls that the check let pass; an empty answer must fail in every line."""
    slipped = [label for label, lines in controls.items() if lines == ["True"] * wanted]
    empty = controls.get("empty answer", [])
    if "True" in empty and "empty answer" not in slipped:
        slipped.append("empty answer")
    return [f"{SLIPPED} ({label})" for label in slipped]


async def _lent(
    other: AnyBody, wanted: Sequence[tuple[str, str]], place: Place, saved: Mapping[str, Saved]
) -> tuple[str, str, dict[str, str]] | None:
    """Make another case's results in `place`: its id, the folder, and our name → its name where the types agree."""
    if isinstance(other, ChoiceBody) or other.unreadable:
        return None
    theirs = list(other.wanted)
    names: dict[str, str] = {}
    for name, kind in wanted:
        match = next((pair for pair in theirs if pair[1] == kind), None)
        if match is not None:
            theirs.remove(match)
            names[name] = match[0]
    if theirs_saved := saved.get(key(other)):
        _handed_in(place, "ref_result", theirs_saved)
        return other.data_id, str(place.folder), names
    run = await place.run("ref.py", LINES_BEFORE + _for_reference(other.whole), cold=False)
    return (other.data_id, str(place.folder), names) if run.exit_code == 0 else None


async def _measured(order: Mapping[str, Any], place: Place, found: _Findings) -> dict[str, Any]:
    """Run the controls, and return their report; a case whose controls cannot be run does not pass."""
    lent = [Path(order["other"][1])] if order["other"] else []
    report = await place.report(_CONTROLS, order, readable=lent)
    if isinstance(report, str):
        found.reasons.append(f"{UNTRIED}: {report}")
        return {"check": [], "controls": {}, "notes": [], "hollow": {}}
    return dict(report)


async def _run_code(code: str, name: str, place: Place, found: _Findings, *, cold: bool) -> ScriptRun:
    run = await place.run(name, LINES_BEFORE + code, cold=cold)
    if run.exit_code != 0:
        found.reasons.append(f"{_PARTS[name]} fails in a {'cold' if cold else 'warm'} run: {fault(run)}")
    return run


def _missing(place: Place, files: Iterable[str]) -> list[str]:
    return [
        f"the reference does not save {name} ({folder})"
        for name in files
        for folder in ("ref_result", "pred_result")
        if not place.has(f"{folder}/{name}")
    ]


def _for_reference(code: str) -> str:
    return code.replace("./pred_result/", "./ref_result/")


def _for_answer(code: str) -> str:
    return code.replace("./ref_result/", "./pred_result/")
