"""From a scenario to its settings: the file is found, read, overridden by flags, and checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from company.config.complaints import explained, first_of, line_of, line_of_named
from company.config.model import BUILT_IN, ROLES
from company.config.settings import LAYERS, MOST_CASES, Layer, Settings
from company.errors import ConfigError, did_you_mean
from company.family.family import Family
from company.family.registry import DEFAULT, family, names, usable

FILE_NAME = "simulation.toml"
DEFAULT_OUTPUT = Path("output")


@dataclass(frozen=True)
class Overrides:
    """What the command line says instead of the file; None leaves the file's word."""

    out: Path | None = None
    backend: str | None = None
    model: str | None = None
    budget: float | None = None
    seed: int | None = None
    limit: int | None = None
    targets: Mapping[str, Any] | None = None
    """Category → number of cases, and what else [targets] may say; all of that table."""


_PLACES = {
    "backend": ("model", "backend"),
    "model": ("model", "name"),
    "budget": ("budget", "usd"),
    "seed": ("model", "seed"),
}
"""Override → table and key of the file that it stands for."""
_TWICE = re.compile(r"Cannot declare \((.*)\) twice \(at (line \d+), column \d+\)")
"""How Python's parser says that a table's heading comes again."""
_NAME = re.compile(r"'([^']*)'")


def load(scenario: str | Path, overrides: Overrides | None = None) -> Settings:
    """Return the settings of a scenario: a folder, a simulation.toml, or the name of a bundled one.

    Raises ConfigError, naming file, table and key, for anything that is not usable.
    """
    overrides = overrides or Overrides()
    if overrides.limit is not None and not 1 <= overrides.limit <= MOST_CASES:
        raise ConfigError(
            f"--limit {overrides.limit}: should be from 1 to {MOST_CASES:,}; give another number of cases"
        )
    file = find(scenario)
    text, content = _parsed(file)
    shown = from_here(file)
    over = {
        place: (f"--{flag}", getattr(overrides, flag))
        for flag, place in _PLACES.items()
        if getattr(overrides, flag) is not None
    }
    for (section, key), (_, value) in over.items():
        if isinstance(content.setdefault(section, {}), dict):
            content[section][key] = value
    if overrides.targets is not None:
        content["targets"] = dict(overrides.targets)
        over |= {("targets", key): (f"targets: {key} =", value) for key, value in overrides.targets.items()}
    of = _family_of(content, shown)
    kind = of.settings
    name = (file.parent.name if file.name == FILE_NAME else file.stem) or "simulation"
    own = {"name": name, "file": file, "out": overrides.out or DEFAULT_OUTPUT / name}
    content = _arranged(kind, content, shown)
    strange = {f"{key} ": value for key, value in content.items() if key in own}
    try:
        settings = kind.model_validate({**content, **strange, **own}, context=_names(of))
    except ValidationError as error:
        raise explained(first_of(error.errors(include_url=False)), kind, shown, text, over) from None
    if opinions := [name for name in settings.review.gates if of.review[name].opinion]:
        raise ConfigError(
            f"{shown}{line_of(text, 'review', 'gates')}: [review] gates: what is said of a {opinions[0]} is an "
            "opinion, which opens nothing; leave it out"
        )
    if settings.review.of is None:
        settings = settings.model_copy(update={"review": settings.review.model_copy(update={"of": tuple(of.review)})})
    if overrides.limit is not None:
        settings = settings.model_copy(update={"targets": settings.targets.scaled(overrides.limit)})
    if overrides.model is not None and all(settings.model.of(role).backend == BUILT_IN for role in ROLES):
        raise ConfigError(
            f"--model {overrides.model}: the built-in company answers here, which has no models; add --backend openai, "
            "or leave --model out"
        )
    _refuse_missing(settings, text)
    return settings


def _arranged(kind: type[Settings], content: Mapping[str, Any], file: Path) -> dict[str, Any]:
    """Return what the file says as the family's settings have it. Raises ConfigError."""
    try:
        return dict(kind.arranged(content))
    except ValueError as error:
        raise ConfigError(f"{file}: {error}") from None


def _refuse_missing(settings: Settings, text: str) -> None:
    """Raise ConfigError where a file that the scenario names cannot be read."""
    if (missing := settings.missing_file()) is None:
        return
    table, key, fault = missing
    if heading := settings.tables()[table].WRITTEN:
        raise ConfigError(f"{from_here(settings.file)}{line_of_named(text, key)}: [{heading}] {key}: {fault}")
    written = getattr(getattr(settings, table), key)
    raise ConfigError(f"{from_here(settings.file)}{line_of(text, table, key)}: [{table}] {key} = {written!r}: {fault}")


