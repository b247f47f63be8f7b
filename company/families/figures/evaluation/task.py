"""A benchmark of figures as a task of Inspect: `inspect eval company/figures -T benchmark=DIR -T mode=agent`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.model import ChatMessage, ChatMessageUser, GenerateConfig, Model, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from company.benchmark.reading import Benchmark, read_benchmark
from company.config import layers_named
from company.errors import ConfigError
from company.evaluation.asking import SECONDS, Asking, Seeing
from company.evaluation.choosing import categories_named
from company.evaluation.contract import Judge, Line
from company.evaluation.desk import Desk
from company.evaluation.evaluating import model_named
from company.evaluation.kept import Budget, Kept, Reply, kept_file
from company.evaluation.scored import USED
from company.evaluation.task import as_benchmark, need_mode, opened, sample
from company.families.figures.evaluation.judging.drawn import code_of
from company.families.figures.evaluation.judging.seeing import SeeingJudge, seer_of
from company.families.figures.evaluation.layouts.lines import data_of
from company.families.figures.evaluation.solving.solving import MODES, Agent, Ask, Draw, Drawn, asked_once
from company.families.figures.gate.drawing import ANSWER, code_in, looked

AGENT, BLIND = "agent", "agent-blind"
CONFIG = GenerateConfig(temperature=0.0)
"""Of solvers, as the paper has it (section 5.1)."""


@task
def figures(  # noqa: PLR0913 - a task's parameters are its options
    benchmark: str,
    mode: str = "base",
    categories: str | list[str] = "",
    vision_model: str = "",
    vision_base_url: str = "",
    judge: str = "",
    judge_base_url: str = "",
    judge_samples: int = 1,
    judge_orders: str = "drawn-first",
    judge_prompt: str = "",
    logs: str = "",
    budget: float | None = None,
    seconds: float = SECONDS,
    require: str | None = None,
) -> Task:
    """Have a model draw the figures of a benchmark: asked once ("base", "cot"), or as an agent that looks at its draft.

    `vision_model` looks in the place of the model itself; mode "agent-blind" is an agent without that. `judge` is a
    model that judges what is drawn beside what is compared. Replies are kept in the folder `logs`, and not asked for
    again; `budget` is a cap in US dollars on all of them. Raises ArchiveError for a folder that is no benchmark, and
    ConfigError for what there is not.
    """
    place = Path(logs) if logs else None
    eyes = _Eyes(vision_model, vision_base_url or None)
    seeing = Seeing(
        judge,
        judge_base_url or None,
        judge_samples,
        judge_orders,
        Path(judge_prompt) if judge_prompt else None,
        place or Path("logs"),
    )
    cap = None if budget is None else Budget(budget)
    asking = _Asking(read_benchmark(Path(benchmark)), mode, eyes, place, cap)
    asking.check()
    return _task(asking, categories, seeing if judge else None, seconds, require)


def figures_asked(benchmark: Path, asking: Asking) -> Task:
    """Return the task for a model that is asked so. Raises as `figures` does."""
    cap = None if asking.budget is None else Budget(asking.budget)
    if cap is not None:
        cap.check(asking.model)
    eyes = _Eyes(asking.vision_model or "", asking.vision_base_url)
    found = _Asking(read_benchmark(benchmark), asking.mode, eyes, asking.logs, cap)
    found.check()
    return _task(found, list(asking.categories), asking.judge, asking.seconds, asking.require)


@dataclass(frozen=True)
class _Eyes:
    """What looks at drafts."""

    model: str
    """By Inspect's name; "" for the model itself."""
    base_url: str | None


@dataclass(frozen=True)
class _Asking:
    """One evaluation: what is asked, and how."""

    content: Benchmark
    mode: str
    eyes: _Eyes
    logs: Path | None
    """Where replies are kept; None where they are not."""
    budget: Budget | None

    def check(self) -> None:
        """Raise ConfigError for what there is not, or does not go together."""
        need_mode(self.mode, MODES)
        if self.eyes.model and self.mode != AGENT:
            raise ConfigError(
                f"--vision-model {self.eyes.model}: in mode {self.mode} nobody looks at a draft; leave it out"
            )
        if self.eyes.model:
            model_named("--vision-model", self.eyes.model, self.eyes.base_url)
            if self.budget is not None:
                self.budget.check(self.eyes.model)

    def kept(self, model: str) -> Kept:
        """Return what asks a model, unless the same was asked before."""
        return Kept(None if self.logs is None else kept_file(self.logs, model), self.budget)


