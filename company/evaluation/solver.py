"""A solver by whose answers cases are left out of a benchmark, and whether it may be one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.publishing.filtering import Filter
from company.config import server_hash
from company.errors import ConfigError
from company.evaluation.calibration.given import Given, answers_to
from company.family.family import Family

Writers = Mapping[str, Mapping[str, Any]]
"""Role → who played it, as a run notes it: `name` of the backend, `model`, and `server`, a hash of its address."""


def filter_of(
    logs: Sequence[Path],
    family: Family,
    known: Collection[str],
    *,
    solver: str | None,
    unfiltered: float,
    writers: Sequence[Writers],
) -> Filter:
    """Return the filter by a solver's answers in logs; `known` are the cases, `writers` those of each run.

    Of several models, `solver` names the one; what the others make of it is told. Raises ConfigError where it is not
    said which, where the logs do not tell who answered, and where the solver wrote any part of the runs.
    """
    if not 0 <= unfiltered <= 1:
        raise ConfigError(f"--unfiltered {unfiltered:g}: give a share from 0 to 1, such as 0.1")
    found = answers_to(logs, family, known, "the run")
    models = tuple(dict.fromkeys(each.model for each in found))
    if solver is None and len(models) > 1:
        raise ConfigError(f"the logs are of {', '.join(models)}: say with --solver by which of them to filter")
    by = solver or models[0]
    own = [each for each in found if each.model == by]
    if not own:
        raise ConfigError(f"--solver {by}: the logs are of {', '.join(models)}; name one of these")
    for each in own:
        _refuse_writer(each, writers)
    answered: dict[str, set[str]] = defaultdict(set)
    wrong: dict[str, set[str]] = defaultdict(set)
    for each in found:
        answered[each.model] |= {case.data_id for case in each.cases}
        wrong[each.model] |= {case.data_id for case in each.cases if not case.right}
    return Filter(
        by,
        {name: frozenset(ids - wrong[name]) for name, ids in answered.items()},
        {name: frozenset(ids) for name, ids in answered.items()},
        unfiltered,
    )


def _refuse_writer(solver: Given, writers: Sequence[Writers]) -> None:
    if solver.base_url is None:
        raise ConfigError(f"{solver.file} does not tell which model answered; filter by logs of `company evaluate`")
    server = server_hash(solver.base_url) if solver.base_url else ""
    for role, played in (each for run in writers for each in run.items()):
        same = played.get("server") in (server, None)  # runs of earlier versions do not tell: the name has to do
        if played["model"] and same and played["model"] in (solver.model, solver.model.partition("/")[2]):
            raise ConfigError(
                f"--filter: {solver.model} played the {role.replace('_', ' ')} when these cases were written, and what "
                "it answers right says little of how hard they are; filter by a model that wrote none of them"
            )
