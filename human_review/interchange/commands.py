"""`company review RUN export` and `import`: parsed here, done by the format's module, told in a few lines.

What a command needs is imported when it runs, so that --help is quick.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.console.commands import DONE, FAILED, say
from company.errors import ReviewError

if TYPE_CHECKING:
    from company.archive import Archive
    from human_review.store.database import Database


FORMATS = ("jsonl", "labelstudio", "argilla", "huggingface")
_PERSON = "who a person is there; can be given several times"


def add(commands: Any) -> None:
    """Add both commands to the subparsers of `company review RUN`.

    Each sets `call`, a function of the parsed arguments that returns the exit code. It uses, beside its own, `run` (the
    run's folder) and `database` (the URL of the queue instead of the file there, or None).
    """
    export = commands.add_parser("export", help="write the queue to files, for keeping or for other tools")
    export.add_argument(
        "--format", choices=FORMATS, default="jsonl", help="which (default: jsonl, which loses nothing)"
    )
    export.add_argument("--out", type=Path, metavar="FILE", help="a new file; of labelstudio and argilla, a new folder")
    export.add_argument("--person", action="append", metavar="NAME=USER", help=f"argilla: {_PERSON}")
    export.set_defaults(call=_export)
    read = commands.add_parser("import", help="read a queue's file, or what Label Studio or Argilla wrote as JSON")
    read.add_argument("file", type=Path, metavar="FILE", help="its format is seen from what is in it")
    read.add_argument("--person", action="append", metavar="USER=NAME", help=f"Label Studio, Argilla: {_PERSON}")
    read.set_defaults(call=_import)


def _export(chosen: argparse.Namespace) -> int:
    known_as = _pairs(chosen.person or [])
    if known_as and chosen.format != "argilla":
        raise ReviewError("--person tells Argilla's users; leave it out here, or give --format argilla")
    ending = ".jsonl" if chosen.format in ("jsonl", "huggingface") else ""
    out: Path = chosen.out or chosen.run / f"review-{chosen.format}{ending}"
    with _queue(chosen, there=True) as database, _archive(chosen.run) as archive:
        say(_EXPORTS[chosen.format](database, out, known_as, archive))
    return DONE


def _jsonl(database: Database, out: Path, _: dict[str, str], __: Archive | None) -> str:
    from human_review.interchange.writing import write

    done = write(database, out)
    counts = {"reviewers": done.reviewers, "items": done.items, "verdicts": done.verdicts}
    counts |= {"drafts": done.drafts, "events": done.events}
    told = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    return (
        f"queue: {out}: {told}\nIt tells what everybody said, of items in review, too: it is not for reviewers. "
        "Invitations are not in it."
    )


def _labelstudio(database: Database, out: Path, _: dict[str, str], archive: Archive | None) -> str:
    from human_review.interchange.label_studio.tasks import write

    lines = [f"tasks: {out / f'{name}.json'}: {count:,}" for name, count in write(database, out, archive).items()]
    lines += [
        "What was said of items in review is left out. For each file, make a project in Label Studio with the "
        "interface of the same name (.xml), and import the file there."
    ]
    return "\n".join(lines)


def _argilla(database: Database, out: Path, known_as: dict[str, str], archive: Archive | None) -> str:
    from human_review.interchange.argilla.records import write

    counts, unknown = write(database, out, known_as, archive)
    lines = [f"records: {out / name}: {count:,}" for name, count in counts.items()]
    lines.append("What was said of items in review is left out. Each folder is for rg.Dataset.from_disk.")
    if unknown:
        lines.append(
            f"Without a user in Argilla: {', '.join(unknown)}. Argilla refuses their responses; give --person NAME=UUID"
        )
    return "\n".join(lines)


def _huggingface(database: Database, out: Path, _: dict[str, str], __: Archive | None) -> str:
    from human_review.interchange.huggingface import write

    return f"rows: {out}: {write(database, out):,} verdicts\nWhat was said of items in review is left out."


_EXPORTS = {"jsonl": _jsonl, "labelstudio": _labelstudio, "argilla": _argilla, "huggingface": _huggingface}


def _import(chosen: argparse.Namespace) -> int:
    known_as = _pairs(chosen.person or [])
    file: Path = chosen.file / "records.json" if chosen.file.is_dir() else chosen.file
    try:
        with file.open(encoding="utf-8") as stream:
            begins = stream.read(200).lstrip()
    except FileNotFoundError:
        raise ReviewError(f"{chosen.file} is not there; give the file that was exported") from None
    except UnicodeDecodeError:
        raise ReviewError(f"{chosen.file} is no text in UTF-8; give the file as it was exported") from None
    with _queue(chosen, there=False) as database:
        if begins.startswith("["):
            return _import_said(database, file, known_as)
        if known_as:
            raise ReviewError("--person tells other tools' users; a queue's own file names its people: leave it out")
        return _import_queue(database, file)


def _import_queue(database: Database, file: Path) -> int:
    from human_review.interchange.restoring import restore

    done = restore(database, file)
    say(f"restored: {done.items:,} items, {done.verdicts:,} verdicts, {done.reviewers:,} reviewers")
    if done.reviewers:
        say("Reviewers have no invitation here: invite each under the same name.")
    return DONE


def _import_said(database: Database, file: Path, known_as: dict[str, str]) -> int:
    from human_review.interchange.argilla import responses
    from human_review.interchange.label_studio import annotations

    tool = responses if _of_argilla(file) else annotations
    done = tool.read(database, file, known_as)
    say(
        f"annotations: {done.taken:,} taken, {done.late:,} kept for the adjudicator, {done.known:,} known, "
        f"{done.skipped:,} cancelled there, {len(done.refused):,} refused"
    )
    if done.invited:
        say(f"New reviewers, who have no invitation: {', '.join(done.invited)}")
    for refused in done.refused:
        say(f"refused: {refused}", sys.stderr)
    return FAILED if done.refused else DONE


def _of_argilla(file: Path) -> bool:
    """Return whether a list is one of Argilla's records: what these are about stands in their fields."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return bool(found) and isinstance(found[0], dict) and {"fields", "metadata"} <= found[0].keys()


@contextlib.contextmanager
def _archive(run: Path) -> Iterator[Archive | None]:
    """Return the run's archive; None of a folder that holds a queue alone."""
    from company.archive import FILE, Archive

    if not (run / FILE).is_file():
        yield None
        return
    with Archive.open(run) as archive:
        yield archive


@contextlib.contextmanager
def _queue(chosen: argparse.Namespace, *, there: bool) -> Iterator[Database]:
    from company.reviewing import kinds_of_run
    from human_review.store import FILE
    from human_review.store.database import Database

    if not chosen.run.is_dir():
        raise ReviewError(f"{chosen.run} is no folder of a run; give the one that `company simulate` wrote")
    if there and chosen.database is None and not (chosen.run / FILE).is_file():
        raise ReviewError(f"{chosen.run} has no review queue yet; begin one with `company review`, or give --database")
    database = Database(chosen.database or chosen.run / FILE, kinds_of_run(chosen.run))
    try:
        yield database
    finally:
        database.close()


def _pairs(given: Sequence[str]) -> dict[str, str]:
    pairs = {}
    for pair in given:
        left, sign, right = pair.partition("=")
        if not (sign and left.strip() and right.strip()):
            raise ReviewError(f"--person {pair}: write both names with = between them")
        pairs[left.strip()] = right.strip()
    return pairs
