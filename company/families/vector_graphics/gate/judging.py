"""What the gate finds in a case: its drawing is drawn again, its options are executed on it, its words tell nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.benchmark.gate import GateReport
from company.drawings.jailed import Drawn, drawn_in
from company.drawings.painting import Undrawable
from company.drawings.scenes import Scene
from company.drawings.trials import Asked, Trial, tried_in
from company.families.shared.choices.lettered import CHECK, LETTERS, letter_of_reference, options_text
from company.families.shared.choices.letters import letter_in
from company.families.vector_graphics.body import asked_text, options_of_line, proof_of
from company.families.vector_graphics.gate.options import OPTIONS, excludes, leaks, says_itself
from company.sandbox import Sandbox
from company.sandbox.roots import scratch

EMPTY, OTHER = "empty answer", "another letter"
Line = Mapping[str, Any]


@dataclass(frozen=True)
class Shown:
    """The drawing of a case."""

    code: str
    picture: bytes
    scene: Scene | None = None
    """What was read of it before; None: it is drawn and read anew, in a warm and in a cold interpreter."""
    trial: Trial | None = None
    """What its options came to before; None: they are executed."""


async def question_judged(line: Line, shown: Shown, sandbox: Sandbox) -> GateReport:
    """Judge a question on a drawing. Raises SandboxError when the sandbox itself fails."""
    if faults := form_faults(line, shown.code):
        return GateReport(False, tuple(faults), {})
    try:
        with scratch("gate") as folder:
            scene, faults = await _redrawn(str(line["format"]), shown, sandbox, folder)
            if faults:
                return GateReport(False, tuple(faults), {})
            right = right_text(line)
            if found := leaks(shown.code, scene, right) if line["proof"] == "attested" else []:
                return GateReport(False, (f"its code says {found[0]!r}, a word of the right answer",), {})
            measured: dict[str, Any] = {"controls": controls(line), "proof": line["proof"]}
            if line["proof"] == "attested":
                return GateReport(True, (), measured)
            trial = shown.trial or await _tried(line, shown, scene, sandbox, folder)
    except Undrawable as problem:
        return GateReport(False, (f"its drawing cannot be drawn: {problem}",), {})
    faults = [*trial_faults(line, trial), *trial.faults]
    measured |= {
        "options": [dict(each) for each in trial.values[1:]],
        "changed": trial.changed,
        "same": list(trial.same),
    }
    return GateReport(not faults, tuple(faults), measured)


async def _redrawn(form: str, shown: Shown, sandbox: Sandbox, folder: Path) -> tuple[Scene, list[str]]:
    """Return what a drawing shows, and what is wrong with its picture. Raises Undrawable."""
    if shown.scene is not None:
        return shown.scene, []
    found: list[Drawn] = []
    for name, cold in (("warm", False), ("cold", True)):
        (folder / name).mkdir()
        found.append(await drawn_in(sandbox, folder / name, shown.code, form, cold=cold))
    warm, other = found
    if warm != other:
        return warm.scene, ["unstable: its drawing comes out differently in two runs"]
    return warm.scene, [] if warm.picture == shown.picture else ["its picture is not what its code draws"]


async def _tried(line: Line, shown: Shown, scene: Scene, sandbox: Sandbox, folder: Path) -> Trial:
    codes = [line["choice"]["answer"], *(each["code"] for each in options_of_line(line))]
    asked = Asked(codes, scene, cold=shown.scene is None)
    return await tried_in(sandbox, folder / "trial", shown.code, str(line["format"]), asked)


def trial_faults(line: Line, trial: Trial) -> list[str]:
    """Return what is wrong with options by what their code comes to."""
    answer, *values = trial.values
    if "unclear" in answer:
        return [f"its answer cannot be told: {answer['unclear']}"]
    faults, right = [], []
    for option, told in zip(options_of_line(line), values, strict=True):
        if "unclear" in told:
            faults.append(f"option {option['letter']} cannot be told: {told['unclear']}")
        elif str(told["value"]) != option["text"]:
            faults.append(f"option {option['letter']} says {option['text']!r}, and its code {told['value']!r}")
        elif str(told["value"]) == str(answer["value"]):
            right.append(option["letter"])
    gold = letter_of_reference(line["reference_answer"])
    if not faults and right != [gold]:
        faults.append(f"{', '.join(right) or 'no option'} is right, and the reference answer says {gold}")
    if not trial.changed:
        faults.append("no drawing was found in which just the fact is another one that is asked for")
    return faults


def form_faults(line: Line, code: str) -> list[str]:
    """Return what is wrong with the words and the letters, without drawing anything."""
    options = options_of_line(line)
    if [each["letter"] for each in options] != list(LETTERS[:OPTIONS]):
        return [f"it has not {OPTIONS} options with the letters A to D"]
    texts = [str(each["text"]) for each in options]
    faults = []
    if len({" ".join(each.split()).casefold() for each in texts}) < OPTIONS:
        faults.append("two options read the same")
    if line["current_query"] != f"{line['choice']['question']}\n\n{options_text(texts)}":
        faults.append("its query is not its question with its options")
    if line["prompt_with_hist_txt"] != asked_text(line, code):
        faults.append("its prompt does not show its code, its question and its options")
    rights = [each["letter"] for each in options if not each["slip"]]
    gold = letter_of_reference(line["reference_answer"])
    if rights != [gold]:
        faults.append(f"its options call {', '.join(rights) or 'none'} right, and its reference answer {gold}")
    if line["proof"] != proof_of(str(line["question_type"])):
        faults.append(f"its answer is {line['proof']}, which is not how questions of its type are proved")
    if line["eval_metrics"] != CHECK:
        faults.append("its check is not the one that choice cases have")
    right = right_text(line)
    if beside := [each["letter"] for each in options if each["slip"] and not excludes(right, str(each["text"]))]:
        faults.append(f"option {beside[0]} may be true beside {right!r}")
    if not faults and says_itself(line["choice"]["question"], right_text(line)):
        faults.append("its question says its answer")
    return faults


def right_text(line: Line) -> str:
    """Return the text of the right option."""
    gold = letter_of_reference(line["reference_answer"])
    return next((str(each["text"]) for each in options_of_line(line) if each["letter"] == gold), "")


def controls(line: Line) -> dict[str, list[str]]:
    """Judge an empty answer and each other letter as a scorer would."""
    gold = letter_of_reference(line["reference_answer"])
    wrong = {f"letter {each['letter']}": f"Answer: {each['letter']}" for each in options_of_line(line)}
    wrong.pop(f"letter {gold}", None)
    return {label: [str(letter_in(answer) == gold)] for label, answer in {EMPTY: "", **wrong}.items()}


def kind_of(label: str) -> str:
    """Return the kind of a wrong answer, by how the gate calls it."""
    return OTHER if label.startswith("letter ") else label.rstrip("0123456789 ")
