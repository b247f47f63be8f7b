"""Runs the versions of a solution on the state that its history leaves. Runs inside the sandbox.

Called by a small script in the folder of a case. Everything that is measured goes to one JSON file, which is written
anew after each step: what was found before time is up is not lost. Nothing is decided here.
"""

from __future__ import annotations

import contextlib
import json
import signal
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from company.families.dialogues.gate.sense.loading import loading
from company.families.dialogues.gate.sense.states import SHARED, Names, copies, run, state_after
from company.families.dialogues.gate.sense.tools import Counts, tools
from company.families.dialogues.gate.sense.unordered import same_rows
from company.results.drawing import drawn
from company.results.kinds import result_type
from company.results.rules import same, same_value

SECONDS = 10.0
"""Of processor time; nothing further is tried after so long."""
LEAST, TIMES = 2.0, 6.0
"""A version may run so many seconds, or so many times as long as the solution itself."""


class TooLongError(BaseException):
    """A version runs for much longer than the solution; no bare `except Exception` of its own holds it up."""


def measure(order: Path, report: Path) -> None:
    """Run what the order names, in the current folder, and write what came of it.

    `order` is JSON: `history`, the part of it that is `leading` to the solution, `solution` and `watched` (sources),
    `variants` (sources), `sorts` (numbers of those without an order), `wanted` (name and type of each result), `reads`
    (names that the solution takes over), `anew` (earlier results that it makes anew),
    `ordered` (those of results and of `reads` that the code has sorted) and
    `shuffled` (whether rows are shuffled).
    The report holds `error` (why the solution cannot be run here, or None), `kept` (number of a watched place → rows
    kept, and of how many), `same` (numbers of the variants with the same results; of those without an order, on
    shuffled rows, too), `raw` (whether the loaded table gives the same in place of all that was made of it), `differs`
    (results that come out otherwise where the table's rows are shuffled), `untried` (numbers of variants for which
    there was no time) and `whole` (whether all was done that could be).
    """
    _Measuring(json.loads(order.read_text()), report).run()


