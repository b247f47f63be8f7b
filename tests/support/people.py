"""A client as the brief of later stages has one, invented by the built-in company."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from company.screening.flags import NOTHING
from company.screening.invented import identities
from grammar import personas


def invented(
    table: Mapping[str, Any], chance: random.Random, colleagues: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Return the next client after these colleagues."""
    who = next(islice(identities("tests", NOTHING, ()), len(colleagues), None))
    client = {"name": who.name, "location": who.location, "pronoun": who.pronoun}
    return {**client, **personas.invent_persona({"table": table, "client": client, "colleagues": colleagues}, chance)}
