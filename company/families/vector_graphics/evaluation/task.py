"""A benchmark of vector graphics as a task of Inspect: `inspect eval company/graphics -T benchmark=DIR -T mode=…`."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentText,
    GenerateConfig,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver

from company.benchmark.reading import Benchmark, read_benchmark
from company.config import layers_named
from company.errors import ConfigError
from company.evaluation.asking import SECONDS, Seeing
from company.evaluation.choosing import categories_named
from company.evaluation.desk import Desk
from company.evaluation.evaluating import model_named
from company.evaluation.kept import Kept, Reply, kept_file
from company.evaluation.scored import USED
from company.evaluation.task import as_benchmark, need_mode, opened, sample
from company.families.vector_graphics.body import category_of_line, is_drawn
from company.families.vector_graphics.evaluation.asking import (
    BASE,
    CODE,
    IN_CONTEXT,
    MODES,
    MOST_ROTATIONS,
    PICTURE,
    as_response,
    asked,
    examples_for,
    need_questions,
    need_seen,
    own_message,
    without_code,
)
from company.families.vector_graphics.evaluation.reasoning import Read, need_judge, supported, with_supported

_SPOKEN = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
CONFIG = GenerateConfig(temperature=0.0)


@task
def graphics(  # noqa: PLR0913 - a task's parameters are its options
    benchmark: str,
    mode: str = BASE,
    categories: str | list[str] = "",
    rotations: int = 1,
    see: str = CODE,
    judge: str = "",
    judge_base_url: str = "",
    kept: str = "",
    seconds: float = SECONDS,
    require: str | None = None,
) -> Task:
    """Ask a benchmark of vector graphics: questions from code alone, and drawings from captions.

    Modes are those of `asking`; with `rotations`, each question is asked with its options turned so often, and is right
    where every answer is; `see` is whether code ("text"), the "picture" or "both" are shown; the model `judge` says
    which letter reasoning supports. Replies are kept in the file `kept`, and not asked for again. Raises ArchiveError
    for a folder that is no benchmark, and ConfigError.
    """
    need_mode(mode, MODES)
    if not 1 <= rotations <= MOST_ROTATIONS:
        raise ConfigError(f"--rotations {rotations}: give a number from 1 to {MOST_ROTATIONS}")
    need_seen(see, mode)
    need_judge(Seeing(judge) if judge else None, mode)
    content = read_benchmark(Path(benchmark))
    scoring = content.family.scoring
    wanted = categories_named(categories, content.family.categories)
    lines = [line for name in wanted for line in content.cases.get(name, ()) if scoring.counts(line)]
    if not lines:
        raise ConfigError(f"{benchmark} has no case of {', '.join(wanted)} to ask; name other --categories")
    need_questions(lines, mode)
    names = {category_of_line(line) for line in lines} if mode == IN_CONTEXT else set()
    asking = _Asking(mode, rotations, {name: examples_for(content, name) for name in names}, kept, see)
    reader = _Reader(judge, judge_base_url or None, kept)
    desk = opened(Desk(content, seconds=seconds, require=layers_named(require)))
    parts = [f"{rotations} orders"] * (rotations > 1) + [f"sees {see}"] * (see != CODE)
    parts += [f"judged by {judge}"] * bool(judge)
    return Task(
        dataset=MemoryDataset(_samples(content, lines), name=Path(benchmark).name),
        solver=answered(asking, desk, reader),
        scorer=as_benchmark(desk),
        fail_on_error=False,  # one call that fails costs its own case
        metadata={
            "benchmark": str(Path(benchmark).resolve()),
            "family": content.family.name,
            "mode": mode,
            "rotations": rotations,
            "manner": ", ".join(parts),
        },
    )


@dataclass(frozen=True)
class _Asking:
    """One evaluation: how questions are put."""

    mode: str
    rotations: int
    examples: Mapping[str, Sequence[Mapping[str, Any]]]
    kept: str
    """The file of replies; "" where they are not kept."""
    see: str


@dataclass(frozen=True)
class _Reader:
    """The judge of reasoning."""

    model: str
    """By Inspect's name; "" where nobody judges."""
    base_url: str | None
    kept: str
    """The file of the asked model's replies, beside which its own are kept."""

    def read(self) -> Read | None:
        """Return what asks it; None where nobody judges. Raises ConfigError for a model that there is not."""
        if not self.model:
            return None
        model = model_named("--judge", self.model, self.base_url)
        kept = Kept(kept_file(Path(self.kept).parents[1], f"judge {self.model}") if self.kept else None, None)

        async def read(text: str, number: int) -> str:
            return (await kept.ask(model, [ChatMessageUser(content=text)], CONFIG, number)).text

        return read


def _samples(content: Benchmark, lines: Sequence[Mapping[str, Any]]) -> list[Any]:
    scoring = content.family.scoring
    judge = scoring.judge(content)
    return [
        sample(
            line["data_id"],
            scoring.messages(line),
            scoring.reference(line),
            {"category": (name := category_of_line(line)), "cluster": judge.missing(name, line).cluster},
        )
        for line in lines
    ]


@solver
def answered(asking: _Asking, desk: Desk, reader: _Reader) -> Solver:
    """Ask a model in every order of options; what comes of it is the response to the case."""
    read = reader.read()
    kept = Kept(Path(asking.kept) if asking.kept else None, None)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        category, line = desk.cases[str(state.sample_id)]
        calls: list[Reply] = []

        async def ask(messages: Sequence[Mapping[str, str]], number: int) -> str:
            told: list[ChatMessage] = [_SPOKEN[each["role"]](content=each["content"]) for each in messages]
            if asking.see != CODE and not is_drawn(line):
                own = own_message(messages)
                told[own] = pictured(messages[own]["content"], desk.content.folder / line["picture"], asking.see)
            reply = await kept.ask(get_model(), told, CONFIG, number)
            calls.append(reply)
            return reply.text

        if is_drawn(line):
            response = await ask([{"role": "user", "content": str(line["prompt_with_hist_txt"])}], 0)
        else:
            shown = asking.examples.get(category, ())
            answers, letters = [], []
            for by in range(asking.rotations):
                before = len(calls)
                answers.append(await asked(line, asking.mode, shown, by, ask))
                if read is not None:
                    said = [each.text for each in calls[before:]]
                    letters.append(await supported(line, asking.mode, by, said, read))
            response = as_response(line, answers) if read is None else with_supported(line, answers, letters)
        state.output.completion = response
        state.metadata[USED] = used(calls)
        return state

    return solve


def pictured(text: str, picture: Path, see: str) -> ChatMessageUser:
    """Return a question with its picture, beside the code or in its place."""
    words = without_code(text) if see == PICTURE else text
    shown = f"data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}"
    return ChatMessageUser(content=[ContentText(text=words), ContentImage(image=shown)])


def used(calls: Sequence[Reply]) -> dict[str, Any]:
    """Return what calls took together."""
    return {
        "seconds": sum(each.seconds or 0.0 for each in calls),
        "input_tokens": sum(each.input_tokens or 0 for each in calls),
        "output_tokens": sum(each.output_tokens or 0 for each in calls),
    }
