"""Runs of the company: the whole of one, its beginning, and the settings that it has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.api.given import path_of, progress_of
from company.console.blocking import waited
from company.console.extras import need_extras

if TYPE_CHECKING:
    from company.config import Settings
    from company.run.preview import Preview
    from company.run.simulation import Outcome


def simulate(  # noqa: PLR0913 - a keyword for each flag of the command
    scenario: str | Path,
    *,
    out: str | Path | None = None,
    backend: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    record: str | Path | None = None,
    quiet: bool = False,
) -> Outcome:
    """Do a scenario's work, or what is missing of it (`company simulate`); return the outcome and its folder.

    `scenario` is a folder, a simulation.toml, the name of a bundled one, or a recording. The others say instead of
    simulation.toml what they name: the run's folder, who answers the prompts, US dollars, the number of cases; `record`
    is a file for all model calls. Raises ConfigError for what cannot be used, BackendError and SandboxError.
    """
    need_extras("simulate")
    from company.run.simulation import simulate as simulated

    given = settings(scenario, out=out, backend=backend, model=model, budget=budget, seed=seed, limit=limit)
    with progress_of(quiet) as progress:
        return waited(simulated(given, progress, path_of(record)))


def preview(  # noqa: PLR0913 - a keyword for each flag of the command
    scenario: str | Path,
    *,
    out: str | Path | None = None,
    backend: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    quiet: bool = False,
) -> Preview:
    """Make the beginning of a run, and say what all of it would cost (`company simulate --preview`).

    Everything is given as to `simulate`, which goes on with the run and pays for nothing again. `.made` has the records
    by kind, `.usage` what they took, `.projected` the calls, tokens and dollars of the whole run. Raises what
    `simulate` raises, and ConfigError for a folder in which the run itself has begun.
    """
    need_extras("simulate")
    from company.run.preview import preview as previewed

    given = settings(scenario, out=out, backend=backend, model=model, budget=budget, seed=seed, limit=limit)
    with progress_of(quiet) as progress:
        return waited(previewed(given, progress))


def settings(scenario: str | Path, *, out: str | Path | None = None, **overrides: Any) -> Settings:
    """Return the settings of a scenario, or of the one that a recording holds. Raises ConfigError."""
    from company.config import DEFAULT_OUTPUT, Overrides, load

    given = Overrides(out=path_of(out), **overrides)
    if not str(scenario).endswith(".recording"):
        return load(str(scenario), given)
    from company.models.recording import unpack

    folder = given.out or DEFAULT_OUTPUT / Path(scenario).stem
    return load(unpack(Path(scenario), folder / "recorded"), replace(given, out=folder))