def _task(
    asking: _Asking, categories: str | list[str], seeing: Seeing | None, seconds: float, require: str | None
) -> Task:
    content = asking.content
    wanted = categories_named(categories, content.family.categories)
    seen: Callable[[Judge], Judge] | None = None
    if seeing is not None:
        seer = seer_of(seeing, asking.budget)
        seen = lambda _: SeeingJudge(content, seer)  # noqa: E731
    desk = opened(Desk(content, seconds=seconds, require=layers_named(require), seeing=seen))
    scoring = content.family.scoring
    samples = [
        sample(
            line["data_id"],
            scoring.messages(line),
            scoring.reference(line),
            {"category": name, "cluster": line["data_id"]},
        )
        for name in wanted
        for line in content.cases.get(name, ())
    ]
    if not samples:
        raise ConfigError(
            f"{content.folder} has no case of {', '.join(wanted)}; name another benchmark, or --categories"
        )
    manner = f"eyes {asking.eyes.model}" if asking.eyes.model else ""
    return Task(
        dataset=MemoryDataset(samples, name=content.folder.name),
        solver=drawing(asking, desk),
        scorer=as_benchmark(desk),
        fail_on_error=False,  # one call that fails costs its own case; what the others cost is not lost
        metadata={
            "benchmark": str(content.folder.resolve()),
            "family": content.family.name,
            "mode": asking.mode,
            "manner": manner,
            **({"vision_model": asking.eyes.model} if asking.eyes.model else {}),
        },
    )


@solver
def drawing(asking: _Asking, desk: Desk) -> Solver:
    """Ask a model for the code that draws a figure; what an agent hands in tells how it came about."""
    kept: dict[str, Kept] = {}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        if asking.budget is not None:
            asking.budget.check(str(model))
        _, line = desk.cases[str(state.sample_id)]
        ask = _asked(model, kept.setdefault(str(model), asking.kept(str(model))))
        request = asking.content.family.scoring.question(line)
        if asking.mode not in (AGENT, BLIND):
            reply = await ask([ChatMessageUser(content=asked_once(request, asking.mode))])
            state.output.completion = reply.text
            state.metadata[USED] = _used([reply])
            return state
        draw, look = _drawing(line, asking.content, desk), _look(asking, model, kept)
        found = await Agent(request, ask, draw, _read, look).solved()
        state.output.completion = found.as_response()
        state.metadata[USED] = _used(found.calls)
        return state

    return solve


def _look(asking: _Asking, model: Model, kept: dict[str, Kept]) -> Ask | None:
    """Return what asks the eyes; None for an agent without."""
    if asking.mode == BLIND:
        return None
    eyes = model_named("--vision-model", asking.eyes.model, asking.eyes.base_url) if asking.eyes.model else model
    return _asked(eyes, kept.setdefault(str(eyes), asking.kept(str(eyes))))


def _asked(model: Model, kept: Kept) -> Ask:
    async def ask(messages: Sequence[ChatMessage]) -> Reply:
        return await kept.ask(model, messages, CONFIG)

    return ask


def _drawing(line: Line, content: Benchmark, desk: Desk) -> Draw:
    async def draw(code: str) -> Drawn:
        async with desk.sandbox() as sandbox:
            with data_of(line, content) as resource:
                found, picture = await looked(code, resource, sandbox)
        return Drawn(picture, found if isinstance(found, str) else None)

    return draw


def _read(reply: str) -> str:
    return code_in(code_of(reply), ANSWER)


def _used(calls: Sequence[Reply]) -> dict[str, float]:
    return {
        "input_tokens": sum(each.input_tokens for each in calls),
        "output_tokens": sum(each.output_tokens for each in calls),
        "seconds": round(sum(each.seconds for each in calls), 3),
    }
