"""What a judge is asked with: our own words, or those of a user's file, which a digest tells apart."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from string import Template

from company.errors import ConfigError
from company.prompts import prompt, words

OWN = "judge_figure"
_BLANK = re.compile(r"\n{3,}")
KNOWN = ("query", "drawn", "truth")
"""What can be filled in: the request, and which of the two pictures is the answer's and which the reference."""
_PLACES = ("first", "second")


@dataclass(frozen=True)
class JudgeWords:
    """The words of one judge."""

    text: str
    """With `$query`, `$drawn` and `$truth` for what is filled in."""
    source: str = ""
    """The name of the user's file; "" where the words are our own."""

    @classmethod
    def own(cls) -> JudgeWords:
        """Return the words of the family."""
        return cls(words(OWN))

    @classmethod
    def of_file(cls, file: Path) -> JudgeWords:
        """Return the words of a user's file. Raises ConfigError where it cannot be read or filled in."""
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"--judge-prompt {file} cannot be read ({error}); name a text file") from None
        template = Template(text)
        if not template.is_valid():
            raise ConfigError(f"--judge-prompt {file}: it has a $ that fills nothing in; write $$ for the sign itself")
        if unknown := sorted(set(template.get_identifiers()) - {*KNOWN}):
            raise ConfigError(
                f"--judge-prompt {file}: ${unknown[0]} is nothing that can be filled in; there are "
                f"{', '.join('$' + each for each in KNOWN)}, and $$ for the sign itself"
            )
        if not text.strip():
            raise ConfigError(f"--judge-prompt {file} is empty; write what the judge is to do")
        return cls(text, file.name)

    @property
    def digest(self) -> str:
        """What tells these words from others."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    @property
    def turnable(self) -> bool:
        """Whether they name the pictures by what is filled in, so that the two can change places."""
        return {"drawn", "truth"} <= {*Template(self.text).get_identifiers()}

    def say(self, query: str, *, drawn_first: bool) -> str:
        """Return the words, filled in."""
        drawn, truth = _PLACES if drawn_first else _PLACES[::-1]
        text = Template(self.text).substitute(query=query, drawn=drawn, truth=truth)
        return _BLANK.sub("\n\n", text).strip()


def again() -> str:
    """Return what is said to a judge whose reply held no score."""
    return prompt("judge_again").strip()
