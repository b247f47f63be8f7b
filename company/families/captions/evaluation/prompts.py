"""The words that raters are asked with: the family's own, or those of a folder that a user gives."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

from company.errors import ConfigError
from company.prompts import prompt

WORDS: Mapping[str, tuple[str, ...]] = {
    "rater_zero_shot": ("figure", "given", "shown", "caption"),
    "rater_few_shot": ("figure", "given", "shown", "caption", "best", "worst"),
    "rater_questions": ("figure", "shown"),
    "rater_questions_yn": ("figure", "shown"),
    "rater_answers": ("figure", "caption", "questions"),
}
"""Each prompt with what can be filled in. A user's own has to use what it cannot do without."""
_NEEDED = ("caption", "questions")
_BLANK = re.compile(r"\n{3,}")


@dataclass(frozen=True)
class RaterPrompts:
    """The prompts of one evaluation."""

    folder: Path | None = None
    """A user's, with files such as `rater_zero_shot.md`; what it lacks is as usual."""

    def check(self) -> None:
        """Raise ConfigError for a folder that is not there or holds none, and for prompts that cannot be filled in."""
        if self.folder is None:
            return
        known = ", ".join(f"{name}.md" for name in WORDS)
        found = [name for name in WORDS if self._file(name).is_file()] if self.folder.is_dir() else []
        if not found:
            raise ConfigError(f"--prompts {self.folder}: there is no prompt in it; files are called {known}")
        strange = [each.name for each in sorted(self.folder.glob("rater_*.md")) if each.stem not in WORDS]
        if strange:
            raise ConfigError(f"--prompts {self.folder}: {strange[0]} is asked by nobody; files are called {known}")
        for name in found:
            template = Template(self._file(name).read_text(encoding="utf-8"))
            used = set(template.get_identifiers()) if template.is_valid() else {"$"}
            if unknown := sorted(used - {*WORDS[name]}):
                raise ConfigError(
                    f"{self._file(name)}: {unknown[0]!r} is nothing that can be filled in; there are "
                    f"{', '.join('$' + each for each in WORDS[name])}, and $$ for the sign itself"
                )
            if missing := [each for each in _NEEDED if each in WORDS[name] and each not in used]:
                raise ConfigError(f"{self._file(name)}: a rater has to be told ${missing[0]}; put it into the words")

    def say(self, name: str, **values: str) -> str:
        """Return a prompt, filled in."""
        if self.folder is not None and self._file(name).is_file():
            text = Template(self._file(name).read_text(encoding="utf-8")).substitute(values)
        else:
            text = prompt(name, **values)
        return _BLANK.sub("\n\n", text).strip()

    def _file(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}.md"
