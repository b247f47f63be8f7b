"""The benchmark as a task of Inspect: `inspect eval company/tapilot -T benchmark=DIR`, with its models and viewer."""

from __future__ import annotations

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.hooks import Hooks, TaskEnd, hooks
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import TaskState

from company.benchmark.publishing.origin import need_tables
from company.benchmark.reading import read_benchmark
from company.config import layers_named
from company.errors import ConfigError
from company.evaluation.desk import Desk
from company.evaluation.scoring import SECONDS
from company.families.dialogues.evaluation.charts import CHARTS, PUBLISHED, ChartReader, Charts
from company.families.dialogues.evaluation.samples import Posed, posed
from company.families.dialogues.evaluation.solvers import MODES, Mode, solved
from company.families.dialogues.ids import dialogue_of

_SPEAKERS = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_DESKS: list[Desk] = []


@task
def tapilot(  # noqa: PLR0913 - a task's parameters are its options
    benchmark: str,
    mode: Mode = "base",
    categories: str | list[str] = "",
    seconds: float = SECONDS,
    require: str | None = None,
    charts: Charts = "picture",
    charts_model: str = PUBLISHED,
) -> Task:
    """A benchmark's cases, of some categories (names with commas between) or all, asked in one of the modes.

    `mode` is "base", "agent" or "inter-agent" (paper, 6.1); code may take `seconds`, behind the layers of the sandbox
    in `require` (all). Figures are shown as a "picture", or as the "table" that `charts_model` makes of it: a model of
    the Hugging Face hub, or a folder. Raises ArchiveError for a folder that is no benchmark, ConfigError for a mode or
    category that there is not, and BackendError where `charts_model` cannot be had.
    """
    if mode not in MODES:
        raise ConfigError(f"there is no mode {mode!r}; there are {', '.join(MODES)}")
    if charts not in CHARTS:
        raise ConfigError(f"charts cannot be shown as {charts!r}, but as {' or '.join(CHARTS)}")
    content = read_benchmark(Path(benchmark))
    need_tables(content.folder)
    named = categories.split(",") if isinstance(categories, str) else categories
    cases = {case.data_id: case for case in posed(content, [name.strip() for name in named if name.strip()])}
    figures = any(case.figure for case in cases.values())
    reader = ChartReader(charts_model) if charts == "table" and figures else None
    desk = Desk(content, seconds=seconds, require=layers_named(require))
    _DESKS.append(desk)
    answers = {entry["data_id"]: entry["reference_answer"] for entry in content.entries}
    samples = [_sample(case, answers[data_id]) for data_id, case in cases.items()]
    return Task(
        dataset=MemoryDataset(samples, name=Path(benchmark).name),
        solver=solved(mode, cases, content, desk, reader),
        scorer=as_benchmark(desk),
        metadata={"benchmark": str(Path(benchmark).resolve()), "mode": mode, "charts": charts},
    )


def _sample(case: Posed, answer: str) -> Sample:
    messages: list[ChatMessage] = [_SPEAKERS[each["role"]](content=each["content"]) for each in case.messages]
    return Sample(
        id=case.data_id,
        input=messages,
        target=answer,
        metadata={"category": case.category, "dialogue": dialogue_of(case.data_id)},
    )


@scorer(metrics=[accuracy(), stderr(cluster="dialogue"), grouped(accuracy(), "category")])
def as_benchmark(desk: Desk) -> Scorer:
    """By the benchmark's own rules, as `company score` judges."""

    async def score(state: TaskState, target: Target) -> Score:
        found = await desk.scored(str(state.sample_id), state.output.completion)
        return Score(
            value=CORRECT if found.right else INCORRECT,
            answer=state.output.completion,
            explanation=found.reason,
            metadata={"scored": vars(found)},
        )

    return score


@hooks(name="company_sandbox", description="Ends the sandbox of an evaluation that is over.")
class EndSandbox(Hooks):
    """Nothing that was started for a task outlives it."""

    async def on_task_end(self, data: TaskEnd) -> None:
        """Close what its samples have shared."""
        while _DESKS:
            await _DESKS.pop().close()
