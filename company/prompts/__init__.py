"""The words that models read: Markdown files, `<role>_<purpose>.md`, with `$name` for what is filled in."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template


def prompt(name: str, **values: object) -> str:
    """The words of `name`.md with every `$variable` filled in.

    Raises LookupError when there is no such file, and ValueError when a variable is missing or one is given that
    the words do not use: a prompt and its caller must not drift apart silently.
    """
    words = _words(name)
    wanted = set(words.get_identifiers())
    if wanted != values.keys():
        missing, unused = sorted(wanted - values.keys()), sorted(values.keys() - wanted)
        raise ValueError(
            f"company/prompts/{name}.md and its caller disagree: missing {missing or 'nothing'}, "
            f"not used {unused or 'nothing'}; change the one or the other"
        )
    return words.substitute({key: str(value) for key, value in values.items()}).strip() + "\n"


@cache
def _words(name: str) -> Template:
    source = files(__name__).joinpath(f"{name}.md")
    if not source.is_file():
        raise LookupError(f"there is no company/prompts/{name}.md; write it, or ask for one that is there")
    return Template(source.read_text(encoding="utf-8"))


def words(name: str) -> str:
    """The words of `name`.md as they are in the file; raises LookupError when there is none."""
    return _words(name).template


def names() -> list[str]:
    """The names of all files of words, in order."""
    return sorted(each.name.removesuffix(".md") for each in files(__name__).iterdir() if each.name.endswith(".md"))
