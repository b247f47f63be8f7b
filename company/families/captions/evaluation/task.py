"""A benchmark of captions as a task of Inspect: `inspect eval company/captions -T benchmark=DIR -T mode=zero-shot`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage, ContentText, GenerateConfig, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from company.benchmark.reading import Benchmark, read_benchmark
from company.config import layers_named
from company.errors import ConfigError
from company.evaluation.asking import SECONDS
from company.evaluation.choosing import categories_named
from company.evaluation.desk import Desk
from company.evaluation.kept import Budget, Kept, Reply
from company.evaluation.scored import USED
from company.evaluation.task import as_benchmark, need_mode, opened, sample
from company.families.captions.evaluation.built_in import LEARNED, built_in, need_way, ratings_by
from company.families.captions.evaluation.examples import examples_of
from company.families.captions.evaluation.learned import learned
from company.families.captions.evaluation.prompts import RaterPrompts
from company.families.captions.evaluation.raters import CONTEXTS, MODES, SEEN, Examples, Rated, Rater, picture_of

BASE, LEARN = "base", "learned"
ALL_MODES = (BASE, *MODES, LEARN)
MOST_REPEATS = 20
CONFIG = GenerateConfig(temperature=0.1, top_p=0.95, max_tokens=2_000)
"""Of raters: as the seed has it, but for the tokens of an answer, where models that think take more than its 200."""


@task
def captions(  # noqa: PLR0913 - a task's parameters are its options
    benchmark: str,
    mode: str = BASE,
    categories: str | list[str] = "",
    context: str = "all",
    see: str = "",
    repeat: int = 1,
    prompts: str = "",
    kept: str = "",
    budget: float | None = None,
    weights: str = "",
    seconds: float = SECONDS,
    require: str | None = None,
) -> Task:
    """Ask a benchmark of captions: choices and whole sets (mode "base"), or each caption in a conversation of its own.

    Modes are those of `raters`, or "learned", from `weights` in a folder or by what is built in. `context` is which
    paragraphs are told, `see` whether "text", the "picture" or "both" are shown (usually both in mode "base", else
    text), `repeat` how often each rating is asked for, `prompts` a folder with other words. What a model answers is
    kept in the file `kept`, and not asked again; `budget` is a cap in US dollars. Raises ArchiveError for a folder that
    is no benchmark, and ConfigError for what there is not.
    """
    need_mode(mode, ALL_MODES)
    content = read_benchmark(Path(benchmark))
    manner = _Manner(mode, context, see or ("both" if mode == BASE else "text"), repeat)
    manner.check()
    wanted = categories_named(categories or ([] if mode == BASE else ["ranking"]), content.family.categories)
    if mode != BASE and wanted != ("ranking",):
        raise ConfigError(
            f"in mode {mode}, captions are rated: ask for --categories ranking, and for choices in mode base"
        )
    given = learned(content, manner.context, Path(weights) if weights else None) if mode == LEARN else {}
    words = RaterPrompts(Path(prompts) if prompts else None)
    words.check()
    desk = opened(Desk(content, seconds=seconds, require=layers_named(require)))
    cap = None if budget is None else Budget(budget)
    asking = _Asking(content, desk, manner, words, Kept(Path(kept) if kept else None, cap), given)
    samples = list(_samples(content, wanted, asking))
    if not samples:
        raise ConfigError(
            f"{benchmark} has no case of {', '.join(wanted)} to ask; name another benchmark, or --categories"
        )
    told = {"mode": mode, "context": context, "see": manner.see, "repeat": repeat, "manner": manner.words()}
    return Task(
        dataset=MemoryDataset(samples, name=Path(benchmark).name),
        solver=answered(asking),
        scorer=as_benchmark(desk),
        fail_on_error=False,  # one call that fails costs its own figure; what the others cost is not lost
        metadata={"benchmark": str(Path(benchmark).resolve()), "family": content.family.name, **told},
    )


@dataclass(frozen=True)
class _Manner:
    """How all cases of an evaluation are asked."""

    mode: str
    context: Any
    see: Any
    repeat: int

    def check(self) -> None:
        """Raise ConfigError for what there is not, or does not go together."""
        if self.context not in CONTEXTS:
            raise ConfigError(f"--context {self.context}: there are {', '.join(CONTEXTS)}")
        if self.see not in SEEN:
            raise ConfigError(f"--see {self.see}: there are {', '.join(SEEN)}")
        if not 1 <= self.repeat <= MOST_REPEATS:
            raise ConfigError(f"--repeat {self.repeat}: give a number from 1 to {MOST_REPEATS}")
        if self.mode == BASE and (self.context != "all" or self.repeat != 1):
            raise ConfigError(
                "--context and --repeat are for raters: leave them out, or name a --mode such as zero-shot"
            )
        if self.mode == LEARN and (self.see != "text" or self.repeat != 1):
            raise ConfigError("--see and --repeat are for raters that are asked; in mode learned, leave them out")
        if self.mode in ("qa", "qa-yn") and self.see == "text" and self.context == "none":
            raise ConfigError(
                f"in mode {self.mode}, questions are made of what is seen: give another --context, or --see picture"
            )

    def words(self) -> str:
        """Return what is not as usual, for a name."""
        usual = "both" if self.mode == BASE else "text"
        parts = [f"context {self.context}"] if self.context != "all" else []
        parts += [f"sees {self.see}"] if self.see != usual else []
        return ", ".join([*parts, *([f"{self.repeat} times"] if self.repeat > 1 else [])])


@dataclass(frozen=True)
class _Asking:
    """One evaluation: what is asked, how, and what is known of the answers already."""

    content: Benchmark
    desk: Desk
    manner: _Manner
    prompts: RaterPrompts
    kept: Kept
    learned: Mapping[str, Mapping[str, float]]

    def rater(self) -> Rater:
        """Return how a model rates. Raises ConfigError where there are no examples to show."""
        few_shot = self.manner.mode == "few-shot"
        examples = examples_of(self.content) if few_shot else Examples((), ())
        mode: Any = self.manner.mode
        return Rater(mode, self.manner.context, self.manner.see, self.manner.repeat, self.prompts, examples)

    async def without_a_model(self, name: str, line: Mapping[str, Any]) -> Rated:
        """Return the ratings of a built-in rater, or those that were learned."""
        known = self.learned.get(line["data_id"])
        if known is None:
            known = await ratings_by(name, line, self.content.resource, self.desk.sandbox)
        repeats = self.manner.repeat
        return Rated({each: [rating] * repeats for each, rating in known.items()}, {}, (), ())


def _samples(content: Benchmark, wanted: Sequence[str], asking: _Asking) -> list[Sample]:
    scoring = content.family.scoring
    judge = scoring.judge(content)
    lines = [(name, line) for name in wanted for line in content.cases.get(name, ()) if scoring.counts(line)]
    base = asking.manner.mode == BASE
    return [
        sample(
            line["data_id"],
            scoring.messages(line) if base else [{"role": "user", "content": f"The captions of {line['figure_name']}"}],
            scoring.reference(line),
            {"category": name, "cluster": judge.missing(name, line).cluster},
        )
        for name, line in lines
        if asking.manner.mode != LEARN or line["data_id"] in asking.learned
    ]


@solver
def answered(asking: _Asking) -> Solver:
    """Ask a model, or a built-in rater; what comes of it is the response to the case."""
    rater = asking.rater() if asking.manner.mode in MODES else None
    read = asking.content

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        _, line = asking.desk.cases[str(state.sample_id)]
        model = get_model()
        _check(asking, str(model))
        name = LEARNED if asking.manner.mode == LEARN else built_in(str(model))

        async def ask(messages: Sequence[ChatMessage], repeat: int) -> Reply:
            return await asking.kept.ask(model, messages, CONFIG if rater else GenerateConfig(), repeat)

        if name is not None:
            rated = await asking.without_a_model(name, line)
        elif rater is not None:
            rated = await rater.rated(line, read.folder, ask)
        else:
            reply = await ask(_shown(state.messages, line, asking), 0)
            state.output.completion = reply.text
            state.metadata[USED] = Rated({}, {}, (), (reply,)).used()
            return state
        state.output.completion = rated.as_response()
        state.metadata[USED] = rated.used()
        return state

    return solve


def _check(asking: _Asking, model: str) -> None:
    """Raise ConfigError for a model that cannot be asked so."""
    if asking.kept.budget is not None:
        asking.kept.budget.check(model)
    if asking.manner.mode != LEARN:
        need_way(model, asking.manner.mode)


def _shown(messages: Sequence[ChatMessage], line: Mapping[str, Any], asking: _Asking) -> list[ChatMessage]:
    """Return the prompt of a whole case with its picture, where that is to be seen."""
    if asking.manner.see == "text":
        return list(messages)
    picture = picture_of(asking.content.folder / line["figure"])
    last = ChatMessageUser(content=[ContentText(text=messages[-1].text), ContentImage(image=picture)])
    return [*messages[:-1], last]
