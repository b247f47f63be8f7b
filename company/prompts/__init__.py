"""The words that models read: Markdown files, `<role>_<purpose>.md`, with `$name` for what is filled in.

Each family keeps its own, in the package that it names.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template

from company.family.registry import usable


def prompt(name: str, **values: object) -> str:
    """Return the words of `name`.md with every `$variable` filled in.

    Raises LookupError when there is no such file, and ValueError when a variable is missing or one is given that
    the words do not use: a prompt and its caller must not drift apart silently.
    """
    words = _words(name)
    wanted = set(words.get_identifiers())
    if wanted != values.keys():
        missing, unused = sorted(wanted - values.keys()), sorted(values.keys() - wanted)
        raise ValueError(
            f"{_source(name)} and its caller disagree: missing {missing or 'nothing'}, "
            f"not used {unused or 'nothing'}; change the one or the other"
        )
    return words.substitute({key: str(value) for key, value in values.items()}).strip() + "\n"


def brief_text(brief: object) -> str:
    """Return facts as prompts tell them: JSON without blanks between its parts, of which models are billed each."""
    return json.dumps(brief, ensure_ascii=False, separators=(",", ":"), default=str)


@cache
def _source(name: str) -> Traversable:
    for package in _packages():
        source = files(package).joinpath(f"{name}.md")
        if source.is_file():
            return source
    raise LookupError(f"there is no {name}.md in {', '.join(_packages())}; write it, or ask for one that is there")


@cache
def _words(name: str) -> Template:
    return Template(_source(name).read_text(encoding="utf-8"))


def _packages() -> list[str]:
    """Return the packages in which families keep their words."""
    return [family.prompts for family in usable().values() if family.prompts]


def words(name: str) -> str:
    """Return the words of `name`.md as they are in the file; raises LookupError when there is none."""
    return _words(name).template


def names(package: str) -> list[str]:
    """Return the names of all files of words in a package, in order; none for no package."""
    if not package:
        return []
    return sorted(each.name.removesuffix(".md") for each in files(package).iterdir() if each.name.endswith(".md"))
