"""What the process that holds a run and its workers say to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from company.archive.place import Place
from company.benchmark.publishing.versions import Versions
from company.config import Layer, Settings
from company.errors import CompanyError
from company.models.protocol import Reply, Request
from company.records import Record, Role
from company.run.making import Commission


@dataclass(frozen=True)
class Player:
    """Who plays a role, as far as work depends on it: who is asked sits elsewhere."""

    name: str
    model: str
    note: str
    parameters: Mapping[str, Any]
    failed: frozenset[str]
    vision: bool | None


@dataclass(frozen=True)
class Told:
    """All that a worker has to know of a run."""

    settings: Settings
    versions: Versions
    """Of all that decides the bytes of a benchmark: a worker's have to be the same."""
    place: Place
    password: str | None = field(repr=False)
    """Of the database, where one was given with its address."""
    fence: int
    hand: str
    """What the worker is known as, there and to whoever holds the run."""
    players: Mapping[Role, Player]


@dataclass(frozen=True)
class Ready:
    """A worker can begin; this is what its code runs behind."""

    layers: Mapping[Layer, str]
    forks: bool


@dataclass(frozen=True)
class Unit:
    """A piece of work: a stage at a record."""

    number: int
    stage: int
    """Its place among those of the family: several may be called the same."""
    record: Record
    before: str
    reach: int | None


@dataclass(frozen=True)
class Made:
    """A unit has come to a record, which is stored."""

    unit: int
    record: Record


@dataclass(frozen=True)
class Ended:
    """A unit has come to its end; `problem` is what was raised where it is not done."""

    unit: int
    problem: BaseException | None


@dataclass(frozen=True)
class Asked:
    """A model is to be asked, for a call that is not stored."""

    number: int
    """By which the worker knows the question."""
    key: str
    role: Role
    stage: str
    record: str
    trial: int
    request: Request


@dataclass(frozen=True)
class Said:
    """Something for whoever watches: a method of `Progress`, and what it is given."""

    what: str
    given: Sequence[Any] = ()


@dataclass(frozen=True)
class Counted:
    """Calls that the worker made of the built-in company, and those that it found stored, since it last said so."""

    made: int
    replayed: int


Event = Made | Ended | Asked | Said | Counted
Answer = Reply | CompanyError
Commissions = Sequence[Commission]
