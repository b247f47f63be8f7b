"""Expressions on a drawing that nobody has read, in the jail: what they come to, and whether a change changes it."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.drawings.jailed import told_by
from company.drawings.painting import Undrawable
from company.drawings.running import NotRun, Runner
from company.drawings.scenes import Scene, as_json
from company.drawings.tikz import compiled

_ORDER, _REPORT = "order.json", "report.json"


@dataclass(frozen=True)
class Asked:
    """What is asked of a drawing."""

    codes: Sequence[str]
    """Expressions over `scene`; the first one is the answer."""
    scene: Scene | None = None
    """What was read of it before; None: it is read anew."""
    cold: bool = False


@dataclass(frozen=True)
class Trial:
    """What came of it."""

    values: tuple[Mapping[str, Any], ...]
    """Of each expression: {"value": …}, or {"unclear": why}."""
    changed: str = ""
    """The change that was made to the drawing and changed the answer; "" where none did."""
    same: tuple[str, ...] = ()
    """How the drawing was written otherwise; the answer stayed."""
    faults: tuple[str, ...] = ()
    """Where the answer stayed though the fact was changed, or changed though it was not."""


async def tried_in(runner: Runner, folder: Path, code: str, form: str, asked: Asked) -> Trial:
    """Evaluate expressions on a drawing, in an empty folder; then the answer on drawings changed and written otherwise.

    Raises Undrawable, and what the jail raises where it fails itself.
    """
    content = await _content(runner, folder / "first", code, form)
    order: dict[str, Any] = {"codes": list(asked.codes), "code": code}
    if asked.scene is not None:
        order["scene"] = as_json(asked.scene)
    told = await _asked(runner, folder / "judged", "judge_file", (content, form, order), cold=asked.cold)
    values = tuple(told["values"])
    if "value" not in values[0]:
        return Trial(values)
    right, answer = values[0]["value"], asked.codes[0]
    trying = _Trying(runner, folder, form, answer)
    changed, faults = "", []
    for each in told["changed"]:
        value = await trying.value(each)
        if value is not None and value != right:
            changed = str(each["what"])
            break
        if value == right:
            faults.append(
                f"the answer stays {right!r} where one thing is {each['what']} on which it should hang: "
                "ask of what is like no other thing"
            )
    same = []
    for each in told["same"][:1]:
        value = await trying.value(each)
        if value == right:
            same.append(str(each["what"]))
        elif value is not None:
            faults.append(f"the answer is {value!r} and not {right!r} where the drawing is only {each['what']}")
    return Trial(values, changed, tuple(same), tuple(faults))


async def values_in(
    runner: Runner, folder: Path, code: str, form: str, codes: Sequence[str], *, cold: bool = False
) -> tuple[Mapping[str, Any], ...]:
    """Return what expressions come to on one more drawing, in an empty folder. Raises as `tried_in` does."""
    content = await _content(runner, folder / "first", code, form)
    told = await _asked(runner, folder / "valued", "values_file", (content, form, {"codes": list(codes)}), cold=cold)
    return tuple(told["values"])


async def values_shown(
    runner: Runner, folder: Path, scene: Scene, codes: Sequence[str]
) -> tuple[Mapping[str, Any], ...]:
    """Return what expressions come to on what was read of a drawing, in an empty folder. Raises as `tried_in` does."""
    order = {"codes": list(codes), "scene": as_json(scene)}
    told = await _asked(runner, folder / "valued", "values_file", (b"", scene.format, order), cold=False)
    return tuple(told["values"])


@dataclass
class _Trying:
    """Evaluates the answer on one drawing after the other."""

    runner: Runner
    folder: Path
    form: str
    answer: str
    number: int = 0

    async def value(self, drawing: Mapping[str, str]) -> str | int | None:
        """Return the answer on a drawing; None where it is unclear, or the drawing cannot be drawn."""
        self.number += 1
        place = self.folder / f"try{self.number}"
        try:
            content = (
                base64.b64decode(drawing["pdf"], validate=True)
                if "pdf" in drawing
                else await _content(self.runner, place, str(drawing["code"]), self.form)
            )
            order: dict[str, Any] = {"codes": [self.answer]}
            told = await _asked(self.runner, place / "valued", "values_file", (content, self.form, order), cold=False)
        except NotRun:
            raise
        except (Undrawable, binascii.Error):
            return None
        value: str | int | None = told["values"][0].get("value")
        return value


async def _content(runner: Runner, folder: Path, code: str, form: str) -> bytes:
    if form != "tikz":
        return code.encode()
    _made(folder)
    return await compiled(runner, folder / "compiling", code)


async def _asked(
    runner: Runner, folder: Path, call: str, given: tuple[bytes, str, Mapping[str, Any]], *, cold: bool
) -> Mapping[str, Any]:
    """Have a function of `drawn.py` report on a drawing. Raises Undrawable where its report is none."""
    content, form, order = given
    _made(folder)
    (folder / "drawing").write_bytes(content)
    (folder / _ORDER).write_text(json.dumps(order), encoding="utf-8")
    words = f"{call}('drawing', {form!r}, {_ORDER!r}, {_REPORT!r})"
    told = await told_by(runner, folder, words, _REPORT, cold=cold)
    values, codes = told.get("values"), order["codes"]
    if not isinstance(values, list) or len(values) != len(codes) or not all(map(_is_told, values)):
        raise Undrawable("what expressions come to on it was not told: write it simpler")
    for name in ("changed", "same"):
        if not all(isinstance(each, dict) and isinstance(each.get("what"), str) for each in told.get(name, ())):
            raise Undrawable("how it may be changed was not told: write it simpler")
    return {"changed": (), "same": (), **told}


def _made(folder: Path) -> None:
    folder.mkdir(parents=True)


def _is_told(value: object) -> bool:
    if not isinstance(value, dict) or len(value) != 1:
        return False
    return isinstance(value.get("value"), str | int) or isinstance(value.get("unclear"), str)
