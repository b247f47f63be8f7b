"""How runs and cases of dialogues are shown: as chats, beside what is published of real ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TextIO, cast

from company.archive import Archive
from company.benchmark.reading import Benchmark
from company.errors import ArchiveError
from company.evaluation.page import Page
from company.families.dialogues.body.bodies import NEEDS_HISTORY
from company.families.dialogues.body.difficulty import DEEP, DIFFICULTY
from company.families.dialogues.lost import LEVELS_MADE, PATTERNS_MADE
from company.families.dialogues.records import Case as DialogueCase
from company.families.dialogues.records import Turn
from company.families.dialogues.telling.chats import Chat, by_turn, chat
from company.families.dialogues.telling.examples import examples, named, under_way
from company.families.dialogues.telling.unwritten import unwritten
from company.family.category import Category
from company.records import USABLE, Case
from company.reporting.pictures import Picture
from company.reporting.printing import Place
from company.reporting.telling import EXAMPLES, Telling
from company.reporting.views import CaseView
from company.showing import shown
from company.tables.record import Table

_LONG = 1_000


class Chats(Telling):
    """Dialogues as chats, cases with what was said before them."""

    page = Page("company.families.dialogues.telling", "dialogues")
    kinds: ClassVar[Mapping[str, str]] = {
        "persona": "personas",
        "scenario": "scenarios",
        "plan": "plans",
        "dialogue": "dialogues",
        "turn": "turns",
        "rewording": "rewordings",
        "library": "private functions' libraries",
        "rewrite": "rewrites",
    }
    made_by: ClassVar[Mapping[str, str]] = {
        "personas": "persona",
        "scenarios": "scenario",
        "plans": "plan",
        "dialogues": "turn",
        "rewordings": "rewording",
        "private_library": "rewrite",
        "cases": "normal",
        "private_cases": "private",
    }
    ids = re.compile(r"\b\w+\.p\d+(\.\w+)+")
    noun = "dialogues"
    exhausted = "no candidate was lost, and no more turns may be tried ([dialogues] candidates allows more)"

    def answered_by(self, category: Category) -> str:
        """Return "choosing" or "code"."""
        return "choosing" if category.chosen else "code"

    def figures(self, archive: Archive, cases: Sequence[Case]) -> dict[str, Any]:
        """Return counts of dialogues and turns, and the statistics of the benchmark that the cases would make."""
        from company.families.dialogues.statistics.stats import stats_of

        turns: list[Turn] = archive.records("turn", USABLE)
        content = unwritten(archive, cast(Sequence[DialogueCase], cases))
        return {
            "tables": [_table(each) for each in archive.records("table", USABLE)],
            "held": len(archive.records("dialogue", USABLE)),
            "turns": len(turns),
            "corrected": sum(any(not each.execution.ok for each in turn.attempts) for turn in turns),
            "without_code": sum(turn.code is None for turn in turns),
            "stats": None if content is None else stats_of(content),
        }

    def remarks(self, status: Mapping[str, Any]) -> list[str]:
        """Return remarks on drafts of plans that clients objected to, and on what cases need and take."""
        lines = []
        drafts, history = status.get("drafts"), status.get(NEEDS_HISTORY)
        if drafts and drafts["read"]:
            lines.append(f"plans: clients objected to {drafts['objected']:,} of {drafts['read']:,} drafts")
        if history and history["told"]:
            lines.append(f"code cases: {history['needing']:,} of {history['told']:,} need their history")
        if (depth := status.get(DIFFICULTY)) and depth["told"]:
            lines.append(f"depth: {depth['deep']:,} of {depth['told']:,} cases are deep ({DEEP})")
        if levels := status.get(LEVELS_MADE):
            told = ", ".join(f"{number:,} {level}" for level, number in levels.items())
            lines.append(f"evolving cases by level: {told}")
        if patterns := status.get(PATTERNS_MADE):
            told = ", ".join(f"{name} {each['cases']:,} of {each['turns']:,}" for name, each in patterns.items())
            lines.append(f"evolving cases by pattern, of turns: {told}")
        return lines

    def examples(self, archive: Archive, ids: Sequence[str], most: int = EXAMPLES) -> Sequence[Chat]:
        """Return the dialogues or turns of these ids, else dialogues that show variety; a case's id means its turn."""
        made = by_turn(archive.records("case"))
        if ids:
            chosen = [named(archive, each, made) for each in ids]
        else:
            chosen = [(each, None) for each in examples(archive, made, most)]
        return [chat(archive, dialogue, made, turn) for dialogue, turn in chosen]

    def contents(self, example: Chat) -> dict[str, Any]:
        """Return a summary of the content of a dialogue."""
        return {
            "id": example.id,
            "register": example.register,
            "turns": len(example.turns),
            "holds": example.contents,
        }

    def pictures(self, example: Chat) -> Iterable[tuple[str, Picture]]:
        """Return the pictures that its turns have drawn."""
        return ((turn.id, turn.drawn) for turn in example.turns if turn.drawn is not None)

    def example(self, archive: Archive, record: str | None) -> Chat:
        """Return the dialogue or turn of this id, else a dialogue with much to see; a case's id means its turn."""
        found = self.examples(archive, () if record is None else (record,), 1)
        if not found:
            raise ArchiveError(f"{archive.run} has no dialogue yet; `company status {archive.run}` tells how far it is")
        return found[0]

    def print_example(self, example: Chat, place: Place, stream: TextIO) -> None:
        """Print a dialogue; of a single turn of one, its cases as well as they are."""
        from company.families.dialogues.telling.printing import print_chat

        print_chat(example, place, stream)

    def print_preview(self, archive: Archive, place: Place, stream: TextIO) -> None:
        """Print the dialogue as far as it is; where none has begun, what was made for it."""
        if not (begun := under_way(archive) or archive.records("dialogue", USABLE)):
            super().print_preview(archive, place, stream)
        for each in begun:
            self.print_example(chat(archive, each, {}), place, stream)

    def view(self, content: Benchmark, category: str, line: Mapping[str, Any]) -> CaseView:
        """Return a case with what was said before, its options or its reference, and how it is judged."""
        from company.families.dialogues.telling.cases import view_of

        return view_of(content, category, line)

    def asked(self, line: Mapping[str, Any]) -> str:
        """Return the request, or the question, of a case."""
        from company.families.dialogues.telling.cases import asked_of

        return asked_of(line)

    def print_sample(self, content: Benchmark, stream: TextIO) -> None:
        """Print a question that was answered in a few turns, and the case that was made of the last one."""
        from company.families.dialogues.telling.cases import print_sample
        from company.families.dialogues.telling.samples import sample

        chosen = sample(content)
        if chosen is None:
            super().print_sample(content, stream)
        else:
            print_sample(content, chosen, stream)

    def stats(self, content: Benchmark) -> dict[str, Any]:
        """Return counts and how people speak, beside published figures."""
        from company.families.dialogues.statistics.stats import stats_of

        return stats_of(content)

    def stats_text(self, stats: Mapping[str, Any]) -> str:
        """Return the figures as text, two columns: ours and the published ones."""
        from company.families.dialogues.statistics.stats import stats_text

        return stats_text(stats).rstrip("\n")


def _table(table: Table) -> dict[str, Any]:
    counts = {"name": table.name, "rows": table.rows, "columns": len(table.columns)}
    words = {name: str(shown(getattr(table, name), _LONG)) for name in ("description", "licence", "source", "citation")}
    return {**counts, **words}
