"""`company review RUN rate`: figures that models drew are put before people."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from company.console.commands import DONE, command_line, say, whole


def add(commands: Any) -> None:
    """Add it to the commands of `company review RUN`, which give `run`."""
    rate = commands.add_parser("rate", help="put figures that models drew before people, to be rated from 0 to 100")
    rate.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="the folder that the models were asked")
    rate.add_argument("logs", type=Path, nargs="+", metavar="LOG", help="logs of `company evaluate`, or folders")
    rate.add_argument("--cases", type=whole, metavar="N", help="of so many cases, the same ones of each (default: all)")
    rate.add_argument("--require", metavar="LAYERS", help="layers of the sandbox that must be on (default: all)")
    rate.set_defaults(call=rate_now)


def rate_now(chosen: argparse.Namespace) -> int:
    """Put them there; RUN may be an empty folder. The exit code: 0."""
    from company import api

    done = api.rate(chosen.run, chosen.benchmark, *chosen.logs, cases=chosen.cases, require=chosen.require)
    say(done)
    say(f"next: {command_line('review', chosen.run)}")
    return DONE
