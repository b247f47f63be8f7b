"""Responses judged by the benchmark's own rules, which its family knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from company.benchmark.layers import entered
from company.benchmark.reading import Benchmark, read_benchmark
from company.config import LAYERS, Layer
from company.console.progress import Progress
from company.evaluation.asking import SECONDS, Seeing
from company.evaluation.choosing import chosen
from company.evaluation.contract import Judge
from company.evaluation.responses import is_log, responses_to
from company.evaluation.scored import Scored
from company.evaluation.similarity import similarities, with_similarities
from company.sandbox import Limits, LocalSandbox, ProcessSandbox, Sandbox

if TYPE_CHECKING:
    from company.evaluation.embedding import Embedders, Similar

OUTPUT_BYTES = 4_000_000
"""What code may print: what ran before it prints, too."""
Opening = Callable[[], AbstractAsyncContextManager[Sandbox]]
"""Opens the sandbox, where code has to run."""
Running = Callable[[Mapping[str, str], Callable[[Scored], None], Progress], Awaitable[None]]
"""Runs responses elsewhere, and tells what each is worth as soon as it is known."""
Elsewhere = Callable[[Progress], AbstractAsyncContextManager[Running]]
"""Opens the place where responses are run, if not in a sandbox here; it stays open for as many as there are."""


async def score(  # noqa: PLR0913 - what a caller may ask for, each by its name
    benchmark: Path,
    responses: Path | Mapping[str, str],
    progress: Progress,
    *,
    require: Collection[Layer] = LAYERS,
    categories: Collection[str] = (),
    limit: int | None = None,
    seconds: float = SECONDS,
    first_loads: bool = False,
    embedders: Embedders | None = None,
    seeing: Seeing | None = None,
    elsewhere: Elsewhere | None = None,
) -> list[Scored]:
    """Score the responses to a benchmark's cases, case by case, in the order of its files.

    `responses` are files, or a text for each data_id; a case without one is wrong. Only cases of `categories` count
    (where none is named, all), and of these the first `limit`. Code runs in the sandbox, behind the
    layers of the jail in `require`, `seconds` at the most; a sandbox is opened only where code has to run. With
    `first_loads`, a file that code loads again is loaded once.

    With `elsewhere`, code runs there, and not in a sandbox here. With `seeing`, a model looks at what was drawn, and
    judges it. With `embedders`, all code is told how close it is to the references'; it is embedded first, so that a
    server that refuses is told before anything runs. Where the responses are a log of `company evaluate`, it is written
    there, too.

    Raises ArchiveError for a folder that is no benchmark, ConfigError for responses that cannot be read, for a category
    without cases or a limit below 1, BackendError where an embedding cannot be had, and SandboxError when the sandbox
    itself fails.
    """
    content = read_benchmark(benchmark)
    its = content.family.scoring
    judge = its.judge(content, first_loads=first_loads)
    if seeing is not None:
        judge = its.seen_by(judge, content, seeing)
    made = None if isinstance(responses, Mapping) else its.answers_in(responses, content)
    given = responses_to(responses if made is None else made, {entry["data_id"] for entry in content.entries})
    part = chosen(content, categories, limit, given)
    close = None if embedders is None else similarities(part, given, embedders, progress)

    def opening() -> AbstractAsyncContextManager[Sandbox]:
        return entered(sandbox_for_answers(seconds, require), require_fewer, progress)

    cases = await scored(part, judge, given, opening, progress, None if elsewhere is None else _opened(elsewhere))
    if close is None:
        return cases
    _keep_beside(responses, close)
    return with_similarities(cases, close)


def _keep_beside(responses: Path | Mapping[str, str], close: Mapping[str, Similar]) -> None:
    """Write how close code is to the references' into the log that it is from; elsewhere there is no place for it."""
    if not isinstance(responses, Mapping) and is_log(responses):
        from company.evaluation.logs import keep

        keep(str(responses), close)


def sandbox_for_answers(seconds: float, require: Collection[Layer]) -> ProcessSandbox:
    """Return a sandbox that is not entered yet; a piece of code may take so long there."""
    return LocalSandbox(limits_for_answers(seconds), require=require)


def limits_for_answers(seconds: float) -> Limits:
    """Return the limits of the code of answers that may take so long."""
    return Limits(wall_seconds=seconds, cpu_seconds=max(1, round(seconds)), output_bytes=OUTPUT_BYTES)


def require_fewer(rest: Sequence[str]) -> str:
    """Return the flag with which no more layers are required than these."""
    return f"--require {','.join(rest) or repr('')}"


def _opened(elsewhere: Elsewhere) -> Running:
    """Return what opens the place for what is run, and closes it afterwards."""

    async def run(responses: Mapping[str, str], done: Callable[[Scored], None], progress: Progress) -> None:
        async with elsewhere(progress) as running:
            await running(responses, done, progress)

    return run


async def scored(
    content: Benchmark,
    judge: Judge,
    responses: Mapping[str, str],
    opening: Opening,
    progress: Progress,
    running: Running | None = None,
) -> list[Scored]:
    """Score responses by data_id, in the order of the benchmark; examples only where they are answered.

    Raises SandboxError.
    """
    done: dict[str, Scored] = {}
    left: dict[str, str] = {}
    for category, lines in content.cases.items():
        for line in lines:
            if not content.family.scoring.counts(line):
                continue
            data_id = line["data_id"]
            response = responses.get(data_id)
            if response is None and content.family.categories[category].shown:
                continue
            case = judge.missing(category, line) if response is None else judge.score(category, line, response)
            if case is not None:
                done[data_id] = case
            elif response is not None:
                left[data_id] = response
    progress.stage("score", started=len(done) + len(left), done=0)
    progress.stage("score", done=len(done), rejected=sum(not case.right for case in done.values()))
    if left:

        def ready(case: Scored) -> None:
            done[case.data_id] = case
            progress.stage("score", done=1, rejected=int(not case.right))

        if running is not None:
            await running(left, ready, progress)
        else:
            async with opening() as sandbox:
                await judge.run(left, sandbox, ready)
    return [done[line["data_id"]] for line in content.entries if line["data_id"] in done]
