"""A category of cases: one kind of question that a family asks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Category:
    """What all rooms may know of a category; how its cases are made and judged is the family's."""

    name: str
    """As `[targets]`, reports and loaders name it."""
    file: str
    """The file that holds its cases, in the family's folder of lines."""
    expected: float
    """Cases that one unit of a round's work can be expected to give, before anything is known of a run."""
    mode: str
    """Under which accuracies are grouped beside the category itself."""
    chosen: bool = False
    """Whether a case is answered by choosing among options."""
    apart: str = ""
    """The kind of commission that its cases are made from, where it is not the usual one."""
    shown: bool = False
    """Whether its cases are given to models as examples: they are asked, and scored, only where somebody names them."""
    in_order: bool = False
    """Whether a serial stage has to work on whole commissions, the first ones first, before cases are made of them."""
