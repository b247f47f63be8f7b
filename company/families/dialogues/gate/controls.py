"""Negative controls: wrong answers that a case's check must refuse. Runs inside the sandbox, where results may be read.

Called by a small script in the folder of a case, after its reference has filled `ref_result/`. Everything that
is measured goes to one JSON file; nothing is decided here.
"""

from __future__ import annotations

import contextlib
import json
import pickle
import shutil
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from company.results.exported import save_code
from company.results.leeway import Leeway, leeways_of
from company.results.perturb import perturbed
from company.results.plots import read_page
from company.results.printed import printed
from company.results.substance import hollow, is_empty

REFERENCE, ANSWER = Path("ref_result"), Path("pred_result")
LARGE = 16 * 1024 * 1024
"""Bytes of a saved result above which it is spared some of its wrong versions."""
_NAMED = ("bars", "boxes", "slices")
"""What a page tells by name, series, place and values."""
LEARNED = ("coef_", "intercept_", "cluster_centers_", "feature_importances_", "components_", "classes_")
"""What tells fitted models apart, whatever their class."""


def measure(order: Path, report: Path) -> None:
    """Judge each wrong answer by the case's check, in the current folder, and write the report.

    `order` is JSON: `check` (source), `judged` (whether to judge first the answer that lies there), `wanted` (name and
    type of each result), `leeways`
    (what is left open of each, by its name), `own` (whether to try the case's own
    wrong versions) and `other` (another case's id, its folder, and our name → its name for results of one type; or
    None). The report holds the printed lines of the check for the answer that lay there, and for each control, notes
    on what could not be tried, and under "hollow" why a result of the reference says nothing.
    """
    asked = json.loads(order.read_text())
    check = compile(asked["check"], "eval_metrics.py", "exec")
    wanted = [types.SimpleNamespace(name=name, type=kind) for name, kind in asked["wanted"]]
    leeways = leeways_of(asked["leeways"])
    controls: dict[str, list[str]] = {}
    notes: list[str] = []
    hollows: dict[str, str] = {}
    said = printed(check) if asked["judged"] else []
    if asked["own"]:
        with _answer_folder(linked=False):
            controls["empty answer"] = printed(check)
        for intent in wanted:
            hollows |= _hollow(intent)
            controls |= _own_controls(check, intent, leeways.get(intent.name), notes)
    if asked["other"] is not None and (lines := _other_answer(check, *asked["other"])) is not None:
        controls[f"the answer of {asked['other'][0]}"] = lines
    report.write_text(json.dumps({"check": said, "controls": controls, "notes": notes, "hollow": hollows}))


def _hollow(intent: Any) -> dict[str, str]:
    """Return in what way the reference's result says nothing, under its name; nothing of one that says something."""
    if intent.type == "plot":
        return {}
    value = _read(REFERENCE / f"{intent.name}.pkl")
    why = "is empty" if is_empty(value) else hollow(value)
    return {} if why is None else {intent.name: why}


def _own_controls(check: types.CodeType, intent: Any, leeway: Leeway | None, notes: list[str]) -> dict[str, list[str]]:
    controls = {}
    for label, write in _wrong_versions(intent, leeway):
        with _answer_folder(linked=True):
            write()
            controls[f"{intent.name}: {label}"] = printed(check)
    if not controls:
        notes.append(f"no wrong version of `{intent.name}` could be made")
    return controls


def _wrong_versions(intent: Any, leeway: Leeway | None) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield labelled writers of wrong versions of one result into the answer's folder."""
    if intent.type == "plot":
        yield "a blank page", _draw_nothing
        drawn = json.loads((REFERENCE / f"{intent.name}.json").read_text())
        for label, wrong in perturbed("plot", drawn, leeway):
            yield label, partial(_put, ANSWER / f"{intent.name}.json", json.dumps(wrong).encode())
        return
    saved = REFERENCE / f"{intent.name}.pkl"
    for label, wrong in _affordable(perturbed(intent.type, _read(saved), leeway), saved.stat().st_size):
        try:
            content = pickle.dumps(wrong)
        except (pickle.PicklingError, AttributeError, TypeError):
            continue  # what cannot be saved cannot be handed in either
        yield label, partial(_put, ANSWER / f"{intent.name}.pkl", content)


