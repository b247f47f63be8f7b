"""Benchmarks at work: their cases are checked, and what models answer is judged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.api.given import folder_of, layers_of, path_of, progress_of
from company.api.shown import Benchmark, Scores
from company.config import LAYERS, Layer
from company.console.blocking import apart, waited
from company.console.progress import Silent
from company.errors import ConfigError

if TYPE_CHECKING:
    from company.benchmark.verify import Place, Verification
    from company.cluster.connecting import Cluster
    from company.evaluation.asking import Asking, Seeing
    from company.evaluation.calibration.calibration import Calibration
    from company.evaluation.embedding import Embedders
    from company.evaluation.scored import Scored
    from company.evaluation.scoring import Elsewhere
    from company.evaluation.sittings import Sitting

_LONGEST = 86_400
"""Seconds that the code of one answer may be given."""


def verify(
    benchmark: str | Path | Benchmark,
    *,
    public: str | Path | None = None,
    require: Collection[Layer] | str = LAYERS,
    on: str | None = None,
    quiet: bool = False,
) -> Verification:
    """Check every case: right answers pass, wrong ones do not (`company verify`); `.ok` says whether all is well.

    `public` is the folder whose gold is held back in this one, to be looked through for gold; `require` names the
    layers of the sandbox that must be on, and `on` where cases are judged, as in `simulate`. Raises ArchiveError,
    SandboxError and ClusterError.
    """
    from company.benchmark.verify import verify as verified
    from company.cluster.connecting import cluster_of

    with cluster_of(on) as cluster, progress_of(quiet) as progress:
        place = None if cluster is None else _gating_on(cluster)
        return waited(verified(folder_of(benchmark), progress, layers_of(require), path_of(public), place))


def _gating_on(cluster: Cluster) -> Place:
    from company.cluster.judging import gating_on

    return gating_on(cluster)


def score(  # noqa: PLR0913 - a keyword for each flag of the command
    benchmark: str | Path | Benchmark,
    responses: str | Path | Mapping[str, str],
    *,
    categories: Collection[str] = (),
    limit: int | None = None,
    seconds: float = 30.0,
    first_loads: bool = False,
    require: Collection[Layer] | str = LAYERS,
    embeddings: Mapping[str, str] | None = None,
    without_execution: bool = False,
    judge: str | Seeing | None = None,
    on: str | None = None,
    quiet: bool = False,
) -> Scores:
    """Judge responses that were made elsewhere (`company score`): a text for each data_id, or files of them.

    `categories` names those that count (where none is named, all), and `limit` how many cases at the most, the first
    of the files. `without_execution` leaves out the choices whose answer cannot be read off the prompt. One answer's
    code may take `seconds`; with `first_loads`, a table that every turn loads again is loaded once. For AccSE and
    AccSER, `embeddings` names `code`, a CodeT5+ model, and where they are not the usual ones `text`, its `url`, and
    `key`, the environment variable. `judge` is a model that looks at figures, by Inspect's name, or a `Seeing`, which
    says how it is asked; `on` says where code is run, as in `simulate`. Raises ConfigError for responses that cannot be
    read, or a category that there is not, ArchiveError, SandboxError, ClusterError, and BackendError where an embedding
    cannot be had.
    """
    from company.cluster.connecting import cluster_of
    from company.evaluation.scoring import score as judged

    _refuse_time(seconds)
    given = responses if isinstance(responses, Mapping) else Path(responses)
    embedders = _embedders(embeddings)
    seeing = _seeing(judge)
    _refuse_judge(seeing, on)
    with cluster_of(on) as cluster, progress_of(quiet) as progress:
        elsewhere = (
            None if cluster is None else _running_on(cluster, folder_of(benchmark), seconds, require, first_loads)
        )
        work = judged(
            folder_of(benchmark),
            given,
            progress,
            require=layers_of(require),
            categories=categories,
            limit=limit,
            seconds=seconds,
            first_loads=first_loads,
            embedders=embedders,
            seeing=seeing,
            elsewhere=elsewhere,
        )
        cases = tuple(waited(work))
    scores = _counted(folder_of(benchmark), cases, readable=without_execution, named=bool(categories or limit))
    # What embeddings cost is known now.
    return scores if embedders is None else replace(scores, similarity=embedders.told())


def _counted(folder: Path, cases: Sequence[Scored], *, readable: bool, named: bool) -> Scores:
    """Return the scores of cases, or of those that can be answered by reading alone.

    What is left out of it is told, unless it was `named` what counts. Raises ConfigError where nothing is left.
    """
    from company.benchmark.reading import read_benchmark
    from company.evaluation.printing import left_out_text

    content = read_benchmark(folder)
    counted = tuple(case for case in cases if not readable or content.family.scoring.readable(case))
    if not counted:
        raise ConfigError("every case needs execution; score it without --without-execution")
    left_out = "" if named else left_out_text(content, cases)
    return Scores(counted, family=content.family.name, left_out=left_out)


def _running_on(
    cluster: Cluster, folder: Path, seconds: float, require: Collection[Layer] | str, first_loads: bool = False
) -> Elsewhere:
    from company.cluster.judging import running_on
    from company.evaluation.scoring import limits_for_answers

    return running_on(cluster, folder, limits_for_answers(seconds), layers_of(require), first_loads=first_loads)


def evaluate(
    benchmark: str | Path | Benchmark,
    model: str,
    *,
    embeddings: Mapping[str, str] | None = None,
    on: str | None = None,
    quiet: bool = False,
    **asking: Any,
) -> Scores:
    """Ask a model, and judge what it answers (`company evaluate`): `mode`, `limit` and so on as `Asking` has them.

    `embeddings` as `score` takes them; `on` is where the code of answers is run to judge them, as in `simulate`: models
    are asked from here. Raises ConfigError where Inspect is missing, or for a model, mode or category that there is
    not; BackendError, and ClusterError.
    """
    from company.evaluation.extras import need_inspect

    need_inspect()
    from company.benchmark.reading import read_benchmark
    from company.cluster.connecting import cluster_of
    from company.evaluation.asking import Asking
    from company.evaluation.desk import scoring_elsewhere
    from company.evaluation.evaluating import evaluate as asked
    from company.evaluation.printing import left_out_text
    from company.evaluation.similarity import sitting_with_similarity

    embedders = _ready_embedders(embeddings, asking.get("mode"))
    asking_for = Asking(model, **{**asking, "judge": _seeing(asking.get("judge"))})
    _refuse_time(asking_for.seconds)
    _refuse_elsewhere(folder_of(benchmark), asking_for, on)
    with cluster_of(on) as cluster:
        require = layers_of(asking_for.require) if asking_for.require is not None else LAYERS
        place = None if cluster is None else _running_on(cluster, folder_of(benchmark), asking_for.seconds, require)

        def sat() -> Sitting:
            with scoring_elsewhere(place):
                return asked(folder_of(benchmark), asking_for, quiet=quiet)

        sitting = apart(sat)
    cases = [each.scored for each in sitting.answers]
    named = asking_for.categories  # who names some knows what is left out
    left_out = "" if named else left_out_text(read_benchmark(folder_of(benchmark)), cases)
    if embedders is None:
        return Scores(tuple(cases), sitting=sitting, family=sitting.family, left_out=left_out)
    with progress_of(quiet) as progress:
        cases = sitting_with_similarity(folder_of(benchmark), sitting, embedders, progress)
    return Scores(tuple(cases), embedders.told(), sitting, sitting.family, left_out)


def _ready_embedders(embeddings: Mapping[str, str] | None, mode: Any) -> Embedders | None:
    """Return what embeds answers in a mode, tried once: a server that refuses is told before a model is asked.

    Raises ConfigError for a mode without answers to compare, and BackendError.
    """
    embedders = _embedders(embeddings)
    if embedders is None:
        return None
    if mode == "conversation":
        raise ConfigError(
            "embeddings compare answers with references one by one, and not conversations; leave them out"
        )
    embedders.text.embed(["pass"], Silent())
    return embedders


def _refuse_judge(seeing: Seeing | None, on: str | None) -> None:
    """Raise ConfigError for a model that would have to look at what is drawn on a cluster."""
    from company.cluster.connecting import is_elsewhere

    if seeing is not None and is_elsewhere(on):
        raise ConfigError("a judge looks at what was drawn here; leave out either judge or on")


def _refuse_elsewhere(benchmark: Path, asking: Asking, on: str | None) -> None:
    """Raise ConfigError where nothing of what is asked for could be done on a cluster."""
    from company.benchmark.reading import family_of
    from company.cluster.connecting import is_elsewhere

    if not is_elsewhere(on):
        return
    _refuse_judge(asking.judge, on)
    if asking.mode in family_of(benchmark).scoring.beside_models:
        raise ConfigError(f"in mode {asking.mode} all code runs beside the model, from turn to turn; leave out on")


def calibrate(benchmark: str | Path | Benchmark, *logs: str | Path) -> Calibration:
    """Return how hard each case is, and how able each model (`company calibrate`), by answers that were judged before.

    `logs` are logs of `company evaluate`, folders of them, or files of what `--json` printed of scores. Raises
    ArchiveError, and ConfigError for files that are neither, or of another benchmark, and where Inspect is missing.
    """
    from company.benchmark.reading import read_benchmark
    from company.evaluation.calibration.calibrating import calibrate as calibrated
    from company.evaluation.calibration.given import given

    content = read_benchmark(folder_of(benchmark))
    found = given([Path(log) for log in logs], content)
    return calibrated(content, found)


def rate(
    run: str | Path,
    benchmark: str | Path | Benchmark,
    *logs: str | Path,
    cases: int | None = None,
    require: Collection[Layer] | str | None = None,
) -> str:
    """Put figures that models drew before people (`company review RUN rate`), of so many `cases`; say how many.

    `run` may be a folder that is not there yet. Raises ConfigError, ArchiveError and SandboxError.
    """
    from company.benchmark.reading import read_benchmark
    from company.evaluation.extras import need_inspect
    from company.evaluation.reporting import names_of
    from company.evaluation.scoring import sandbox_for_answers

    need_inspect()
    from company.evaluation.logs import sittings

    if cases is not None and cases < 1:
        raise ConfigError(f"--cases {cases}: give a number, 1 or more")
    content = read_benchmark(folder_of(benchmark))
    found = sittings([Path(log) for log in logs])
    named = dict(zip(names_of(found), found, strict=True))

    async def put() -> str:
        async with sandbox_for_answers(30.0, LAYERS if require is None else layers_of(require)) as sandbox:
            return await content.family.scoring.put_before_people(Path(run), content, named, cases, sandbox)

    return waited(put())


def sittings_in(
    benchmark: Path, places: Sequence[Path], require: Collection[Layer] | str, seconds: float, *, quiet: bool
) -> list[Sitting]:
    """Return what stands in logs, and what responses that were made elsewhere come to, in the order of the places.

    Raises as `score` does, and ConfigError where Inspect is missing that reads logs.
    """
    from company.evaluation.extras import need_inspect
    from company.evaluation.made_elsewhere import are_responses, sitting_of

    made_elsewhere = [are_responses(place) for place in places]
    if not all(made_elsewhere):
        need_inspect()

    def found(place: Path, responses: bool) -> list[Sitting]:
        if not responses:
            from company.evaluation.logs import sittings

            return sittings([place])
        with progress_of(quiet) as progress:
            return [waited(sitting_of(benchmark, place, progress, require=layers_of(require), seconds=seconds))]

    return [each for place, responses in zip(places, made_elsewhere, strict=True) for each in found(place, responses)]


def looks_in(
    benchmark: Path,
    found: Sequence[Sitting],
    networks: Path | None,
    require: Collection[Layer] | str,
    seconds: float,
    *,
    quiet: bool,
) -> dict[str, Any]:
    """Return how what models drew looks to the networks of a folder; nothing where none is named.

    Raises ConfigError for a benchmark without vector graphics, or networks that cannot be used, and SandboxError.
    """
    if networks is None:
        return {}
    from company.benchmark.reading import read_benchmark
    from company.evaluation.reporting import names_of
    from company.evaluation.scoring import sandbox_for_answers

    content = read_benchmark(benchmark)
    named = dict(zip(names_of(found), found, strict=True))

    async def looked() -> dict[str, Any]:
        async with sandbox_for_answers(seconds, layers_of(require)) as sandbox:
            return await content.family.scoring.looks(content, named, networks, sandbox, progress)

    with progress_of(quiet) as progress:
        return waited(looked())


def estimate_evaluation(
    benchmark: str | Path | Benchmark, model: str = "", **asking: Any
) -> tuple[dict[str, Any], str]:
    """Return what asking a model would take, as values and as text (`company evaluate --estimate`); nobody is asked.

    `asking` is `mode`, `turns` and so on, as `evaluate` takes them. Raises ConfigError for a mode that nobody reckons.
    """
    from company.benchmark.reading import family_of
    from company.evaluation.asking import Asking

    return family_of(folder_of(benchmark)).scoring.estimate(folder_of(benchmark), Asking(model, **asking))


def _refuse_time(seconds: float) -> None:
    if not 0 < seconds <= _LONGEST:
        raise ConfigError(f"--seconds {seconds:g}: give a time above 0, of {_LONGEST:,} at most")


def _seeing(judge: str | Seeing | None) -> Seeing | None:
    if judge is None:
        return None
    from company.evaluation.asking import Seeing
    from company.evaluation.extras import need_inspect

    need_inspect()
    seeing = Seeing(judge) if isinstance(judge, str) else judge
    seeing.check()
    return seeing


def _embedders(named: Mapping[str, str] | None) -> Embedders | None:
    if not named:
        return None
    from company.evaluation.embedders import embedders_of

    return embedders_of(named)