def _family_of(content: Mapping[str, Any], file: Path) -> Family:
    """Return the family that a file's tables and categories are of; of the first one where several fit.

    Raises ConfigError where categories of two families stand in one file.
    """
    families = usable()
    targets = content.get("targets")
    asked = {
        name: [category for category in (targets if isinstance(targets, dict) else ()) if category in each.categories]
        for name, each in families.items()
    }
    of = {name: categories for name, categories in asked.items() if categories}
    if len(of) > 1 and not any(set(categories) >= set().union(*of.values()) for categories in of.values()):
        said = " and ".join(f"`{categories[0]}` of {name}" for name, categories in of.items())
        raise ConfigError(f"{file}: [targets] asks for {said}; a run is of one family: write a scenario for each")
    fitting = {name: len(content.keys() & each.settings.tables().keys()) for name, each in families.items()}
    among = [name for name in fitting if len(asked[name]) == max(map(len, asked.values()))]
    best = max(among, key=lambda name: (fitting[name], name == DEFAULT))
    if not content.keys() <= families[best].settings.tables().keys():
        for name in names():
            family(name)  # one that cannot be loaded may be the one that is meant: this says why
    return families[best]


def _names(of: Family) -> dict[str, tuple[str, ...]]:
    """Return the names that only the family knows, for the checks of settings that use them."""
    signals = dict.fromkeys(name for kind in of.review.values() for name in kind.signals)
    return {"review_kinds": tuple(of.review), "signals": tuple(signals)}


def find(scenario: str | Path) -> Path:
    """Return the absolute path of the simulation.toml that SCENARIO means; raises ConfigError where there is none."""
    path = Path(scenario)
    if is_file(path):
        if path.suffix == ".toml":
            return path.resolve()
        raise ConfigError(
            f"{path} is not a simulation.toml; to use it as a table, run: company new FOLDER --table {path}"
        )
    named = path / FILE_NAME
    if is_file(named):
        return named.resolve()
    bundled = bundled_scenarios()
    if str(scenario) in bundled:
        return bundled[str(scenario)]
    if len(str(scenario)) < 256 and path.is_dir():
        raise ConfigError(f"{path} has no {FILE_NAME}; to write one, run: company new FOLDER --table CSV")
    names = ", ".join(bundled) or "none"
    raise ConfigError(
        f"there is no scenario {str(scenario)!r}{did_you_mean(str(scenario), bundled)}: give a folder with a "
        f"{FILE_NAME}, such a file, or a bundled scenario ({names})"
    )


def is_file(path: Path) -> bool:
    """Return whether a file is there, and can be asked for at all."""
    try:
        return path.is_file()
    except OSError:  # a word that no file can be called, or a folder that is closed to us
        return False


def bundled_scenarios() -> dict[str, Path]:
    """Return the bundled scenarios by name, each with its simulation.toml, from an installed package or a checkout."""
    package = Path(__file__).resolve().parents[1]
    found: dict[str, Path] = {}
    for folder in (package / "_scenarios", package.parent / "scenarios"):
        for file in sorted(folder.glob(f"*/{FILE_NAME}")):
            found.setdefault(file.parent.name, file)
    return found


def layers_named(names: str | None) -> tuple[Layer, ...]:
    """Return the layers in a list such as "landlock,limits"; none for an empty one, all where there is no list.

    Raises ConfigError for an unknown one.
    """
    if names is None:
        return LAYERS
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in LAYERS:
            raise ConfigError(
                f"there is no layer {name!r}{did_you_mean(name, LAYERS)}; the layers are {', '.join(LAYERS)}"
            )
    if names.strip() and not wanted:
        raise ConfigError(f"{names!r} names no layer; the layers are {', '.join(LAYERS)}, and '' is none of them")
    return tuple(layer for layer in LAYERS if layer in wanted)


def _parsed(file: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{from_here(file)} cannot be read ({error.strerror}); check its permissions") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{from_here(file)} is not UTF-8 text; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{from_here(file)} is not valid TOML: {_fault(error)}; mend it there") from None


def _fault(error: tomllib.TOMLDecodeError) -> str:
    """Return what is wrong with TOML; of a table that is there twice, so in words."""
    twice = _TWICE.fullmatch(str(error))
    if twice is None:
        return str(error)
    return f"the table [{'.'.join(_NAME.findall(twice[1]))}] is there twice, again in {twice[2]}: put both into one"


def from_here(file: Path) -> Path:
    """Return a file as messages call it: from the folder that the user is in, where it lies below that."""
    here = Path.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file
