"""The command line: parses, calls, prints. What a command needs is imported when it runs, so that --help is quick.

Exit codes: 0 done, 1 failed, 2 wrong use, 3 stopped or waiting (running again goes on), 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import company.cli.benchmarks as benchmarks
import company.cli.calibrating as calibrating
import company.cli.models as models
import company.cli.rebuilding as rebuilding
import company.cli.reporting as reporting
import company.cli.reviewing as reviewing
import company.cli.runs as runs
import company.cli.watching as watching
from company.console.commands import FAILED, INTERRUPTED, WRONG_USE, say
from company.console.extras import need_extras
from company.console.leaving import leave
from company.errors import CompanyError, ConfigError, did_you_mean


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; a user never meets a traceback unless COMPANY_DEBUG=1 asks for it."""
    code = _run(sys.argv[1:] if arguments is None else list(arguments))
    leave(code)
    return code


def _run(given: Sequence[str]) -> int:
    try:
        if given[:1] == ["review"]:  # whose modules are needed to know its own commands
            need_extras("review")
        parser = parser_for(given)
        _refuse_unknown(parser, given[:1])
        chosen = parser.parse_args(given)
        if chosen.call is None:
            parser.print_help(sys.stderr)
            return WRONG_USE
        need_extras(chosen.command)
        code: int = chosen.call(chosen)
        sys.stdout.flush()
    except CompanyError as error:
        _complain(str(error), error)
        return WRONG_USE if isinstance(error, ConfigError) else FAILED
    except KeyboardInterrupt:
        say("company: interrupted; what is done is kept, and running the same command again goes on", sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has enough; the devnull keeps Python quiet at its exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        _complain(
            f"the system refused to read or write{where}: {error.strerror or error}; see to that, and run again", error
        )
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last border before the user
        while isinstance(
            error, ExceptionGroup
        ):  # work that runs at once fails as a group: the first is the one to tell
            error = error.exceptions[0]
        kind = type(error).__name__
        _complain(f"unexpected {kind}: {error}; run again with COMPANY_DEBUG=1 to see where, and report it", error)
        return FAILED
    return code


def parser_for(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of these arguments; commands of `company review` are in it where they are asked for."""
    parser = argparse.ArgumentParser(
        prog="company",
        description="A simulated company whose staff write benchmarks for interactive data analysis over your table.",
        epilog="Exit codes: 0 done, 1 failed, 2 wrong use, 3 stopped or waiting (run again to go on).",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    parser.set_defaults(call=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    runs.add(commands)
    watching.add(commands)
    reviewing.add(commands, whole=arguments[:1] == ["review"])
    benchmarks.add(commands)
    models.add(commands)
    calibrating.add(commands)
    rebuilding.add(commands)
    reporting.add(commands)
    return parser


def _refuse_unknown(parser: argparse.ArgumentParser, first: Sequence[str]) -> None:
    """End with the usage for a first word that is no command, with the nearest one that is."""
    known = next(each.choices for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    for word in first:
        if not word.startswith("-") and word not in known:
            close = did_you_mean(word, known)
            parser.error(f"there is no command `{word}`{close}; the commands are {', '.join(known)}")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("decision-company")
        except PackageNotFoundError:
            found = "(not installed)"
        say(f"company {found}")
        parser.exit()


def _complain(message: str, error: Exception) -> None:
    from company.config import debugging

    if debugging():
        import traceback

        traceback.print_exception(error)
    say(f"company: {message}", sys.stderr)
