"""The commands of the real parser, and what a text says of them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from company.cli.entry import parser_for

_GLOBAL = ("--help", "--version")
_CODE = re.compile(r"`([^`\n]+)`|^```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_CALLED = re.compile(r"(?:^|[|;&(])[ \t]*company ((?:[a-z][a-z-]*\b)(?:[^\n|&;#]|\\\n)*)", re.MULTILINE)


@dataclass(frozen=True)
class Command:
    """A command as the parser knows it."""

    name: str
    """Such as "verify", or "review gold add"."""
    flags: tuple[str, ...]


@cache
def commands() -> tuple[Command, ...]:
    """All of them, those of `company review RUN` included."""
    return tuple(_below(parser_for(["review"]), ""))


def _below(parser: argparse.ArgumentParser, name: str) -> Iterator[Command]:
    inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if name:
        flags = (flag for action in parser._actions for flag in action.option_strings if flag.startswith("--"))
        yield Command(name, tuple(flag for flag in flags if flag not in _GLOBAL))
    for action in inner:
        for word, each in action.choices.items():
            yield from _below(each, f"{name} {word}".strip())


def named(command: Command, text: str) -> bool:
    """Whether a text speaks of a command."""
    first, *rest = command.name.split()
    if not rest:
        return re.search(rf"company {first}\b", text) is not None
    return "company review" in text and re.search(rf"`?{' '.join(rest)}\b", text) is not None


def spoken(text: str, known: Sequence[Command]) -> Iterator[str]:
    """What a text says of commands that is not so: commands and flags in code that are not there."""
    flags = {flag for command in known for flag in command.flags} | set(_GLOBAL)
    firsts = {command.name.split()[0] for command in known}
    for inline, block in _CODE.findall(text):
        code = inline or block
        calls = _CALLED.findall(code)
        for call in calls:
            first = call.split()[0]
            if first not in firsts:
                yield f"there is no command `company {first}`"
                continue
            taken = {flag for each in known if each.name.split()[0] == first for flag in each.flags} | set(_GLOBAL)
            yield from (f"`company {first}` takes no {flag}" for flag in _FLAG.findall(call) if flag not in taken)
        if not calls and inline and inline.startswith("--"):
            yield from (f"no command takes {flag}" for flag in _FLAG.findall(inline) if flag not in flags)
