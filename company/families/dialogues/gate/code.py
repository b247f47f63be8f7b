"""The release gate of one case: its reference holds in two clean runs, and its check refuses wrong answers.

Only the exported fields and the resource folder are used, so that a stranger's evaluator sees what is judged here.
Nothing that generated code has saved is read on this side: the sandbox reads it, and answers in JSON.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from company.benchmark.gate import GateReport
from company.families.dialogues.body.private_library import library_faults
from company.families.dialogues.body.reference import expected_files, result_types, solution
from company.families.dialogues.gate.choice import choice_findings
from company.families.dialogues.gate.place import Place, fault
from company.sandbox import Sandbox, ScriptRun
from company.sandbox.trees import remove_tree

OTHERS_TRIED = 3
"""How many other cases are tried until one has really different values."""
_BLOCK = re.compile(r"```python\s*\n(.*?)```", re.DOTALL)
_SSIM = re.compile(r"official SSIM of (?P<name>\S+): (?P<value>[-\d.]+)")
_LINE = 200
LINES_BEFORE = "import warnings\nwarnings.filterwarnings('ignore')\nimport matplotlib\nmatplotlib.use('Agg')\n"
"""What strangers' evaluators write before each script that they run: ours are run behind it, too."""
_PARTS = {"ref.py": "the reference", "pred.py": "the reference behind its history", "eval_metrics.py": "the check"}
_CONTROLS = """import sys
sys.path.append({root!r})
from pathlib import Path
from company.families.dialogues.gate.controls import measure
measure(Path("order.json"), Path("report.json"))
"""
_ROOT = Path(__file__).resolve().parents[4]


@dataclass
class _Findings:
    reasons: list[str] = field(default_factory=list)
    measured: dict[str, Any] = field(default_factory=dict)

    def report(self) -> GateReport:
        return GateReport(not self.reasons, tuple(self.reasons), self.measured)


async def gate(
    entry: Mapping[str, Any],
    resource: Path,
    sandbox: Sandbox,
    other: Sequence[Mapping[str, Any]] = (),
    *,
    cold_check: bool = True,
) -> GateReport:
    """Judge one exported line by the tables in `resource`; `other` are lines that lend their answers as wrong ones.

    The reference runs once in a fork of a warm interpreter and once, behind its history, in a cold one; the check
    must call the two equal as a plain script, and must refuse an empty answer, each wrong version of the
    results, a blank page for a plot, and another case's answer. The same arguments give the same report. With
    `cold_check` off, the check too runs warm: quicker, for cases that `verify` will judge once more.
    Of a choice case, each option is executed instead (`choice_gate`). One with `prototype_code` must call the private
    library, which lies with the tables, and give what the prototype gives.

    Raises SandboxError when the sandbox itself fails.
    """
    if "choice" in entry:
        return await _chosen(entry, resource, sandbox, cold=cold_check)
    found = _Findings()
    try:
        wanted = wanted_results(entry)
    except (SyntaxError, ValueError) as error:
        found.reasons.append(f"the reference cannot be read: {error}")
        return found.report()
    temporary = Path(tempfile.mkdtemp(prefix="company-gate-"))
    try:
        case = Place.make(temporary / "case", resource, sandbox)
        if "prototype_code" in entry:
            found.reasons += library_faults(entry, solution(answer_of(entry["reference_answer"])), resource)
        if not found.reasons:
            await _gold(entry, case, found, cold_check)
        if not found.reasons:
            await _controls(entry, wanted, case, found, candidates(entry, other))
        if not found.reasons:
            await _known_answers(entry, case, found)
    finally:
        remove_tree(temporary)
    return found.report()


async def _chosen(entry: Mapping[str, Any], resource: Path, sandbox: Sandbox, *, cold: bool) -> GateReport:
    temporary = Path(tempfile.mkdtemp(prefix="company-gate-"))
    try:
        place = Place.make(temporary / "case", resource, sandbox)
        reasons, measured = await choice_findings(entry, place, cold=cold)
    finally:
        remove_tree(temporary)
    return GateReport(not reasons, tuple(reasons), measured)


