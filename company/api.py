"""What the commands do, as functions for notebooks and scripts; `company` itself offers all of them by these names.

Each waits until its work is done, in a notebook, too, and tells how far it is on stderr unless `quiet`. What goes
wrong is raised as a CompanyError, whose text says what to do.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.config import LAYERS, Layer, layers_named
from company.console.blocking import apart, waited
from company.console.commands import say_aside
from company.console.extras import need_extras
from company.console.progress import Silent, progress_for
from company.errors import CompanyError, ConfigError
from company.family.registry import DEFAULT, family

if TYPE_CHECKING:
    import pandas as pd

    from company.benchmark.reading import Benchmark as Content
    from company.benchmark.verify import Verification
    from company.config import Settings
    from company.evaluation.embedding import Embedders
    from company.evaluation.logs import Sitting
    from company.evaluation.scored import Scored
    from company.rebuilding.comparing import Rebuilt
    from company.rebuilding.fetching import Placed
    from company.run.preview import Preview
    from company.run.simulation import Outcome

__all__ = [
    "Benchmark",
    "CompanyError",
    "Scores",
    "evaluate",
    "export",
    "fetch",
    "preview",
    "push",
    "rebuild",
    "score",
    "simulate",
    "verify",
]


class Benchmark:
    """An exported folder, to be looked at as pandas frames and given to `verify`, `score` and `evaluate`.

    Its lines are read when they are first asked for. Raises ArchiveError at once for a folder that is no benchmark, and
    when they are read, for one without its gold, and for lines that are not as the format says.
    """

    def __init__(self, folder: str | Path) -> None:
        from company.benchmark.reading import need_benchmark

        self.folder = Path(folder)
        need_benchmark(self.folder)

    @cached_property
    def content(self) -> Content:
        """The lines of its files."""
        from company.benchmark.reading import read_benchmark

        return read_benchmark(self.folder)

    @cached_property
    def cases(self) -> pd.DataFrame:
        """One row for each case, by data_id: category, mode, domain, dialogue, wanted results, query, prompt, gold."""
        from company.benchmark.frames import case_frame

        return case_frame(self.content)

    @cached_property
    def turns(self) -> pd.DataFrame:
        """One row for each turn, by dialogue and number: query and its author, answer, and how it went."""
        from company.benchmark.frames import further_frame

        return further_frame(self.content, "turns")

    @cached_property
    def verdicts(self) -> pd.DataFrame:
        """One row for each verdict of a person, on any record of the runs; none where nobody was asked."""
        from company.benchmark.frames import verdict_frame

        return verdict_frame(self.content)

    @property
    def remarks(self) -> Sequence[str]:
        """What is worth a look in it, though no case is wrong: choices that words alone give away, for example."""
        return self.content.family.release.remarks(self.content)

    def __len__(self) -> int:
        return len(self.content.entries)

    def __repr__(self) -> str:
        held = ", ".join(f"{len(entries):,} {name}" for name, entries in self.content.cases.items() if entries)
        return f"Benchmark({str(self.folder)!r}): {len(self):,} cases ({held})"

    def _repr_html_(self) -> str:
        grouping = [name for name in ("category", "answered_by") if name in self.cases]
        counts = self.cases.groupby(grouping, sort=False).size().rename("cases").to_frame()
        title = f"<p><b>{html.escape(self.folder.resolve().name)}</b>: {len(self):,} cases</p>"
        return title + str(counts.to_html())


@dataclass(frozen=True, repr=False)
class Scores:
    """What responses are worth."""

    scored: Sequence[Scored]
    """Case by case, in the order of the benchmark."""
    similarity: Mapping[str, Any] | None = None
    """By which embeddings code was compared, and what they cost; None where it was not."""
    sitting: Sitting | None = None
    """Of a model that was asked here: its answers, what each took, and the log."""
    family: str = DEFAULT
    """Of the benchmark."""

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Accuracies with their intervals by every grouping, and why answers are wrong."""
        return family(self.family).scoring.summary(self.scored)

    @cached_property
    def text(self) -> str:
        """The figures as lines for a terminal."""
        from company.evaluation.intervals import told
        from company.evaluation.printing import score_text

        scoring = family(self.family).scoring
        remarks = [*scoring.remarks(self.figures), told(scoring.clusters)]
        return score_text(self.figures, scoring.rows(self.figures), remarks)

    @cached_property
    def cases(self) -> pd.DataFrame:
        """One row for each case, by data_id: whether it is right, which of its results are, and why not."""
        import pandas as pd

        return pd.DataFrame([case.as_json() for case in self.scored]).set_index("data_id")

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values: every case, then the figures."""
        told = {}
        if self.sitting is not None:
            found = self.sitting
            told = {"model": found.model, "mode": found.mode, "log": found.file, "failed": list(found.failed)}
        cases = [case.as_json() for case in self.scored]
        return {**told, "cases": cases, **self.figures, "similarity": self.similarity}

    def __repr__(self) -> str:
        return self.text


def simulate(  # noqa: PLR0913 - a keyword for each flag of the command
    scenario: str | Path,
    *,
    out: str | Path | None = None,
    backend: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    record: str | Path | None = None,
    quiet: bool = False,
) -> Outcome:
    """Do a scenario's work, or what is missing of it (`company simulate`); return the outcome and its folder.

    `scenario` is a folder, a simulation.toml, the name of a bundled one, or a recording. The others say instead of
    simulation.toml what they name: the run's folder, who answers the prompts, US dollars, the number of cases; `record`
    is a file for all model calls. Raises ConfigError for what cannot be used, BackendError and SandboxError.
    """
    need_extras("simulate")
    from company.run.simulation import simulate as simulated

    given = settings(scenario, out=out, backend=backend, model=model, budget=budget, seed=seed, limit=limit)
    with _progress(quiet) as progress:
        return waited(simulated(given, progress, _path(record)))


def preview(  # noqa: PLR0913 - a keyword for each flag of the command
    scenario: str | Path,
    *,
    out: str | Path | None = None,
    backend: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    quiet: bool = False,
) -> Preview:
    """Make the beginning of a run, and say what all of it would cost (`company simulate --preview`).

    Everything is given as to `simulate`, which goes on with the run and pays for nothing again. `.made` has the records
    by kind, `.usage` what they took, `.projected` the calls, tokens and dollars of the whole run. Raises what
    `simulate` raises, and ConfigError for a folder in which the run itself has begun.
    """
    need_extras("simulate")
    from company.run.preview import preview as previewed

    given = settings(scenario, out=out, backend=backend, model=model, budget=budget, seed=seed, limit=limit)
    with _progress(quiet) as progress:
        return waited(previewed(given, progress))


def settings(scenario: str | Path, *, out: str | Path | None = None, **overrides: Any) -> Settings:
    """Return the settings of a scenario, or of the one that a recording holds. Raises ConfigError."""
    from company.config import DEFAULT_OUTPUT, Overrides, load

    given = Overrides(out=_path(out), **overrides)
    if not str(scenario).endswith(".recording"):
        return load(str(scenario), given)
    from company.models.recording import unpack

    folder = given.out or DEFAULT_OUTPUT / Path(scenario).stem
    return load(unpack(Path(scenario), folder / "recorded"), replace(given, out=folder))


def export(  # noqa: PLR0913 - a keyword for each flag of the command
    *runs: str | Path,
    out: str | Path | None = None,
    history: int | None = None,
    noisy: bool = False,
    include_unreviewed: bool = False,
    with_recording: bool = False,
    database: str | None = None,
    held_back: str | Path | None = None,
) -> Benchmark:
    """Write the accepted cases of runs as one benchmark folder (`company export`).

    `out` may be left out for one run; `history` is the number of turns that prompts show, as it went where `noisy`;
    `database` is where the review queue is, if not in the run's folder; `with_recording` publishes all
    model calls, too. With `held_back`, the folder at `out` is without gold, and the benchmark is the same with it, at
    `held_back`.
    Raises ConfigError and ArchiveError.
    """
    need_extras("export")
    from company.archive import family_of_run
    from company.benchmark.publishing.export import export as exported
    from company.rebuilding.recordings import recordings_of
    from human_review.published import verdict_lines
    from human_review.summary import queue_of, reviewed

    if history is not None and history < 0:
        raise ConfigError(f"--history {history}: give a number of turns, 0 or more")
    if database is not None and len(runs) > 1:
        raise ConfigError("--database is the queue of one run; export several runs without it")
    folders = [Path(run) for run in runs]
    style = None
    if history is not None or noisy:
        style = family_of_run(folders[0]).release.style(history, noisy=noisy)
    with ExitStack() as opened:
        queues = [opened.enter_context(queue) for run in folders if (queue := queue_of(run, database)) is not None]
        told, verdicts = reviewed(queues), list(verdict_lines(queues))
    with recordings_of(folders if with_recording else []) as recordings:
        where = exported(
            folders,
            _path(out),
            include_unreviewed=include_unreviewed,
            style=style,
            reviewed=told,
            verdicts=verdicts,
            recordings=recordings,
            held_back=_path(held_back),
        )
    return Benchmark(where if held_back is None else held_back)


def push(benchmark: str | Path | Benchmark, repo: str, *, private: bool = False) -> str:
    """Upload a benchmark to a hub as OWNER/NAME, in one commit (`company export --push`); return its address.

    The repository is made where there is none; with `private`, for its owner's eyes only. The token is in HF_TOKEN, or
    is the one that `hf auth login` keeps. Tables that may not be passed on are not sent. Raises ConfigError where the
    extra `hub` or the token is missing, for a folder of held-back gold, and where the hub refuses or cannot be reached.
    """
    from company.benchmark.publishing.hub import push as pushed

    return pushed(_folder(benchmark), repo, private=private)


def fetch(benchmark: str | Path | Benchmark, *tables: str | Path, quiet: bool = False) -> list[Placed]:
    """Put each table where it belongs that a benchmark could not bring along (`company fetch`); which, and from where.

    `tables` are files as their publishers give them; those that are not given come from where the benchmark says that
    they are to be had, such as Kaggle. A table that is there is left alone. Raises ArchiveError for a folder that does
    not say what its tables are, and ConfigError for a file that is none of them, with what differs, and for a table
    that is not to be had without a file.
    """
    from company.rebuilding.fetching import fetch_tables

    return fetch_tables(_folder(benchmark), [Path(table) for table in tables], Silent().note if quiet else say_aside)


def rebuild(
    benchmark: str | Path | Benchmark,
    *,
    out: str | Path | None = None,
    require: Collection[Layer] | str = LAYERS,
    quiet: bool = False,
) -> Rebuilt:
    """Make a published benchmark again, and compare every byte (`company rebuild`); `.equal` says whether all is.

    `out` is the folder to work in. Raises ConfigError, ArchiveError and SandboxError.
    """
    need_extras("rebuild")
    from company.rebuilding.rebuilding import rebuild as rebuilt

    with _progress(quiet) as progress:
        return waited(rebuilt(_folder(benchmark), _path(out), progress, _layers(require)))


def verify(
    benchmark: str | Path | Benchmark,
    *,
    public: str | Path | None = None,
    require: Collection[Layer] | str = LAYERS,
    quiet: bool = False,
) -> Verification:
    """Check every case: right answers pass, wrong ones do not (`company verify`); `.ok` says whether all is well.

    `public` is the folder whose gold is held back in this one, to be looked through for gold; `require` names the
    layers of the sandbox that must be on. Raises ArchiveError and SandboxError.
    """
    from company.benchmark.verify import verify as verified

    with _progress(quiet) as progress:
        return waited(verified(_folder(benchmark), progress, _layers(require), _path(public)))


def score(  # noqa: PLR0913 - a keyword for each flag of the command
    benchmark: str | Path | Benchmark,
    responses: str | Path | Mapping[str, str],
    *,
    seconds: float = 30.0,
    first_loads: bool = False,
    require: Collection[Layer] | str = LAYERS,
    embeddings: Mapping[str, str] | None = None,
    without_execution: bool = False,
    quiet: bool = False,
) -> Scores:
    """Judge responses that were made elsewhere (`company score`): a text for each data_id, or files of them.

    `without_execution` leaves out the choices whose answer cannot be read off the prompt. One answer's code may take
    `seconds`; with `first_loads`, a table that every turn loads again is loaded once. For
    AccSE and AccSER, `embeddings` names `code`, a CodeT5+ model, and where they are not the usual ones `text`, its
    `url`, and `key`, the environment variable. Raises ConfigError for responses that cannot be read, ArchiveError,
    SandboxError, and BackendError where an embedding cannot be had.
    """
    from company.benchmark.reading import family_of
    from company.evaluation.scoring import score as judged

    _refuse_time(seconds)
    given = responses if isinstance(responses, Mapping) else Path(responses)
    embedders = _embedders(embeddings)
    with _progress(quiet) as progress:
        work = judged(
            _folder(benchmark),
            given,
            progress,
            require=_layers(require),
            seconds=seconds,
            first_loads=first_loads,
            embedders=embedders,
        )
        cases = tuple(waited(work))
        told = None if embedders is None else embedders.told()  # what they cost is known now
        its = family_of(_folder(benchmark))
        counted = tuple(case for case in cases if not without_execution or its.scoring.readable(case))
        if not counted:
            raise ConfigError("every case needs execution; score it without --without-execution")
        return Scores(counted, told, family=its.name)


def evaluate(
    benchmark: str | Path | Benchmark,
    model: str,
    *,
    embeddings: Mapping[str, str] | None = None,
    quiet: bool = False,
    **asking: Any,
) -> Scores:
    """Ask a model, and judge what it answers (`company evaluate`): `mode`, `limit` and so on as `Asking` has them.

    `embeddings` as `score` takes them. Raises ConfigError where Inspect is missing, or for a model, mode or category
    that there is not; BackendError.
    """
    from company.evaluation.extras import need_inspect

    need_inspect()
    from company.evaluation.asking import Asking
    from company.evaluation.evaluating import evaluate as asked
    from company.evaluation.similarity import sitting_with_similarity

    embedders = _embedders(embeddings)
    if embedders is not None:
        embedders.text.embed(["pass"], Silent())  # a server that refuses is told before a model is asked
    asking_for = Asking(model, **asking)
    _refuse_time(asking_for.seconds)
    sitting = apart(lambda: asked(_folder(benchmark), asking_for, quiet=quiet))
    if embedders is None:
        return Scores(tuple(each.scored for each in sitting.answers), sitting=sitting, family=sitting.family)
    with _progress(quiet) as progress:
        cases = sitting_with_similarity(_folder(benchmark), sitting, embedders, progress)
    return Scores(tuple(cases), embedders.told(), sitting, sitting.family)


def _layers(require: Collection[Layer] | str) -> tuple[Layer, ...]:
    """Return the layers that must be on, of a collection or as `--require` has them. Raises ConfigError."""
    return layers_named(require if isinstance(require, str) else ",".join(require))


def _refuse_time(seconds: float) -> None:
    if not 0 < seconds <= _LONGEST:
        raise ConfigError(f"--seconds {seconds:g}: give a time above 0, of {_LONGEST:,} at most")


_LONGEST = 86_400
"""Seconds that the code of one answer may be given."""


def _folder(benchmark: str | Path | Benchmark) -> Path:
    return benchmark.folder if isinstance(benchmark, Benchmark) else Path(benchmark)


def _embedders(named: Mapping[str, str] | None) -> Embedders | None:
    if not named:
        return None
    from company.evaluation.embedders import embedders_of

    return embedders_of(named)


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


def _progress(quiet: bool) -> Silent:
    return Silent() if quiet else progress_for()
