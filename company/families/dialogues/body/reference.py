"""The code of a case: what ran before it, its reference answer, and the template that a model fills in.

The history loads the table once and never saves; an answer goes on from there, as a person's next notebook cell
would. Executed one after the other in one process they are one script that runs alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from company.families.dialogues.records import Turn
from company.records import Intent
from company.results.exported import save_code

BEGIN = "# --- your code begins ---"
END = "# --- your code ends ---"
GAP = "[solution]"
TURN = re.compile(r"^# Turn (\d+)$", re.MULTILINE)
"""The line that opens each turn in a history."""
RESULT_FILE = re.compile(r"^\./pred_result/(?P<name>.+)\.(?P<ending>pkl|png)$")

_IMPORTS = {
    "json": "import json",
    "np": "import numpy as np",
    "os": "import os",
    "pd": "import pandas as pd",
    "pickle": "import pickle",
    "plt": "import matplotlib.pyplot as plt",
}
_CLOSE = 'plt.close("all")'


def history_code(prelude: str, history: Iterable[Turn]) -> str:
    """Return the prelude and the code of all earlier turns as one script that saves and shows nothing.

    After a turn that drew, every figure is closed, so that the next one starts on a clean page.
    """
    parts = [prelude.strip()]
    for number, turn in enumerate((turn for turn in history if turn.code is not None), start=1):
        parts.append(f"# Turn {number}\n{without_show(turn.code or '').strip()}")
        if drew(turn):
            known = "plt" in _bound_by_imports("\n".join(parts))
            parts[-1] += f"\n{_CLOSE}" if known else f"\n{_IMPORTS['plt']}\n{_CLOSE}"
    return "\n\n".join(parts) + "\n"


def open_history_code(prelude: str, history: Sequence[Turn]) -> str:
    """Return the same, with the figure of the last turn left open."""
    whole = history_code(prelude, history)
    if not history or not drew(history[-1]):
        return whole
    return f"{whole.rstrip().removesuffix(_CLOSE).rstrip()}\n"


def history_turns(code: str) -> tuple[str, ...]:
    """Return the code of each earlier turn, out of a history made by `history_code`."""
    marks = [match.end() for match in TURN.finditer(code)]
    starts = [match.start() for match in TURN.finditer(code)] + [len(code)]
    return tuple(code[mark:end].strip() for mark, (_, end) in zip(marks, pairwise(starts), strict=True))


def answer_code(prelude: str, code: str, intents: Sequence[Intent]) -> str:
    """Return a turn's code in the template of a case: it goes on from the history, and saves to `./pred_result/`."""
    imports = "\n".join(_import_lines(prelude, intents))
    body = without_show(code).strip()
    return (
        f"{imports}\n\n# The table and all variables made earlier are already loaded.\n\n"
        f"{BEGIN}\n{body}\n{END}\n\n{save_code(intents).strip()}\n"
    )


def template_code(prelude: str, intents: Sequence[Intent]) -> str:
    """Return the same script with one marked gap where the answer goes."""
    return answer_code(prelude, GAP, intents).strip()


def solution(answer: str) -> str:
    """Return the part of an answer between the marks of our template; all of it where there are none."""
    _, begin, rest = answer.partition(BEGIN)
    inner, end, _ = rest.partition(END)
    return inner.strip() if begin and end else answer.strip()


def filled(answer: str, code: str) -> str:
    """Return an answer in our template with other code between its marks."""
    before, begin, rest = answer.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{begin}\n{without_show(code).strip()}\n{end}{after}"


def expected_files(answer: str) -> tuple[str, ...]:
    """Return the result files that an answer saves, in the order of its lines, such as `top.pkl` and `plot.png`.

    Raises SyntaxError when the answer is not Python.
    """
    texts = [
        node
        for node in ast.walk(ast.parse(answer))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RESULT_FILE.match(node.value)
    ]
    texts.sort(key=lambda node: (node.lineno, node.col_offset))
    return tuple(dict.fromkeys(str(node.value).removeprefix("./pred_result/") for node in texts))


def drew(turn: Turn) -> bool:
    """Return whether a turn leaves a figure behind, asked for or not."""
    asked = any(intent.type == "plot" for intent in turn.intents)
    return asked or "plot" in turn.operations or any(result.type == "plot" for result in turn.results)


def without_show(code: str) -> str:
    """Return the code without its `plt.show()` statements: nobody watches, and a window would wait for one.

    Only a statement that is such a call goes; a function of the code's own, whatever its name, stays whole.
    Code that is not Python comes back as it is.
    """
    if "show" not in code and "\r" not in code:
        return code
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return code
    shows = [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_show(node.value)]
    lines = re.split(r"\r\n|\r|\n", code)
    for node in sorted(shows, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        last = (node.end_lineno or node.lineno) - 1
        head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
        tail = lines[last].encode()[node.end_col_offset :].decode()
        # `pass` keeps a block that had nothing else in it; at the left margin the line can simply go.
        kept = [] if not head and not tail.strip(" ;") else [f"{head}pass{tail}"]
        lines[node.lineno - 1 : last + 1] = kept
    return "\n".join(lines)


def _is_show(call: ast.expr) -> bool:
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "show"):
        return False
    owner = ast.unparse(call.func.value)
    return owner in {"plt", "pyplot", "matplotlib.pyplot", "fig", "figure", "f", "plt.gcf()"}


def _import_lines(prelude: str, intents: Sequence[Intent]) -> tuple[str, ...]:
    """Return the prelude's imports, and those that saving needs and has not got."""
    return _imports_of(prelude, save_code(intents))


@lru_cache(maxsize=64)
def _imports_of(prelude: str, saving: str) -> tuple[str, ...]:
    lines = [ast.unparse(node) for node in ast.parse(prelude).body if isinstance(node, ast.Import | ast.ImportFrom)]
    used = {node.id for node in ast.walk(ast.parse(saving)) if isinstance(node, ast.Name)}
    have = _bound_by_imports("\n".join([*lines, saving]))
    return (*(_IMPORTS[name] for name in sorted(used - have) if name in _IMPORTS), *lines)


def _bound_by_imports(code: str) -> set[str]:
    try:
        body = ast.parse(code).body
    except SyntaxError:
        return set()
    found = [alias for node in body if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]
    return {alias.asname or alias.name.split(".")[0] for alias in found}


def result_types(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the type of each result that a line asks for: the format has one text for one, a list for several."""
    kinds = entry["result_type"]
    return tuple(kinds) if isinstance(kinds, list) else (kinds,)


def identity(entry: Mapping[str, Any]) -> tuple[str, str]:
    """Return the key by which two cases are the same: query and solution, whatever their spacing and letter case.

    Of a choice case: the question and all options, whatever their order.
    """
    if "choice" in entry:
        options = sorted(_plain(option["text"]) for option in entry["choice"]["options"])
        return _plain(entry["choice"]["question"]), "\n".join(options)
    return _plain(entry["current_query"]), _plain(solution(entry["reference_answer"]))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
