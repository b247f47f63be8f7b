"""The ledger: every model call is stored before its reply is used; asked again, it answers from the archive.

A call is known by a hash of (role, backend, model, messages, schema, parameters, attempt); pictures are in it by their
SHA-256, and the archive keeps their bytes once. The attempt counts equal
requests within one record, so that asking the same thing twice on purpose gives two answers, in any order of events.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from company.archive import Archive, Call, Topic
from company.console.tally import dollars
from company.errors import CallFailed, ConfigError, OutOfBudget
from company.models.protocol import Backend, Client, Picture, Price, Reply, Request, Usage
from company.records import Role

FAILED = Topic("failed", ("request",))
"""Requests whose calls failed for good: a run that is replayed fails at them, too."""
BLIND = Topic("blind", ("role",))
"""Roles whose models were found not to see, in stages that do without pictures then: a replay shows them none, too."""
BATCHES = Topic("batch", ("file",))
"""Batches that were sent, by the file of their calls: server, model, number, id, and the hashes of the calls."""
_LET_GO = 0.05
"""Seconds in which calls end that are not waited for."""
_SOME = Usage(prompt_tokens=1000, completion_tokens=1000)


@dataclass(frozen=True)
class Spent:
    """What calls have cost so far."""

    usd: float | None
    """None once any price is unknown."""
    calls: int
    under_way: int = 0

    def __add__(self, other: Spent) -> Spent:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        return Spent(usd, self.calls + other.calls, self.under_way + other.under_way)


@dataclass
class Fund:
    """What several runs may cost together."""

    cap_usd: float
    earlier: dict[Path, Spent] = field(default_factory=dict)
    """What runs had cost that have not begun now."""
    _ledgers: list[Ledger] = field(default_factory=list)

    def join(self, ledger: Ledger) -> None:
        """Count what a run spends from now on."""
        self.earlier.pop(ledger.archive.run, None)
        self._ledgers.append(ledger)

    @property
    def spent(self) -> Spent:
        """What all of them have come to."""
        return sum((*self.earlier.values(), *(each.spent for each in self._ledgers)), Spent(0.0, 0))


def _keep_within(cap_usd: float, spent: Spent, *, costs: bool) -> None:
    """Raise OutOfBudget when one more call, if calls cost anything, may go beyond a cap."""
    if spent.usd is None:
        raise OutOfBudget(
            f"the server did not say how many tokens a call had, so the cap of {dollars(cap_usd)} cannot be "
            "kept; what is done is kept. Take [budget] usd away to go on without a cap"
        )
    usual = spent.usd / spent.calls if spent.calls else 0.0
    ahead = usual * (1 + spent.under_way)
    if costs and (spent.usd >= cap_usd or spent.usd + ahead > cap_usd):
        raise OutOfBudget(
            f"spent {dollars(spent.usd)} of {dollars(cap_usd)} allowed, and a call costs {dollars(usual)} on "
            "average; raise [budget] usd, or --budget, and run again to go on"
        )


@dataclass
class Ledger:
    """All calls of a run, whoever answers them."""

    archive: Archive
    backends: Mapping[Role, Backend]
    cap_usd: float | None = None
    on_call: Callable[[Call, bool], None] = lambda call, replayed: None
    """Told of every call, when it is answered, and whether it was from the archive."""
    made: int = 0
    replayed: int = 0
    usd: float | None = 0.0
    """Spent by the run so far, earlier calls included; None once any price is unknown."""
    fund: Fund | None = None
    """Of several runs, which this one is among."""
    trying: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held over a call that many could make at once, and that is to be paid for once."""
    _paid: int = 0
    _costs: bool = False
    _under_way: dict[str, asyncio.Task[Call]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._paid, self.usd = self.archive.spent()
        prices = {role: backend.price(_SOME) for role, backend in self.backends.items()}
        self._costs = any(prices.values())
        for role, price in prices.items():
            if price is None and (self.cap_usd is not None or self.fund is not None):
                raise ConfigError(
                    f"[budget] usd is set, and the price of {self.backends[role].model!r} for the {role} is not known: "
                    "add usd_per_million = [read, written] to [model], or take the cap away"
                )
        if self.fund is not None:
            self.fund.join(self)

    def desk(self, role: Role, stage: str, record: str, trial: int = 0) -> Desk:
        """Return the client that a role uses for one record, the first time or after this number of failures."""
        return Desk(self, self.backends[role], role, stage, record, trial)

    def check_budget(self) -> None:
        """Raise OutOfBudget when one more call may go beyond a cap, with those that are under way."""
        if self.cap_usd is not None:
            _keep_within(self.cap_usd, self.spent, costs=self._costs)
        if self.fund is not None:
            _keep_within(self.fund.cap_usd, self.fund.spent, costs=self._costs)

    @property
    def spent(self) -> Spent:
        """What the run has come to."""
        return Spent(self.usd, self._paid, len(self._under_way))

    async def paid(self, key: str, make: Callable[[], Awaitable[Call]], pictures: Sequence[Picture] = ()) -> Call:
        """Return the call that `make` makes, stored with its pictures, or the same one that is under way already.

        It is made to its end even when nobody waits for it any more.
        """
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.ensure_future(self._booked(make, pictures))
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._under_way.pop(key))
        return await asyncio.shield(task)

    def is_under_way(self, key: str) -> bool:
        """Return whether a call is being made, and so is paid for."""
        return key in self._under_way

    def count(self, *, made: int, replayed: int) -> None:
        """Count calls that cost nothing and were made and stored elsewhere, and those that were looked up there."""
        self.made += made
        self._paid += made
        self.replayed += replayed

    async def _booked(self, make: Callable[[], Awaitable[Call]], pictures: Sequence[Picture]) -> Call:
        call = await make()
        self.archive.put_call(call, {picture.digest: picture.png for picture in pictures})
        self.made += 1
        self._paid += 1
        self.usd = None if self.usd is None or call.usd is None else self.usd + call.usd
        self.on_call(call, False)
        return call

    async def close(self, tell: Callable[[str], None] = lambda line: None) -> None:
        """Wait for the calls that are under way, which are paid for, and let go of the servers."""
        clients = {id(backend.client): backend.client for backend in self.backends.values()}.values()
        for client in clients:
            client.hang_up()
        for backend in self.backends.values():
            if backend.later is not None:
                backend.later.hang_up()
        if self._under_way:  # but for those that were let go of just now
            await asyncio.wait(self._under_way.values(), timeout=_LET_GO)
        if self._under_way:
            tell(f"waiting for {len(self._under_way)} model calls that are paid for; interrupt again to lose them")
            await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        for client in clients:
            await client.close()


