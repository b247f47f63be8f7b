"""A model on a benchmark, the short way: the same as `inspect eval`, with our figures at the end."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path
from typing import Any, Literal

import inspect_ai
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from company.benchmark.reading import family_of
from company.errors import BackendError, ConfigError, OutOfBudget
from company.evaluation.asking import Asking, need_options
from company.evaluation.logs import sitting
from company.evaluation.sittings import Sitting
from company.evaluation.task import cases


def evaluate(benchmark: Path, asking: Asking, *, quiet: bool = False) -> Sitting:
    """Ask a model about a benchmark's cases, and score its answers; progress goes to stderr, unless `quiet`.

    Raises ConfigError for a mode, category, model or number that there is not, ArchiveError for a folder that is no
    benchmark, BackendError when the model could not be asked to the end, and OutOfBudget when the cap was reached.
    """
    if asking.limit is not None and asking.limit < 1:
        raise ConfigError(f"--limit {asking.limit}: give a number of cases, 1 or more")
    display: Literal["none", "plain"] = "none" if quiet else "plain"
    with contextlib.redirect_stdout(sys.stderr):  # stdout is for what comes out, which --json wants as JSON alone
        named, called = asked_of(benchmark, asking)
        model = model_named("--model", called, asking.base_url, asking.model)
        asking.logs.mkdir(parents=True, exist_ok=True)
        log = inspect_ai.eval(named, model=model, limit=asking.limit, log_dir=str(asking.logs), display=display)[0]
    samples = log.samples or []
    failed = [each.error.message for each in samples if each.error is not None]
    if full := [message for message in failed if message.startswith(f"{OutOfBudget.__name__}(")]:
        raise OutOfBudget(_BARE.sub(r"\1", full[0]))
    if log.status != "success" or (failed and not any(each.scores for each in samples)):
        why = log.error.message if log.error else next(iter(failed), log.status)
        raise BackendError(f"{asking.model} could not be asked to the end: {why}; the log is {log.location}")
    return sitting(log)


def asked_of(benchmark: Path, asking: Asking) -> tuple[inspect_ai.Task, str]:
    """Return the task, and the name by which Inspect knows the model. Raises as `evaluate` does."""
    scoring = family_of(benchmark).scoring
    need_options(asking, scoring.options)
    called = scoring.model(asking)
    return task_of(benchmark, asking), called


def task_of(benchmark: Path, asking: Asking) -> inspect_ai.Task:
    """Return the task of the benchmark's family. Raises ConfigError and ArchiveError as `evaluate` does."""
    own = family_of(benchmark).scoring.asked(benchmark, asking)
    return own or cases(str(benchmark), asking.mode, list(asking.categories), asking.seconds, asking.require)


def model_named(flag: str, name: str, base_url: str | None, given: str | None = None) -> Model:
    """Return the model that Inspect calls so; messages call it as it was `given`, with the flag. Raises ConfigError."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # Inspect says which hooks it has
            return get_model(name, base_url=base_url, **(_COUNTLESS if name == _MOCK else {}))
    except Exception as error:  # Inspect's error for a missing key or package has no public name
        raise ConfigError(
            f"{flag} {given or name}: {_plain(str(error))}; give a name that Inspect knows, such as openai/gpt-4o, "
            "with what its provider needs in the environment (docs/evaluating.md)"
        ) from error


def _plain(error: str) -> str:
    """Return an error of Inspect's in a line, without colours and without a heading."""
    lines = (line.strip().rstrip(".") for line in _STYLE.sub("", error).splitlines())
    return ": ".join(line for line in lines if line).removeprefix("ERROR: ")


def _says_nothing(*_: object) -> ModelOutput:
    said = ModelOutput.from_content(_MOCK, f"Default output from {_MOCK}")
    said.usage = ModelUsage()  # where none stands, Inspect counts
    return said


_MOCK = "mockllm/model"
"""Inspect's model that is none."""
_COUNTLESS: dict[str, Any] = {"custom_outputs": _says_nothing, "memoize": False}
"""Inspect counts the tokens of what its own mock says with an encoding that it fetches; this one needs no network."""
_BARE = re.compile(r"^\w+\([\"'](.*)[\"']\)$", re.S)
"""How Inspect writes down an exception."""
_STYLE = re.compile(r"\[/?(?:bold|blue|red|italic)\]")
"""How Inspect colours its errors."""
