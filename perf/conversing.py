"""Scripted models hold the dialogues of a benchmark: is who is careful right throughout, and are errors told apart?

    python -m perf.conversing BENCHMARK … [--planted 200] [--no-careful]

A careful model has the record's code, in three styles: as it stands after a look at the table, in a scope of its own
beside columns that it leaves in the table, and with all that came before computed anew in each turn. It should be right
in every turn. Then models forget what cases say that somebody might forget, until so many turns were wrong: each error
should have the class that it was planted as, and the analyst's label where it is its own alone.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from inspect_ai.model import ChatMessage

from company.benchmark.reading import Benchmark, read_benchmark
from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.conversation.record import Round, Talk, talks
from company.sandbox import LocalSandbox, Sandbox
from tests.support.conversing import Say, handing_in, held
from tests.support.planted import expected, planted


def plainly(turn: Round, talk: Talk) -> list[str]:
    """The record's code, after a look at the table."""
    return ["```python\nprint(df.head(3))\n```", handing_in(solution(turn.reference))]


def in_a_scope(turn: Round, talk: Talk) -> list[str]:
    """The record's code in a scope of its own, beside a column that stays in the table."""
    column = f"df['row_at_{turn.number}'] = range(len(df))"
    return [handing_in(f"{column}\n{_scoped(solution(turn.reference), turn)}")]


def from_scratch(turn: Round, talk: Talk) -> list[str]:
    """All code of the record up to here, in a scope that knows nothing else."""
    code = f"{turn.history}\n{solution(turn.reference)}"
    return [handing_in(_scoped(code, turn, around="{}"))]


def _scoped(code: str, turn: Round, around: str = "dict(globals())") -> str:
    names = [*turn.remade, *(name for name, kind in turn.wanted if kind != "plot")]
    taken = "\n".join(f"{name} = scope[{name!r}]" for name in dict.fromkeys(names))
    return f"scope = {around}\nexec({code!r}, scope)\n{taken}\ndel scope"


SHARE = 0.5
"""Of the turns that can go wrong by themselves, how many do."""
STYLES = (plainly, in_a_scope, from_scratch)


@dataclass
class Careful:
    """A model that is right, in a style of its own: replies are dealt out turn by turn."""

    replies: Mapping[int, list[str]]

    def say(self, turn: int, messages: Sequence[ChatMessage]) -> str:
        """The next reply of a turn."""
        return self.replies[turn].pop(0) if self.replies[turn] else "DONE"


@dataclass
class Told:
    """What came of planted errors."""

    wrong: int = 0
    right_class: int = 0
    unclear: int = 0
    labels: int = 0
    right_label: int = 0
    classes: Counter[str] = field(default_factory=Counter)


async def careful(content: Benchmark, sandbox: Sandbox) -> None:
    """Have each dialogue held in each style, and print who is wrong where."""
    for style in STYLES:
        right = turns = 0
        for talk in talks(content):
            model = Careful({each.number: style(each, talk) for each in talk.asked})
            found = await held(content, model.say, sandbox, of=talk.dialogue)
            checked = [line for line in found.lines if line.right is not None]
            turns, right = turns + len(checked), right + sum(bool(line.right) for line in checked)
            for line in checked:
                if not line.right:
                    print(f"  {talk.dialogue} · turn {line.turn} · {line.failure} · {line.lapse}")
        print(f"careful, {style.__name__}: {right} of {turns} turns right", flush=True)


async def forgetful(contents: Sequence[Benchmark], sandbox: Sandbox, most: int) -> None:
    """Have dialogues held by models that forget, until so many turns were wrong, and print what was made of them."""
    told = Told()
    chosen = [(content, talk) for content in contents for talk in talks(content)]
    for seed in count(1):
        content, talk = chosen[seed % len(chosen)]
        plan = planted(talk, seed, SHARE)
        say: Say = plan.say
        found = await held(content, say, sandbox, of=talk.dialogue)
        known = expected(talk, plan, found.lines)
        for line in found.lines:
            if line.turn not in known:
                continue
            whose, label = known[line.turn]
            told.wrong += 1
            told.classes[whose] += 1
            told.right_class += line.whose == whose
            told.unclear += line.whose == "unclear"
            told.labels += label is not None
            told.right_label += label is not None and line.lapse == label
            if line.whose != whose or label not in (None, line.lapse):
                print(f"  {talk.dialogue} · {line.turn} · planted {whose} {label}: {line.whose} {line.lapse}")
        print(f"{told.wrong} of {most}", flush=True)
        if told.wrong >= most:
            break
    print(f"planted: {told.wrong} wrong turns ({dict(told.classes)}) · class right {told.right_class} · ", end="")
    print(f"unclear {told.unclear} · label right {told.right_label} of {told.labels}")


async def main(folders: Sequence[Path], most: int, *, is_careful: bool) -> None:
    """Hold all dialogues, and print what came of it."""
    contents = [read_benchmark(folder) for folder in folders]
    async with LocalSandbox() as sandbox:
        for content in contents if is_careful else ():
            print(content.folder)
            await careful(content, sandbox)
        if most:
            await forgetful(contents, sandbox, most)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="BENCHMARK")
    parser.add_argument("--planted", type=int, default=200, help="wrong turns; 0: none")
    parser.add_argument("--careful", action=argparse.BooleanOptionalAction, default=True, help="hold careful ones, too")
    words = parser.parse_args()
    asyncio.run(main(words.folders, words.planted, is_careful=words.careful))
