"""Whether a run that is killed at any moments and run again ends in the bytes of an undisturbed one.

    python -m perf.killing SCENARIO [KILLS] [LIMIT]

SCENARIO is what `company simulate` takes; LIMIT is its `--limit`. The scenario is made and exported once. In another
folder it is begun as often as there are kills, each a part of the way later than the one before, by what is stored; the
whole process group gets SIGKILL. Every fifth kill is one of the export. Then both come to their end, and what was
exported is compared, file by file; and the last of these runs has to ask for no more than what was not stored.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.commands import COMMAND
from tests.support.killing import contents, counted, killed

STORED = ("calls", "records")


def company(*words: str | Path) -> float:
    """Run `company …` to its end; the seconds that it took."""
    return told_by(*words)[0]


def told_by(*words: str | Path) -> tuple[float, str]:
    """Run `company …` to its end; the seconds that it took, and what it printed."""
    begun = time.perf_counter()
    done = subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"company {words[0]} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return time.perf_counter() - begun, done.stdout


def main(scenario: str, kills: int, limit: str, folder: Path) -> None:
    more = ("--limit", limit) if limit else ()
    whole, run = folder / "whole" / "run", folder / "killed" / "run"
    seconds = company("simulate", scenario, "--out", whole, *more)
    exporting = company("export", whole)
    rows, chance = counted(whole, *STORED), random.Random(1)
    print(f"undisturbed: {seconds:.0f} s and {exporting:.0f} s; {rows:,} calls and records", flush=True)
    of_exports, count = kills // 5, kills - kills // 5
    for number in range(count):
        enough = round(rows * (number + chance.random()) / count)
        words = ("simulate", scenario, "--out", run, *more)
        is_killed = killed(*words, when=lambda: counted(run, *STORED) >= enough, pause=chance.uniform(0, 0.5))  # noqa: B023
        told = "killed" if is_killed else "came to its end"
        print(f"{number + 1:3} {told} at {counted(run, *STORED):,} of {rows:,}", flush=True)
    stored, asked = counted(run, "calls"), counted(whole, "calls")
    again, outcome = told_by("simulate", scenario, "--out", run, *more, "--json")
    calls = json.loads(outcome)["calls"]
    known = counted(run, "calls")
    print(f"{asked:,} calls undisturbed; {stored:,} were stored, {calls:,} more asked, {known:,} in all", flush=True)
    for number in range(of_exports):
        is_killed = killed("export", run, when=lambda: True, pause=chance.uniform(0.3, 1) * exporting)
        print(f"{count + number + 1:3} export {'killed' if is_killed else 'came to its end'}", flush=True)
    company("export", run)
    ours, theirs = contents(whole / "benchmark"), contents(run / "benchmark")
    other = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    print(f"the last run took {again:.0f} s; {len(ours):,} files exported, {len(other)} of them other ones")
    if (stored + calls, known) != (asked, asked):
        other.append("calls were made twice, or other ones")
    sys.exit("\n".join(other) or None)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        told = sys.argv[1:]
        main(told[0], int(told[1]) if told[1:] else 20, told[2] if told[2:] else "", Path(name))
