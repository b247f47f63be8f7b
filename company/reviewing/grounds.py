"""Why people are asked about a case again: what models came to, without their names, or somebody's wish.

All of it may be a stranger's text: it is bounded here, and escaped where it is shown.
"""

from __future__ import annotations

from pydantic import Field

from company.records import Frozen

AGAIN = "recheck"
"""Why an item that was sent back stands where it stands."""
MOST_CODE = 4_000
"""Characters of a model's code that are kept."""
MOST_OTHERS = 3
"""Other outcomes that are told of one case."""
MOST_WORDS = 1_000
"""Characters of what somebody says to it."""
MOST_CASES = 8
"""Cases of one turn whose grounds are told with it."""


class Other(Frozen):
    """What some models came to, and the reference did not."""

    models: int = Field(ge=1)
    letter: str = Field(default="", max_length=8)
    """Of a choice."""
    code: str = Field(default="", max_length=MOST_CODE)
    """The shortest that came to it; empty for a choice."""
    left_out: int = Field(default=0, ge=0)
    """Characters of the code beyond `MOST_CODE`."""
    differs: str = Field(default="", max_length=MOST_WORDS)
    """How it differs from the reference's, such as "dataframe: other values"."""


class Grounds(Frozen):
    """Why one case is to be judged again."""

    data_id: str = Field(max_length=500)
    models: int = Field(default=0, ge=0)
    """That answered it; 0 where none was asked."""
    right: int = Field(default=0, ge=0)
    """Of these, the ones that agree with the reference."""
    suspicions: tuple[str, ...] = Field(default=(), max_length=8)
    """As `company report` tells them."""
    others: tuple[Other, ...] = Field(default=(), max_length=MOST_OTHERS)
    """The most frequent ones, those of most models first."""
    named: bool = False
    """Somebody asked for this case by its data_id."""
    because: str = Field(default="", max_length=MOST_WORDS)
    """What that person said to it."""

    @property
    def seen(self) -> Grounds:
        """The grounds from models' answers alone, without anybody's wish: the same where the answers are the same."""
        return self.model_copy(update={"named": False, "because": ""})


def bounded(text: str, most: int) -> str:
    """Return the first characters of a text, up to a number, as any database and any page can take it."""
    return text[:most].encode("utf-8", "replace").decode("utf-8")
