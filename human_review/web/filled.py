"""What stands in a form when its page comes: what was typed before, another's edit, or the proposal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from human_review.store import Draft
from human_review.verdicts import Answer, Choose, Edit, Keep, Rank, Reject, Said, Score


class Typed(str):
    """A field's value: what stands in it goes back as it is, so that pages do not mark what cannot be seen in it."""

    __slots__ = ()


@dataclass(frozen=True)
class Filled:
    """The values of fields, by name, over those of the proposal."""

    fields: Mapping[str, list[str]]
    record: Mapping[str, Any]
    """The proposal with what was changed in it."""

    def text(self, name: str, otherwise: object = "") -> Typed:
        """Return the value of a field."""
        found = self.fields.get(name)
        return Typed(found[0] if found else "" if otherwise is None else otherwise)

    def all(self, name: str) -> list[Typed]:
        """Return the values of fields of one name."""
        return [Typed(each) for each in self.fields.get(name, [])]

    def has(self, name: str, value: str) -> bool:
        """Return whether a box is ticked."""
        return value in self.fields.get(name, [])

    def ticked(self, name: str, value: str, otherwise: bool) -> bool:
        """Return whether a box of an edit is ticked: as it was left, where the edit was touched at all."""
        touched = any(each.startswith(name.rpartition(".")[0]) for each in self.fields)
        return self.has(name, value) if touched else otherwise

    def groups(self, prefix: str, there: int) -> range:
        """Return the numbers of a list's groups: those of the record, and one more to add to it."""
        numbers = [int(name.split(".")[2]) for name in self.fields if name.startswith(prefix + ".")]
        return range(max([there, *numbers]) + 1)


def filled(body: Mapping[str, Any], draft: Draft | None, start: Said | None = None) -> Filled:
    """Return a form with a draft in it, or with a verdict that somebody starts from, or as the company left it."""
    if start is not None:
        return _from(body, start)
    kept = draft.content.get("fields", {}) if draft is not None else {}
    fields = {str(name): [str(each) for each in values] for name, values in kept.items() if isinstance(values, list)}
    return Filled(fields, body)


def _from(body: Mapping[str, Any], said: Said) -> Filled:
    match said:
        case Edit():
            kept = {"keep": ["yes"]} if said.keep else {}
            return Filled({"verdict": ["edit"], **kept}, {**body, **said.changes})
        case Reject():
            fields = {"verdict": ["reject"], "reasons": list(said.reasons)}
        case Choose():
            fields = {"verdict": [f"option:{said.option}"]}
        case Keep():
            fields = {"verdict": ["keep" if said.keep else "drop"]}
        case Rank():
            places = {option: place for place, option in enumerate(said.order, start=1)}
            numbered = enumerate(body["options"])
            fields = {f"place.{number}": [str(places[option["id"]])] for number, option in numbered}
        case Answer():
            fields = {"verdict": [said.reply], "flags": list(said.flags)}
        case Score():
            fields = {"score": [f"{said.score:g}"]}
        case _:
            fields = {"verdict": [said.kind]}
    return Filled(fields, body)
