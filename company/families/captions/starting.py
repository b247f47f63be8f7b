"""A new scenario of captions: a commented simulation.toml to edit, beside a copy of the user's table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from company.families.dialogues.starting import TableStarting
from company.family.starting import Asked, Started, Starting

_PEOPLE = "[people]"
_MODEL = "[model]"
_OWN = """\
[captions]
unmentioned = 0.19       # share of the figures that no paragraph mentions
spoiled = 0.12           # share of the captions with an error: cut pictures and texts, other charts, two panels
twins = 1                # captions of a figure that get a twin with one untruth
corrections = 3          # times that the chatbot may correct code that draws no figure

[targets]
ranking = 20             # a figure, its paragraphs, six captions, a twin; docs/captions.md says what is asked
detection = 20           # which of four captions is untrue?

"""


class CaptionStarting(Starting):
    """Begins scenarios over a table, as those of dialogues begin; what is said of clients gives way to captions."""

    def new(self, folder: Path, asked: Asked, say: Callable[[str], None]) -> Started:
        """Write folder/simulation.toml, and say what the reader made of the table."""
        started = TableStarting().new(folder, asked, say)
        text = started.file.read_text(encoding="utf-8")
        before, _, rest = text.partition(_PEOPLE)
        started.file.write_text(before + _OWN + _MODEL + rest.partition(_MODEL)[2], encoding="utf-8")
        return started