def batches_left(archive: Archive) -> dict[str, int]:
    """Return the batches that were sent and not taken up: id, or file as long as it has none → calls to come."""
    if not (sent := archive.facts(BATCHES)):
        return {}
    settled = archive.answered() | {request for (request,) in archive.facts(FAILED)}
    latest: dict[str, str] = {}
    for (file,), told in sorted(sent.items(), key=lambda fact: int(fact[1]["number"])):
        latest |= dict.fromkeys(told["requests"], str(told["id"] or file))
    return dict(Counter(batch for key, batch in latest.items() if key not in settled))


@dataclass
class Desk(Client):
    """A client bound to one role, stage and record; answers from the archive where it can."""

    ledger: Ledger
    backend: Backend
    role: Role
    stage: str
    record: str
    trial: int = 0
    _asked: Counter[str] = field(default_factory=Counter)

    async def reply(self, request: Request) -> Reply:
        """Return the reply to a request, stored before it is returned.

        Raises BackendError, OutOfBudget or CallFailed.
        """
        return await self.answered(self._key(request), request)

    async def answered(self, key: str, request: Request) -> Reply:
        """Return the reply to a request that the ledger knows by `key`. Raises as `reply` does."""
        if (stored := self.ledger.archive.call(key)) is not None:
            self.ledger.replayed += 1
            self.ledger.on_call(stored, True)
            return _reply(stored, cached=True)
        return await self.made(key, request)

    async def made(self, key: str, request: Request) -> Reply:
        """Return the reply to a request that is not stored. Raises as `reply` does."""
        if key in self.backend.failed:
            raise CallFailed(f"this call to {self.backend.model} failed when it was recorded, and so it does again")
        later = self.backend.later if self.backend.later and self.backend.later.takes(self.stage) else None
        is_paid = self.ledger.is_under_way(key) or (later is not None and later.sent(key, self.ledger.archive))
        if not is_paid:
            self.ledger.check_budget()

        async def make() -> Call:
            if later is not None:
                return self._call(key, request, await later.reply(key, request, self.ledger.archive), later.price)
            return self._call(key, request, await self.backend.client.reply(request), self.backend.price)

        try:
            return _reply(await self.ledger.paid(key, make, request.pictures), cached=False)
        except CallFailed:
            self.ledger.archive.put_fact(FAILED, key, content=True)
            raise

    def _key(self, request: Request) -> str:
        asked = [self.role, *self.backend.identity, request.written, request.schema, dict(request.parameters)]
        same = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        self._asked[same] += 1
        attempt = f"{same} {self.record} {self.stage} {self.trial} {self._asked[same]}"
        return hashlib.sha256(attempt.encode()).hexdigest()

    def _call(self, key: str, request: Request, reply: Reply, price: Price) -> Call:
        usage = reply.usage
        return Call(
            request=key,
            role=self.role,
            stage=self.stage,
            record=self.record,
            backend=self.backend.name,
            model=self.backend.model,
            messages=request.written,
            reply=reply.text,
            finish_reason=reply.finish_reason,
            prompt_tokens=usage.prompt_tokens if usage.known else None,
            completion_tokens=usage.completion_tokens if usage.known else None,
            cached_tokens=usage.cached_tokens,
            reasoning_tokens=usage.reasoning_tokens,
            usd=price(usage),
        )


def _reply(call: Call, *, cached: bool) -> Reply:
    known = call.prompt_tokens is not None and call.completion_tokens is not None
    usage = Usage(
        call.prompt_tokens or 0, call.completion_tokens or 0, call.cached_tokens, call.reasoning_tokens, known
    )
    finish: Any = call.finish_reason
    return Reply(call.reply, finish, usage, cached=cached)