def wanted_results(entry: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Name and type of each result of a case, read from the files that its reference saves.

    Raises ValueError when they are not as many as the types, SyntaxError when the reference is not Python.
    """
    types = result_types(entry)
    files = expected_files(answer_of(entry["reference_answer"]))
    if len(files) != len(types):
        raise ValueError(f"{len(types)} result types and {len(files)} saved results")
    return tuple((file.rpartition(".")[0], kind) for file, kind in zip(files, types, strict=True))


def answer_of(response: str) -> str:
    """The code of a response: its longest ```python block, or all of it where there is none."""
    return max(_BLOCK.findall(response), key=len, default=response)


def candidates(entry: Mapping[str, Any], other: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Other cases that could lend a wrong answer: those that share most result types first, then by a fixed hash."""
    ours = set(result_types(entry))

    def order(each: Mapping[str, Any]) -> tuple[int, str]:
        pair = f"{entry['data_id']}\n{each['data_id']}"
        return -len(ours & set(result_types(each))), hashlib.sha256(pair.encode()).hexdigest()

    return sorted((x for x in other if x["data_id"] != entry["data_id"] and ours & set(result_types(x))), key=order)


async def _gold(entry: Mapping[str, Any], case: Place, found: _Findings, cold_check: bool) -> None:
    """The reference against itself: warm into ref_result/, cold into pred_result/, then the check."""
    await _run_code(_for_reference(entry["ref_code_all"]), "ref.py", case, found, cold=False)
    answer = f"{entry['ref_code_hist']}\n{answer_of(entry['reference_answer'])}"
    if not found.reasons:
        await _run_code(_for_answer(answer), "pred.py", case, found, cold=True)
    found.reasons += _missing(case, expected_files(answer_of(entry["reference_answer"])))
    if found.reasons:
        return
    run = await _run_code(entry["eval_metrics"], "eval_metrics.py", case, found, cold=cold_check)
    lines = [line.strip() for line in run.stdout.splitlines() if line.strip()]
    found.measured["check"] = lines
    figures = {match["name"]: float(match["value"]) for match in _SSIM.finditer(run.stderr)}
    if figures:
        found.measured["official_ssim"] = figures
    if not found.reasons and lines != ["True"] * len(result_types(entry)):
        found.reasons.append(_unstable(entry, lines))


def _unstable(entry: Mapping[str, Any], lines: Sequence[str]) -> str:
    """Which results of the reference are not the same in its two runs."""
    if len(lines) != len(result_types(entry)) or set(lines) - {"True", "False"}:
        return f"the check of the reference against itself prints {(', '.join(lines) or 'nothing')[:_LINE]}"
    names = [name for (name, _), line in zip(wanted_results(entry), lines, strict=True) if line != "True"]
    return f"unstable: the check finds different results in two runs of the reference ({', '.join(names)})"


async def _controls(
    entry: Mapping[str, Any],
    wanted: Sequence[tuple[str, str]],
    case: Place,
    found: _Findings,
    others: Sequence[Mapping[str, Any]],
) -> None:
    """Wrong answers, the case's own and another case's; each must meet at least one False."""
    controls: dict[str, list[str]] = {}
    notes: list[str] = []
    answered = False
    tries: list[Mapping[str, Any] | None] = list(others[:OTHERS_TRIED])
    for position, each in enumerate(tries or [None]):
        lent = None if each is None else await _lent(each, wanted, case.beside(f"other{position}"))
        order = {"check": LINES_BEFORE + entry["eval_metrics"], "wanted": wanted, "own": position == 0, "other": lent}
        report = await _measured(order, case, found)
        controls |= report["controls"]
        notes += report["notes"]
        answered = each is not None and f"the answer of {each['data_id']}" in controls
        if answered:
            break
    if not answered:
        notes.append("no other case with a result of these types and other values was at hand")
    found.measured |= {"controls": controls, "notes": notes}
    found.reasons += _slipped(controls, len(wanted))


async def _known_answers(entry: Mapping[str, Any], case: Place, found: _Findings) -> None:
    """Answers that come with the case: the check must refuse the wrong ones, and take the prototype."""
    right = ["True"] * len(result_types(entry))
    for label, answer in entry.get("wrong_answers", {}).items():
        lines = await _answered(entry, answer, case)
        found.measured["controls"][label] = lines
        if lines == right:
            found.reasons.append(f"the check accepts a wrong answer ({label})")
    if "prototype_code" in entry and await _answered(entry, _prototype(entry), case) != right:
        found.reasons.append("the reference has other results than its prototype")


def _prototype(entry: Mapping[str, Any]) -> str:
    """The reference with the prototype's code in place of its solution."""
    answer = answer_of(entry["reference_answer"])
    return answer.replace(solution(answer), str(entry["prototype_code"]).strip(), 1)


async def _answered(entry: Mapping[str, Any], answer: str, case: Place) -> list[str]:
    """What the check prints of an answer; an answer that fails is one that hands in nothing."""
    case.renew("pred_result")
    await case.run("pred.py", LINES_BEFORE + _for_answer(f"{entry['ref_code_hist']}\n{answer}"), cold=False)
    run = await case.run("eval_metrics.py", LINES_BEFORE + entry["eval_metrics"], cold=False)
    return [line.strip() for line in run.stdout.splitlines() if line.strip()]


def _slipped(controls: Mapping[str, list[str]], wanted: int) -> list[str]:
    """The controls that the check let pass; an empty answer must fail in every line."""
    slipped = [label for label, lines in controls.items() if lines == ["True"] * wanted]
    empty = controls.get("empty answer", [])
    if "True" in empty and "empty answer" not in slipped:
        slipped.append("empty answer")
    return [f"the check accepts a wrong answer ({label})" for label in slipped]


async def _lent(
    each: Mapping[str, Any], wanted: Sequence[tuple[str, str]], place: Place
) -> tuple[str, str, dict[str, str]] | None:
    """Another case's results, made in `place`: its id, the folder, and our name → its name where the types agree."""
    try:
        theirs = list(wanted_results(each))
    except (SyntaxError, ValueError):
        return None
    names: dict[str, str] = {}
    for name, kind in wanted:
        match = next((pair for pair in theirs if pair[1] == kind), None)
        if match is not None:
            theirs.remove(match)
            names[name] = match[0]
    run = await place.run("ref.py", LINES_BEFORE + _for_reference(each["ref_code_all"]), cold=False)
    return (each["data_id"], str(place.folder), names) if run.exit_code == 0 else None


async def _measured(order: Mapping[str, Any], case: Place, found: _Findings) -> dict[str, Any]:
    """What `company.families.dialogues.gate.controls` reports; a case whose controls cannot be run does not pass."""
    case.write("order.json", json.dumps(order))
    case.write("report.json", "")
    lent = [Path(order["other"][1])] if order["other"] else []
    code = _CONTROLS.format(root=str(_ROOT))
    run = await case.run("controls.py", code, cold=False, readable=[_ROOT / "company", *lent])
    content = case.read("report.json")
    if run.exit_code != 0 or not content:
        found.reasons.append(f"its negative controls cannot be run: {fault(run)}")
        return {"controls": {}, "notes": []}
    return dict(json.loads(content))


async def _run_code(code: str, name: str, case: Place, found: _Findings, *, cold: bool) -> ScriptRun:
    run = await case.run(name, LINES_BEFORE + code, cold=cold)
    if run.exit_code != 0:
        found.reasons.append(f"{_PARTS[name]} fails in a {'cold' if cold else 'warm'} run: {fault(run)}")
    return run


def _missing(case: Place, files: Iterable[str]) -> list[str]:
    return [
        f"the reference does not save {name} ({folder})"
        for name in files
        for folder in ("ref_result", "pred_result")
        if not case.has(f"{folder}/{name}")
    ]


def _for_reference(code: str) -> str:
    return code.replace("./pred_result/", "./ref_result/")


def _for_answer(code: str) -> str:
    return code.replace("./ref_result/", "./pred_result/")
