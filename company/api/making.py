"""Runs of the company: the whole of one, its beginning, and the settings that it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.api.given import path_of, progress_of
from company.console.blocking import waited
from company.console.commands import say_aside
from company.console.extras import need_extras
from company.console.progress import Silent
from company.errors import ConfigError

if TYPE_CHECKING:
    from company.config import Settings
    from company.family.starting import Started
    from company.run.fleet import Come
    from company.run.preview import Preview
    from company.run.simulation import Outcome


def new(  # noqa: PLR0913 - a keyword for each flag of the command
    folder: str | Path,
    *tables: str | Path,
    family: str | None = None,
    kaggle: str | None = None,
    kaggle_file: str | None = None,
    scripts: str | Path | None = None,
    pictures: str | Path | None = None,
    drawings: str | Path | None = None,
    run: str | Path | None = None,
    quiet: bool = False,
) -> Started:
    """Write a scenario to edit into a folder (`company new`); `.file` is its simulation.toml, `.remarks` what to know.

    `tables` are CSV files, the main one first; `kaggle` names a data set there instead, OWNER/DATASET; `scripts`,
    `pictures` and `drawings` are folders, and so is `run`, that of a run whose figures are asked about. `family` is the
    kind of benchmark, by default dialogues over a table. Raises ConfigError for what cannot be used, and where anything
    would be overwritten.
    """
    need_extras("new")
    from company.family.registry import DEFAULT
    from company.family.registry import family as family_named
    from company.family.starting import Asked

    begun = {"kaggle": kaggle, "scripts": scripts, "pictures": pictures, "drawings": drawings, "run": run}
    named = [name for name, given in {"tables": tables, **begun}.items() if given]
    if len(named) > 1:
        raise ConfigError(f"a scenario begins from one thing, and not from {' and '.join(named)}: leave one out")
    if not (named or family):
        raise ConfigError("there is nothing to begin from: give a table, or kaggle, scripts, pictures, drawings or run")
    implied = "figures" if scripts or pictures else "vector_graphics" if drawings or run else DEFAULT
    its = family_named(family or implied)
    if its.starting is None:
        raise ConfigError(f"`company new` begins no scenario of {its.name}; write its simulation.toml yourself")
    places = (path_of(each) for each in (scripts, pictures, drawings, run))
    asked = Asked(tuple(map(Path, tables)), kaggle, kaggle_file, *places)
    return its.starting.new(Path(folder), asked, Silent().note if quiet else say_aside)


def simulate(  # noqa: PLR0913 - a keyword for each flag of the command
    scenario: str | Path,
    *,
    out: str | Path | None = None,
    backend: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    targets: Mapping[str, Any] | None = None,
    record: str | Path | None = None,
    database: str | None = None,
    on: str | None = None,
    quiet: bool = False,
) -> Outcome:
    """Do a scenario's work, or what is missing of it (`company simulate`); return the outcome and its folder.

    `scenario` is a folder, a simulation.toml, the name of a bundled one, or a recording. The others say instead of
    simulation.toml what they name: the run's folder, who answers the prompts, US dollars, the number of cases;
    `targets` is the table of this name, such as {"normal": 12}. `record` is a file for all model calls;
    `database` the address of a PostgreSQL database that holds the run, to which the folder then points; `on` is where
    the work is done: "local", on a cluster of "ray" that is started here, or at "ray://HOST:PORT". Raises
    ConfigError for what cannot be used, BackendError, SandboxError and ClusterError.
    """
    need_extras("simulate")
    from company.api.workplaces import workplace_at
    from company.run.large import warn_of_size
    from company.run.simulation import simulate as simulated

    flags = {"backend": backend, "model": model, "budget": budget, "seed": seed, "limit": limit}
    given = settings(scenario, out=out, targets=targets, **flags)
    _keep_in(given, database, on)
    with workplace_at(on) as workplace, progress_of(quiet) as progress:
        waited(warn_of_size(given, progress))
        return waited(simulated(given, progress, path_of(record), workplace))


def simulate_all(  # noqa: PLR0913 - a keyword for each flag of the command
    *scenarios: str | Path,
    out: str | Path | None = None,
    backend: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    database: str | None = None,
    on: str | None = None,
    quiet: bool = False,
) -> tuple[Come, ...]:
    """Do the work of several scenarios, all at once (`company simulate S T …`); return what each came to, in order.

    All is as in `simulate`, for each of them, but for these: `out` is a folder for the folders of all runs, and
    together they may cost `budget`. Where one of them cannot go on, the error stands in its place, and the others go
    on. Raises ConfigError for a scenario that cannot be used before any has begun, and ClusterError.
    """
    need_extras("simulate")
    from company.api.workplaces import workplace_at
    from company.run.fleet import refuse_twins
    from company.run.fleet import simulate_all as simulated

    flags: dict[str, Any] = {"backend": backend, "model": model, "seed": seed, "limit": limit}
    fleet = [settings(each, **flags) for each in scenarios]
    if out is not None:
        fleet = [each.model_copy(update={"out": Path(out) / each.name}) for each in fleet]
    refuse_twins(fleet)
    if database is not None and "#" in database:
        raise ConfigError("#NAME behind the address of a database is for one run; leave it out, as each has its own")
    for each in fleet:
        _keep_in(each, database, on)
    with workplace_at(on, len(fleet)) as workplace, progress_of(quiet) as progress:
        return tuple(waited(simulated(fleet, progress, budget, workplace)))


def _keep_in(given: Settings, database: str | None, on: str | None = None) -> None:
    """Have a run kept in a database, where one is named here or by its scenario.

    Raises ConfigError for one that is kept in a folder, and that other machines are to write.
    """
    from company.cluster.connecting import is_elsewhere

    if (address := database or given.run.database) is not None:
        from company.archive.place import place_at, point

        point(given.out, place_at(address, given.out.name))
    if is_elsewhere(on):
        from company.cluster.workforce import shared

        shared(given.out)


def preview(  # noqa: PLR0913 - a keyword for each flag of the command
    scenario: str | Path,
    *,
    out: str | Path | None = None,
    backend: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    targets: Mapping[str, Any] | None = None,
    quiet: bool = False,
) -> Preview:
    """Make the beginning of a run, and say what all of it would cost (`company simulate --preview`).

    Everything is given as to `simulate`, which goes on with the run and pays for nothing again. `.made` has the records
    by kind, `.usage` what they took, `.projected` the calls, tokens and dollars of the whole run. Raises what
    `simulate` raises, and ConfigError for a folder in which the run itself has begun.
    """
    need_extras("simulate")
    from company.run.preview import preview as previewed

    flags = {"backend": backend, "model": model, "budget": budget, "seed": seed, "limit": limit}
    given = settings(scenario, out=out, targets=targets, **flags)
    _keep_in(given, None)
    with progress_of(quiet) as progress:
        return waited(previewed(given, progress))


def settings(scenario: str | Path, *, out: str | Path | None = None, **overrides: Any) -> Settings:
    """Return the settings of a scenario, or of the one that a recording holds. Raises ConfigError."""
    from company.config import DEFAULT_OUTPUT, Overrides, load

    given = Overrides(out=path_of(out), **overrides)
    if not str(scenario).endswith(".recording"):
        return load(str(scenario), given)
    from company.models.recording import unpack
    from company.run.simulation import RECORDED

    folder = given.out or DEFAULT_OUTPUT / Path(scenario).stem
    return load(unpack(Path(scenario), folder / RECORDED), replace(given, out=folder))