def _affordable(versions: list[tuple[str, Any]], size: int) -> list[tuple[str, Any]]:
    """Return all wrong versions of a small result; of a large one every n-th, at least three where possible."""
    step = 1 + size // LARGE
    return versions[:: max(1, min(step, len(versions) // 3))]


def _put(path: Path, content: bytes) -> None:
    """Write a file of the answer, which may be a link to the reference's so far."""
    path.unlink(missing_ok=True)
    path.write_bytes(content)


def _draw_nothing() -> None:
    import matplotlib.pyplot as plt

    plt.close("all")
    plt.figure()
    for path in ANSWER.glob("plot.*"):
        path.unlink()
    blank = types.SimpleNamespace(name="plot", type="plot")
    with contextlib.suppress(Exception):
        # Where even saving a blank page fails, nothing is handed in: the check must refuse that as well.
        exec(f"import json\nimport matplotlib.pyplot as plt\n{save_code([blank])}", {"__name__": "__main__"})
    plt.close("all")


def _other_answer(check: types.CodeType, _: str, folder: str, names: dict[str, str]) -> list[str] | None:
    """Return the verdict on another case's results under our names; None when their values do not really differ."""
    theirs_at = Path(folder) / "ref_result"
    if not any(_differ(ours, theirs, theirs_at) for ours, theirs in names.items()):
        return None
    with _answer_folder(linked=True):
        for ours, theirs in names.items():
            for ending in ("pkl", "png", "json"):
                if (source := theirs_at / f"{theirs}.{ending}").is_file():
                    _put(ANSWER / f"{ours}.{ending}", source.read_bytes())
        return printed(check)


def _differ(ours: str, theirs: str, folder: Path) -> bool:
    """Return whether two saved results hold visibly different values, judged without the rules that are on trial."""
    with contextlib.suppress(OSError, ValueError):
        if (REFERENCE / f"{ours}.json").is_file():
            first, second = ((where / name).read_text() for where, name in _pair(ours, theirs, folder, "json"))
            return not alike(read_off(json.loads(first)), read_off(json.loads(second)))
        first, second = (_read(where / name) for where, name in _pair(ours, theirs, folder, "pkl"))
        return not alike(first, second)
    return False


def read_off(drawing: dict[str, Any]) -> list[Any]:
    """Return the names and values that are read off a saved figure, whoever drew it: two libraries draw a box of
    other lines, at other places.
    """
    found: list[Any] = []
    for page in map(read_page, drawing["axes"]):
        found += [[name, np.asarray(values).tolist()] for kind in _NAMED for name, _, _, values in page[kind]]
        found += [np.asarray(table).tolist() for _, table, _ in page["points"]]
        found += [np.asarray(table).tolist() for table, *_ in page["lines"]]
        found += [np.asarray(table).tolist() for kind in ("grids", "shapes") for table in page[kind]]
    return found


def _pair(ours: str, theirs: str, folder: Path, ending: str) -> tuple[tuple[Path, str], tuple[Path, str]]:
    return (REFERENCE, f"{ours}.{ending}"), (folder, f"{theirs}.{ending}")


def alike(first: Any, second: Any) -> bool:
    """Return whether two values hold nearly the same numbers and the same words, in whatever order and container."""
    numbers, words = leaves(first)
    their_numbers, their_words = leaves(second)
    if not numbers and not words and not their_numbers and not their_words:
        return True
    if len(numbers) != len(their_numbers) or words != their_words:
        return False
    ours, theirs = np.sort(np.array(numbers)), np.sort(np.array(their_numbers))
    return bool(np.allclose(ours, theirs, rtol=1e-4, atol=1e-6, equal_nan=True))


def leaves(value: Any) -> tuple[list[float], Counter[str]]:
    """Return the numbers and the words in a value, in the order in which they are met."""
    numbers: list[float] = []
    words: Counter[str] = Counter()
    stack = [value]
    while stack:
        leaf = stack.pop()
        if isinstance(leaf, bool | np.bool_):
            words[str(bool(leaf))] += 1
        elif isinstance(leaf, int | float | np.number) and not isinstance(leaf, np.complexfloating):
            numbers.append(float(leaf))
        elif (inner := _inside(leaf)) is not None:
            stack.extend(inner)
        else:
            words[str(leaf)] += 1
    return numbers, words


def _inside(value: Any) -> Iterable[Any] | None:
    """Return the content of a container, names of columns left out; None for a single value."""
    if isinstance(value, pd.DataFrame):
        return [value.index, *(value.iloc[:, position] for position in range(value.shape[1]))]
    if isinstance(value, pd.Series):
        return [value.index, *value.tolist()]
    if isinstance(value, pd.Index | np.ndarray):
        return list(value.tolist()) if value.ndim else [value.item()]
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return value
    learned = [getattr(value, name) for name in LEARNED if hasattr(value, name)]
    return learned or None


@contextlib.contextmanager
def _answer_folder(*, linked: bool) -> Iterator[None]:
    """Make an answer's folder, empty or with links to the reference's files; it is empty again afterwards."""
    shutil.rmtree(ANSWER, ignore_errors=True)
    ANSWER.mkdir()
    for source in REFERENCE.iterdir() if linked else ():
        (ANSWER / source.name).symlink_to(source.resolve())
    try:
        yield
    finally:
        shutil.rmtree(ANSWER, ignore_errors=True)
        ANSWER.mkdir()


def _read(path: Path) -> Any:
    with path.open("rb") as file:
        return pickle.load(file)  # noqa: S301 - inside the sandbox, where the code that wrote it ran too
