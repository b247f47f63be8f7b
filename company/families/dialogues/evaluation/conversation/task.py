"""Conversations as a task of Inspect: `inspect eval company/conversation -T benchmark=DIR`. A sample is a dialogue."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, GenerateConfig, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from company.benchmark.publishing.origin import need_tables
from company.benchmark.reading import Benchmark, read_benchmark
from company.config import layers_named
from company.errors import ConfigError
from company.evaluation.asking import SECONDS
from company.evaluation.kept import Budget, Kept, Reply
from company.evaluation.scored import LINES, PARTS, USED
from company.evaluation.task import opened as opened_desk
from company.families.dialogues.evaluation.conversation.choosing import Chooser
from company.families.dialogues.evaluation.conversation.client import Client
from company.families.dialogues.evaluation.conversation.journal import Journal
from company.families.dialogues.evaluation.conversation.protocol import Conversation
from company.families.dialogues.evaluation.conversation.record import Talk, talks
from company.families.dialogues.evaluation.conversation.states import opened
from company.families.dialogues.evaluation.conversation.view import WHOLE, View
from company.families.dialogues.evaluation.desk import Desk
from company.families.dialogues.evaluation.judge import TurnJudge

MODE = "conversation"
PATIENCE = 3


@task
def conversation(  # noqa: PLR0913 - a task's parameters are its options
    benchmark: str,
    patience: int = PATIENCE,
    window: int | None = None,
    notes: int | None = None,
    turns: str = "",
    client_model: str = "",
    kept: str = "",
    budget: float | None = None,
    seconds: float = SECONDS,
    require: str | None = None,
) -> Task:
    """Hold a benchmark's dialogues: the model has a state of its own, and every turn that has a code case is checked.

    The client answers so many questions beyond those that are needed (`patience`). `turns` is a range such as 1-20;
    earlier ones are told as they are on record. Code and outputs of the last `window` turns stay in view (all); with
    `notes`, a number of characters, earlier turns leave it, but for what the model writes down in so many. A
    `client_model` says which item of the record a question is for. What is answered is kept in the file `kept`, what
    code printed beside it, and not asked again; `budget` is a cap in US dollars. Raises ArchiveError for a folder that
    is no benchmark, and ConfigError for what there is not.
    """
    manner = Manner(patience, View(window, notes), turns, client_model)
    manner.check()
    content = read_benchmark(Path(benchmark))
    need_tables(content.folder)
    held = {each.dialogue: each for each in talks(content, turns)}
    desk = opened_desk(Desk(content, seconds=seconds, require=layers_named(require)))
    file = Path(kept) if kept else None
    cap = None if budget is None else Budget(budget)
    table = Table(desk, held, manner, Kept(file, cap), Journal(file and file.with_suffix(".outputs.jsonl")), seconds)
    return Task(
        dataset=MemoryDataset([_sample(each) for each in held.values()], name=Path(benchmark).name),
        solver=conversed(table),
        scorer=turn_by_turn(table),
        fail_on_error=False,  # one dialogue that fails costs its own turns; what the others cost is not lost
        metadata={
            "benchmark": str(Path(benchmark).resolve()),
            "family": content.family.name,
            "mode": MODE,
            "manner": manner.words(),
            **manner.told(),
        },
    )


@dataclass(frozen=True)
class Manner:
    """How all dialogues of an evaluation are held."""

    patience: int = PATIENCE
    view: View = WHOLE
    turns: str = ""
    client_model: str = ""

    def check(self) -> None:
        """Raise ConfigError for what there is not."""
        if self.patience < 0:
            raise ConfigError(f"--patience {self.patience}: give a number of questions, 0 or more")
        window, notes = self.view.window, self.view.notes
        if window is not None and window < 0:
            raise ConfigError(f"--window {window}: give a number of turns, 0 or more")
        if notes is not None and notes < 0:
            raise ConfigError(f"--notes {notes}: give a number of characters, 0 or more")
        if notes is not None and window is None:
            raise ConfigError(
                f"--notes {notes} is what a model keeps of turns that have left its view; say how many turns "
                "stay in it, too: --window 2"
            )

    def told(self) -> dict[str, Any]:
        """Return it for the log."""
        view = {"window": self.view.window, "notes": self.view.notes}
        return {"patience": self.patience, **view, "turns": self.turns, "client": self.client_model}

    def words(self) -> str:
        """Return what is not as usual, for a name."""
        parts = [f"patience {self.patience}"] if self.patience != PATIENCE else []
        parts += [f"window {self.view.window}"] if self.view.window is not None else []
        parts += [f"notes {self.view.notes:,}"] if self.view.notes is not None else []
        parts += [f"turns {self.turns}"] if self.turns else []
        return ", ".join([*parts, *([f"client {self.client_model}"] if self.client_model else [])])


@dataclass
class Table:
    """Where the conversations of one evaluation are held, and what came of each."""

    desk: Desk
    talks: Mapping[str, Talk]
    manner: Manner
    kept: Kept
    journal: Journal
    seconds: float
    ended: dict[str, Conversation] = field(default_factory=dict)
    _judge: TurnJudge | None = None
    _turnstile: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(4 * (os.cpu_count() or 1)))

    @property
    def content(self) -> Benchmark:
        """The benchmark, with its tables at hand."""
        return self.desk.content

    async def hold(self, dialogue: str) -> Conversation:
        """Hold a dialogue with the model. Raises OutOfBudget, SandboxError, and whatever asking raises."""
        talk, model = self.talks[dialogue], get_model()
        if self.kept.budget is not None:
            self.kept.budget.check(str(model))
        self._judge = self._judge or TurnJudge(self.content)
        client = Client.of(talk, self.manner.patience)
        named = self.manner.client_model
        chooser = Chooser(client, get_model(named), self.kept) if named else None

        async def ask(messages: Sequence[ChatMessage]) -> Reply:
            return await self.kept.ask(model, messages, GenerateConfig())

        async with (
            self._turnstile,
            self.desk.sandbox() as sandbox,
            opened(talk, sandbox, self.content.resource, self._judge) as states,
        ):
            held = Conversation(
                talk,
                states,
                client,
                ask,
                self.journal,
                f"{model} · {dialogue} · {self.seconds:g}",
                self.seconds,
                self.manner.view,
                chooser.choose if chooser else None,
            )
            await held.hold()
        self.ended[dialogue] = held
        return held


def _sample(talk: Talk) -> Sample:
    first = talk.asked[0]
    checked = sum(each.entry is not None for each in talk.asked)
    about = {"dialogue": talk.dialogue, "cluster": talk.dialogue, "turns": len(talk.asked), "checked": checked}
    return Sample(id=talk.dialogue, input=first.query, target="(checked turn by turn)", metadata=about)


@solver
def conversed(table: Table) -> Solver:
    """Hold a dialogue; what was said is in the sample's messages."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        held = await table.hold(str(state.sample_id))
        state.messages = held.transcript()
        state.metadata["turns_held"] = len(held.lines)
        return state

    return solve


@scorer(metrics=[mean(), stderr(cluster="cluster")])
def turn_by_turn(table: Table) -> Scorer:
    """Score a dialogue by the share of its checked turns that are right; all turns are told beside it."""

    async def score(state: TaskState, target: Target) -> Score:
        held = table.ended.pop(str(state.sample_id))
        right = [scored.right for scored, _, _ in held.scored]
        parts = [
            {"scored": scored.as_json(), "response": f"```python\n{code}\n```" if code else "", USED: _used(replies)}
            for scored, code, replies in held.scored
        ]
        return Score(
            value=sum(right) / len(right),
            explanation=f"{sum(right)} of {len(right)} checked turns are right",
            metadata={PARTS: parts, LINES: [line.as_json() for line in held.lines]},
        )

    return score


def _used(replies: Sequence[Reply]) -> dict[str, float]:
    return {
        "input_tokens": sum(each.input_tokens for each in replies),
        "output_tokens": sum(each.output_tokens for each in replies),
        "seconds": round(sum(each.seconds for each in replies), 3),
    }
