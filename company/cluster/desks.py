"""A worker's ledger: what is stored it reads itself, and what is not it has the process that holds the run ask.

So a run's budget, its limits, its keys and its batches are in one place however many workers there are, and a reply
that is paid for is stored even where the worker that wanted it is gone. The built-in company alone answers where the
work is done: it costs nothing but time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from company.archive import Archive
from company.cluster.messages import Asked, Player
from company.config import BUILT_IN, Settings
from company.models.ledger import Desk, Ledger
from company.models.protocol import Backend, Client, Reply, Request, free
from company.models.registry import Backends
from company.records import Role

Asks = Callable[[Asked], Awaitable[Reply]]


class _Elsewhere(Client):
    """In the place of a model that another process asks."""

    async def reply(self, request: Request) -> Reply:
        """Raise AssertionError."""
        raise AssertionError("only desks ask it, and they ask the process that holds the run")


@dataclass
class WorkerLedger(Ledger):
    """The calls of a run, as one of its workers has them."""

    asks: Asks = field(kw_only=True)

    def desk(self, role: Role, stage: str, record: str, trial: int = 0) -> Desk:
        """Return the client that a role uses for one record."""
        here = self.backends[role].name == BUILT_IN
        return (Desk if here else _AskingDesk)(self, self.backends[role], role, stage, record, trial)


@dataclass
class _AskingDesk(Desk):
    async def made(self, key: str, request: Request) -> Reply:
        """Return the reply to a request, which is stored by then. Raises as a desk does."""
        assert isinstance(self.ledger, WorkerLedger)
        return await self.ledger.asks(Asked(0, key, self.role, self.stage, self.record, self.trial, request))


def worker_ledger(archive: Archive, settings: Settings, players: Mapping[Role, Player], asks: Asks) -> WorkerLedger:
    """Return the ledger of a worker in whose run these play the roles."""
    made = Backends(settings)
    backends = {role: made.of(role) if each.name == BUILT_IN else _backend(each) for role, each in players.items()}
    return WorkerLedger(archive, backends, asks=asks)


def player_of(backend: Backend) -> Player:
    """Return what workers have to know of a backend."""
    return Player(backend.name, backend.model, backend.note, dict(backend.parameters), backend.failed, backend.vision)


def _backend(player: Player) -> Backend:
    return Backend(
        name=player.name,
        model=player.model,
        client=_Elsewhere(),
        price=free,
        note=player.note,
        parameters=player.parameters,
        failed=player.failed,
        vision=player.vision,
    )