class _Measuring:
    """The runs of one case."""

    def __init__(self, order: Mapping[str, Any], report: Path) -> None:
        self.order = order
        self.report = report
        self.started = time.process_time()
        self.found: Names = {"error": None, "kept": {}, "same": [], "raw": None, "differs": [], "untried": []}
        self.found["whole"] = False
        self.counts = Counts()

    def run(self) -> None:
        """Run history and solution, then all else."""
        try:
            self._begin()
        except Exception as problem:  # noqa: BLE001 - whatever generated code does is a finding
            self.found["error"] = f"{type(problem).__name__}: {problem}"[:300]
            return self._write()
        self.found["kept"] = self.counts.kept
        self.found["raw"] = self._raw()
        self._write()
        if self.order["shuffled"]:
            self.found["differs"] = self._shuffled()
            self._write()
        for number, code in enumerate(self.order["variants"]):
            self._try(number, code)
            self._write()
        self.found["whole"] = True
        return self._write()

    def _begin(self) -> None:
        """Run the part of the history that the solution builds on, or all of it where that part is not enough."""
        for history in (self.order["leading"], self.order["history"]):
            with loading() as loaded:
                try:
                    self.state = state_after(history)
                    began = time.process_time()
                    self.right = self._results(self.order["watched"], {})
                except Exception:
                    if history == self.order["history"]:
                        raise
                else:
                    break
        self.history, self.loaded = history, list(loaded)
        self.most = max(LEAST, TIMES * (time.process_time() - began))

    def _write(self) -> None:
        self.report.write_text(json.dumps(self.found))

    def _try(self, number: int, code: str) -> None:
        if time.process_time() - self.started > SECONDS:
            self.found["untried"].append(number)
            return
        try:
            with _bounded(self.most):
                results = self._results(code, {})
                alike = self._same(results) and self._same_anew(results)
        except TooLongError:
            self.found["untried"].append(number)
        except Exception:  # noqa: BLE001 - a version that fails is one that the step is needed for
            return
        else:
            if alike and not (number in self.order["sorts"] and self._orders(code)):
                self.found["same"].append(number)

    def _results(self, code: str, instead: Mapping[str, Any], state: Names | None = None) -> Names:
        """Return the results of code on copies of what it reads of the state, or with other values of these names."""
        state = self.state if state is None else state
        reads = {name: state[name] for name in self.order["reads"] if name in state}
        names = {**state, **tools(self.counts), **copies({**reads, **instead})}
        run(code, names)
        anew = {name: names[name] for name in self.order["anew"]}
        return anew | {name: _result(name, kind, names) for name, kind in self.order["wanted"]}

    @property
    def _read(self) -> list[str]:
        """The names of the state that the solution reads."""
        return [name for name in self.order["reads"] if name in self.state]

    def _same(self, results: Names, right: Names | None = None) -> bool:
        right = self.right if right is None else right
        return all(same(kind, right[name], results[name], name) for name, kind in self.order["wanted"])

    def _same_anew(self, results: Names) -> bool:
        """Return whether the earlier results that are made anew come out the same as well."""
        anew = ((name, result_type(self.right[name]) or "") for name in self.order["anew"])
        return all(same(kind, self.right[name], results[name], name) for name, kind in anew)

    def _orders(self, code: str) -> bool:
        """Return whether a version without an order gives other results where the table's rows are shuffled.

        Rows may stand in the order that a query asks for already: it is in the results all the same.
        """
        with loading(shuffled=True), contextlib.suppress(Exception, TooLongError), self._bounded_anew():
            state, earlier, right = self._on_other_rows()
            try:
                return not self._same(self._results(code, earlier, state), right)
            except Exception:  # noqa: BLE001 - without the order it does not even run
                return True
        return False

    def _raw(self) -> bool:
        """Return whether the loaded table gives the same results as all that the history has made of it."""
        read = {name: self.state[name] for name in self._read}
        made = {name: each for name, each in read.items() if not isinstance(each, SHARED) and not self._is_raw(each)}
        if any(not isinstance(value, pd.DataFrame) for value in made.values()):
            return False
        if not made:
            return True
        for table in self.loaded[:3]:
            with contextlib.suppress(Exception, TooLongError), _bounded(self.most):
                if self._same(self._results(self.order["solution"], dict.fromkeys(made, table))):
                    return True
        return False

    def _is_raw(self, value: Any) -> bool:
        return isinstance(value, pd.DataFrame) and any(value.equals(table) for table in self.loaded)

    def _shuffled(self) -> list[str]:
        """Return the results that hang on the order in which the rows of the loaded tables stand."""
        differs: list[str] = []
        for labels in (False, True):  # rows are numbered anew, as in a file; then they keep the labels that they had
            with contextlib.suppress(TooLongError), self._bounded_anew():
                differs = self._shuffled_once(labels=labels)
            if not differs:
                break
        return differs

    def _shuffled_once(self, *, labels: bool) -> list[str]:
        names = [name for name, _ in self.order["wanted"]]
        with loading(shuffled=True, labels=labels):
            try:
                _, _, results = self._on_other_rows()
            except Exception:  # noqa: BLE001 - it runs on the rows as they stand, and on others it does not
                return names
        return [name for name, kind in self.order["wanted"] if not self._same_rows(name, kind, results[name])]

    def _on_other_rows(self) -> tuple[Names, Names, Names]:
        """Return the state after the history on the rows that are loaded now, what is read of it, and the results."""
        state = {**self.state, **state_after(self.history)}
        earlier = {name: self._settled_before(name, state) for name in self._read}
        return state, earlier, self._results(self.order["solution"], earlier, state)

    def _bounded_anew(self) -> contextlib.AbstractContextManager[None]:
        """Bound what runs the history once more."""
        return _bounded(self.most + 2 * (time.process_time() - self.started))

    def _settled_before(self, name: str, state: Names) -> Any:
        """Return what the shuffled table makes of a name; what an earlier turn has settled otherwise stands."""
        before, now = self.state[name], state.get(name)
        if self._is_raw(before):
            return now
        if isinstance(before, SHARED):
            return now
        if not isinstance(before, pd.DataFrame | pd.Series | np.ndarray | list | pd.Index):
            return now if same_value(before, now) else before
        kind = next(kind for kind, sort in _KINDS.items() if isinstance(before, sort))
        if type(now) is type(before) and same_rows(kind, before, now, name, ordered=name in self.order["ordered"]):
            return now
        return before

    def _same_rows(self, name: str, kind: str, value: Any) -> bool:
        return same_rows(kind, self.right[name], value, name, ordered=name in self.order["ordered"])


_KINDS = {"dataframe": pd.DataFrame, "series": pd.Series, "array": np.ndarray, "list": list, "index": pd.Index}


def _result(name: str, kind: str, names: Names) -> Any:
    if kind != "plot":
        return names[name]
    import matplotlib.pyplot as plt

    return drawn(plt.gcf())


@contextlib.contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Raise TooLongError in code that runs for longer."""

    def stop(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
