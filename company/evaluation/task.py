"""Any benchmark as a task of Inspect: `inspect eval company/cases -T benchmark=DIR`, with its models and viewer.

A family that asks models in its own ways has a task of its own, made of the same parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.hooks import Hooks, TaskEnd, hooks
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import TaskState, generate

from company.benchmark.reading import read_benchmark
from company.config import layers_named
from company.errors import ConfigError
from company.evaluation.asking import SECONDS
from company.evaluation.choosing import categories_named
from company.evaluation.desk import Desk
from company.evaluation.scored import USED, Scored

_SPEAKERS = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_DESKS: list[Desk] = []
D = TypeVar("D", bound=Desk)


@task
def cases(
    benchmark: str,
    mode: str = "base",
    categories: str | list[str] = "",
    seconds: float = SECONDS,
    require: str | None = None,
) -> Task:
    """Ask a benchmark's cases, of some categories (names with commas between) or all, each asked once as it is.

    Code of answers may take `seconds`, behind the layers of the sandbox in `require` (all). Raises ArchiveError for a
    folder that is no benchmark, and ConfigError for a mode or category that there is not.
    """
    content = read_benchmark(Path(benchmark))
    its = content.family
    need_mode(mode, its.scoring.modes)
    wanted = categories_named(categories, its.categories)
    judge = its.scoring.judge(content)
    samples = [
        sample(
            line["data_id"],
            its.scoring.messages(line),
            its.scoring.reference(line),
            {"category": category, "cluster": judge.missing(category, line).cluster},
        )
        for category, lines in content.cases.items()
        if category in wanted
        for line in lines
        if its.scoring.counts(line)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=Path(benchmark).name),
        solver=generate(),
        scorer=as_benchmark(opened(Desk(content, seconds=seconds, require=layers_named(require)))),
        metadata={"benchmark": str(Path(benchmark).resolve()), "mode": mode, "family": its.name},
    )


def need_mode(mode: str, modes: Iterable[str]) -> None:
    """Raise ConfigError for a mode that there is not."""
    if mode not in modes:
        raise ConfigError(f"there is no mode {mode!r}; there are {', '.join(modes)}")


def sample(data_id: str, messages: Iterable[Mapping[str, str]], target: str, metadata: Mapping[str, str]) -> Sample:
    """Return a case as Inspect asks it; `metadata` has its `category` and `cluster`."""
    said: list[ChatMessage] = [_SPEAKERS[message["role"]](content=message["content"]) for message in messages]
    return Sample(id=data_id, input=said, target=target, metadata=dict(metadata))


def opened(desk: D) -> D:
    """Return the desk, which is closed when the evaluation is over."""
    _DESKS.append(desk)
    return desk


@scorer(metrics=[accuracy(), stderr(cluster="cluster"), grouped(accuracy(), "category")])
def as_benchmark(desk: Desk) -> Scorer:
    """Score by the benchmark's own rules, as `company score` does."""

    async def score(state: TaskState, target: Target) -> Score:
        scored = await desk.scored(str(state.sample_id), state.output.completion)
        return Score(
            value=_value(scored),
            answer=state.output.completion,
            explanation=scored.reason,
            metadata={"scored": scored.as_json(), **({USED: state.metadata[USED]} if USED in state.metadata else {})},
        )

    return score


def _value(scored: Scored) -> str | float:
    """Return what a case is worth; what cannot be told is not a number, which Inspect leaves out of its means."""
    if scored.undecided:
        return math.nan
    return (CORRECT if scored.right else INCORRECT) if scored.value is None else scored.value


@hooks(name="company_sandbox", description="Ends the sandbox of an evaluation that is over.")
class EndSandbox(Hooks):
    """Nothing that was started for a task outlives it."""

    async def on_task_end(self, data: TaskEnd) -> None:
        """Close what its samples have shared."""
        while _DESKS:
            await _DESKS.pop().close()
