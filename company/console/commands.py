"""What the commands of all rooms share: exit codes, how they speak, and how a command is named to be copied."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from typing import TextIO

DONE, FAILED, WRONG_USE, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes; 3 means that running the same command again goes on."""


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a line, or several, to stdout or `stream`, at once."""
    stream = stream or sys.stdout
    try:
        stream.write(f"{text}\n")
    except UnicodeEncodeError:  # a terminal of few signs; a sign it lacks is shown as its number
        stream.write(text.encode(stream.encoding, errors="backslashreplace").decode(stream.encoding) + "\n")
    stream.flush()


def say_aside(text: str) -> None:
    """Print to stderr, what is not a command's result."""
    say(text, sys.stderr)


def as_json(value: object) -> str:
    """Return a value as `--json` prints it."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


def add_on(command: argparse.ArgumentParser) -> None:
    """Add where the work is done."""
    where = "where the work is done: local (default), ray (a cluster started here) or ray://HOST:PORT (docs/cluster.md)"
    command.add_argument("--on", metavar="PLACE", help=where)


def add_database(command: argparse.ArgumentParser, what: str) -> None:
    """Add the database that runs are kept in."""
    told = f"{what} in this database of PostgreSQL (docs/databases.md)"
    command.add_argument("--database", metavar="URL", help=told)


def add_json(command: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    command.add_argument("--json", action="store_true", help="print machine-readable results")


def whole(text: str) -> int:
    """Return the whole number that an option was given."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number; give one, such as 7") from None


def command_line(name: str, *arguments: object) -> str:
    """Return a command of ours as a line to copy."""
    return " ".join(["company", name, *(shlex.quote(str(argument)) for argument in arguments)])
