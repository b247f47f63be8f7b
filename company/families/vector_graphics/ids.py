"""How records of vector graphics are called."""

from __future__ import annotations

import re

_PART = re.compile(r".*?\.r(\d+)")


def brief_id(source: str, commission: int, place: int) -> str:
    """Return the id of a brief: the commission and its place in it, both from 1."""
    return f"{source}.r{commission:02d}.{place:03d}"


def brief_of(record_id: str) -> str:
    """Return the brief that a record was made for."""
    return ".".join(record_id.split(".")[:3])


def place_in(record_id: str) -> int:
    """Return the place of a record's brief in its commission, from 1."""
    return int(brief_of(record_id).rpartition(".")[2])


def question_id(drawing: str, number: int) -> str:
    """Return the id of a question about a drawing; `number` says which of those about it, from 1."""
    return f"{brief_of(drawing)}.question{number if number > 1 else ''}"


def reading_id(question: str) -> str:
    """Return the id of the reading of a question."""
    return f"{brief_of(question)}.reading{number_in(question)}"


def number_in(record_id: str) -> str:
    """Return which of the questions about a drawing a record belongs to: "" of the first one, else "2", "3", …"""
    found = re.search(r"\d*$", record_id.rpartition(".")[2])
    return found[0] if found else ""


def commission_of(record_id: str) -> int:
    """Return the number of the commission that a record was made for."""
    found = _PART.match(record_id)
    return int(found[1]) if found else 1
