"""How a family's runs come about: what they begin from, their stages, and what a round asks for."""

from __future__ import annotations

import json
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from company.archive import Archive
from company.config import Settings
from company.records import Case, Record, Role

if TYPE_CHECKING:
    from company.run.stage import Stage

INTAKE = "intake"
"""What roots count as until a stage has made records of them; and the note of what a run took in when it began."""


@dataclass(frozen=True)
class Commission:
    """A piece of work that a round asks for. A family's own may say more than how large it is."""

    units: int
    """Its size in the units that cases are made of, such as turns, figures or sentences."""

    @property
    def kind(self) -> str:
        """The kind of work that it asks for, where categories are made from work of their own; else ""."""
        return ""

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> Commission:
        """Return the commission that was noted as JSON."""
        return cls(**noted)

    def as_json(self) -> dict[str, Any]:
        """Return the commission as it is noted and published."""
        return asdict(self)


@dataclass(frozen=True)
class Ration:
    """A kind of case of which a run accepts few, so that most are of another."""

    share: float
    """Of the wanted cases of a category."""
    reason: str
    """Why others of the kind are set aside, a clause."""
    least: int = 1
    """Cases of the kind that are let in, whatever their share."""

    def allowed(self, wanted: int) -> int:
        """Return how many cases of the kind there may be among those that are wanted."""
        return max(self.least, math.floor(self.share * wanted + 1e-9))


class Making(ABC):
    """The part of a family that a run asks."""

    commission: ClassVar[type[Commission]] = Commission
    """The type of what a round asks for."""
    runs_code: ClassVar[bool] = True
    """Whether stages run code, so that a run needs a sandbox."""
    settled: ClassVar[tuple[str, ...]] = ()
    """Kinds of record beside cases that nothing is built on: accepted as they are where people need not judge them."""
    previewed: ClassVar[Mapping[str, int]] = {}
    """Kinds of record that a preview ends with, and how many of each it makes; of all others it makes one."""
    units: ClassVar[str] = ""
    """The stage whose pieces of work are what a run is made of to people, and that is called as they are: dialogues."""
    staff: ClassVar[str] = ""
    """What prompts that say who a member of staff is are called by, such as admin_figures_role; "": admin_role."""

    def role_words(self, role: Role) -> str:
        """Return the name of the prompt that says who plays a role in its runs."""
        return "_".join(filter(None, (role, self.staff, "role")))

    @property
    @abstractmethod
    def stages(self) -> Sequence[Stage]:
        """Its stages, in the order of a record's life."""

    @abstractmethod
    def roots(self, settings: Settings, archive: Archive, say: Callable[[str], None]) -> Sequence[Record]:
        """Return the records that all work begins from, the same ones each time for one run.

        `say` is told of what takes long. Raises ConfigError for what cannot be used, before anything is noted, and for
        what has changed since the run began.
        """

    def looked_at(self, settings: Settings, say: Callable[[str], None]) -> Sequence[str]:
        """Return lines on what a run would be made of, for `company check`; keeps nothing. Raises ConfigError."""
        return []

    def commissions(
        self, settings: Settings, units: int, chance: random.Random, *, first: bool
    ) -> Sequence[Commission]:
        """Return commissions with this number of units in all; `first` is whether it is the first round of a run."""
        return [self.commission(units)]

    def apart(self, settings: Settings, kind: str, units: int, chance: random.Random) -> Sequence[Commission]:
        """Return commissions of a kind of its own with this number of units in all."""
        raise NotImplementedError(f"no category is made from commissions of the kind {kind!r}")

    def candidates(self, settings: Settings) -> float:
        """Return the greatest multiple of the wanted units that may be asked for."""
        return 2.0

    def commission_of(self, record_id: str) -> int:
        """Return the number of the commission, from 1, that a record was made for."""
        return 1

    def identity(self, case: Case) -> Hashable:
        """Return the key by which two cases are the same case."""
        return json.dumps({key: value for key, value in case.entry.items() if key != "data_id"}, sort_keys=True)

    def likenesses(self, case: Case) -> Mapping[Hashable, str]:
        """Return keys of what a case asks for that none other of a run should, each with words, "asks the same as"."""
        return {}

    def ration(self, settings: Settings, case: Case) -> Ration | None:
        """Return what a run may hold few of, where a case is of it; None where it may hold any number."""
        return None

    def least(self, settings: Settings) -> Mapping[str, Mapping[str, int]]:
        """Return by category how many cases of each kind there have to be at the least; {} where any will do."""
        return {}

    def kind(self, case: Case) -> str:
        """Return of which kind in `least` a case is."""
        return ""

    def kind_foreseen(self, archive: Archive, category: str, record_id: str) -> str:
        """Return of which kind in `least` a case of a category would be that is made of a record."""
        return ""

    def places(self, archive: Archive, category: str, record_id: str) -> Mapping[str, float]:
        """Return the place of a record, from 0 to 1, among those of its kind, by its id, and the places of records
        beside it; {} where it is drawn by hash.

        So that the first ones of each kind are about as many as its share, and none is left out by chance.
        """
        return {}

    def worth(self, settings: Settings, archive: Archive, stage: Stage, record: Record) -> bool:
        """Return whether a stage may make of a record what is wanted; else it is left for a run that wants it."""
        return True

    def said(self, record: Record) -> tuple[str, str] | None:
        """Return what was asked and what came out, of a record that people who watch a run are shown; else None."""
        return None

    def rejected(self, archive: Archive) -> Iterator[dict[str, Any]]:
        """Yield every candidate that was lost: its `id`, `stage`, `reason`, and what there was of it."""
        for kind in archive.family.records:
            for record in archive.records(kind, ["rejected"]):
                yield {"id": record.id, "stage": record.stage, "reason": record.reason}

    def remedies(self, settings: Settings, archive: Archive) -> Sequence[str]:
        """Return what to change in the settings so that a run whose cases are not complete comes to more of them."""
        return ()

    def counted(self, rejected: Mapping[str, Any]) -> tuple[str, int]:
        """Return the reason that a lost candidate is counted for, and for how many it counts."""
        return rejected["reason"], 1

    def standing(self, archive: Archive) -> Mapping[str, Any]:
        """Return further figures of a run's status, as JSON."""
        return {}
