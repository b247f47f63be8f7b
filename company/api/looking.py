"""Runs, benchmarks and cases to look at: as pages, and as a terminal and a notebook show them."""

from __future__ import annotations

import html
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.api.given import folder_of, path_of
from company.api.reports import Asked, report_on
from company.api.shown import Benchmark
from company.config import LAYERS, Layer
from company.console import writing
from company.console.commands import command_line
from company.console.extras import need_extras
from company.errors import ConfigError

if TYPE_CHECKING:
    import pandas as pd

    from company.reporting.pictures import Picture

_HEIGHT = 640
"""Pixels of a page in a notebook."""


@dataclass(frozen=True, repr=False)
class Page:
    """A page of HTML, which a notebook shows in a frame of its own."""

    html: str
    file: Path | None = None
    """Where it was written."""

    def __repr__(self) -> str:
        return f"Page of {len(self.html):,} characters" + (f" in {self.file}" if self.file else "")

    def _repr_html_(self) -> str:
        return framed(self.html)


@dataclass(frozen=True, repr=False)
class Case:
    """A case of a benchmark."""

    data_id: str
    category: str
    line: dict[str, Any]
    """As the benchmark's file has it."""
    text: str
    """As a terminal shows it."""
    html: str
    """A page on it alone."""

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return framed(self.html)


@dataclass(frozen=True, repr=False)
class Told:
    """A dialogue, a turn or a figure of a run, as a terminal shows it."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def framed(page: str) -> str:
    """Return a page in a frame, where its styles and scripts reach nothing of the notebook."""
    quoted = html.escape(page, quote=True)
    style = f"width:100%;height:{_HEIGHT}px;border:1px solid #8884"
    return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{quoted}"></iframe>'


def show(
    place: str | Path | Benchmark,
    name: str | None = None,
    *,
    categories: Collection[str] = (),
    grep: str = "",
    figures: str | Path | None = None,
) -> Case | Told | pd.DataFrame:
    """Return a case of a benchmark by its data_id, or a dialogue or turn of a run by its id (`company show`).

    Without a name: of a benchmark, a frame of its cases by data_id, with `category` and what is `asked`, those of
    `categories` with a text that the regular expression `grep` matches; of a run, a dialogue with much to see. The
    pictures of a run's are written into the folder `figures`, where one is named. Raises ConfigError for a name, a
    category or an expression that cannot be used, and ArchiveError for a folder that is neither.
    """
    need_extras("show")
    from company.benchmark.reading import read_cases
    from company.reporting.cases import chosen, listed
    from company.reporting.places import is_run, refuse_of_run

    folder = folder_of(place)
    if is_run(folder):
        refuse_of_run(folder, {"category": categories, "grep": grep})
        return _record(folder, name, path_of(figures))
    refuse_figures(folder, figures)
    content = read_cases(folder)
    if name is not None:
        if categories or grep:
            raise ConfigError(f"{name} names one case, and categories and grep many: leave one of both out")
        return _case(content, name)
    import pandas as pd

    rows = listed(content, chosen(content, tuple(categories), grep))
    columns = ["data_id", "category", "asked"]
    told = [(row.data_id, row.category, row.asked) for row in rows]
    return pd.DataFrame(told, columns=columns, dtype="string").set_index("data_id")


def report(  # noqa: PLR0913 - a keyword for each flag of the command
    place: str | Path | Benchmark,
    *logs: str | Path,
    out: str | Path | None = None,
    categories: Collection[str] = (),
    grep: str = "",
    dialogues: Sequence[str] = (),
    difficulty: str | Path | None = None,
    ratings: str | Path | None = None,
    networks: str | Path | None = None,
    require: Collection[Layer] | str = LAYERS,
    seconds: float = 30.0,
    quiet: bool = False,
) -> Page:
    """Return one page on a run, on a benchmark, or on models that were asked one (`company report`).

    Of a benchmark: `logs` of `evaluate` or files of responses compare models; without them the page shows its
    cases, those that `categories` and `grep` choose; `networks` is a folder of what scores how drawings look. Of a
    run: `dialogues` names those to show. The page is written only where `out` names a file. Raises ConfigError for
    what cannot be used, and ArchiveError for a folder that is neither.
    """
    need_extras("report")
    asked = Asked(
        [Path(log) for log in logs],
        tuple(categories),
        grep,
        dialogues,
        difficulty=path_of(difficulty),
        ratings=path_of(ratings),
        networks=path_of(networks),
        require=require,
        seconds=seconds,
    )
    told = report_on(folder_of(place), asked, quiet=quiet)
    if out is not None:
        writing.write([writing.page("--out", Path(out), told.page)])
    return Page(told.page, path_of(out))


def refuse_figures(benchmark: Path, folder: str | Path | None) -> None:
    """Raise ConfigError where a folder is named for the figures of a benchmark, which has one."""
    if folder is not None:
        raise ConfigError(f"--figures is for a run; the figures of {benchmark} are in its data/figures")


def _case(content: Any, name: str) -> Case:
    from company.reporting.browsing import benchmark_page
    from company.reporting.cases import named, print_case

    category, line = named(content, name)
    text = StringIO()
    print_case(content.folder, name, text)
    return Case(name, category, line, text.getvalue(), benchmark_page(content, {category: [line]}))


def _record(run: Path, name: str | None, figures: Path | None) -> Told:
    from company.archive import Archive
    from company.reporting.telling import telling_of

    if figures is not None and figures.exists() and not figures.is_dir():
        raise ConfigError(f"--figures {figures}: this is a file; name a folder")

    def place(record: str, drawn: Picture) -> str:
        if figures is None:
            return f"`{command_line('show', run, record, '--figures', 'DIR')}` writes it"
        figures.mkdir(parents=True, exist_ok=True)
        file = figures / f"{record}.png"
        file.write_bytes(drawn.png)
        return f"in {file}"

    text = StringIO()
    with Archive.open(run) as archive:
        telling = telling_of(archive.family)
        telling.print_example(telling.example(archive, name), place, text)
    return Told(text.getvalue())
