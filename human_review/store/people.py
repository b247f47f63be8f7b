"""Who may judge: invitations, of whose tokens only the hash is kept."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import sqlalchemy as sql

from company.errors import ReviewError
from human_review.store.events import note
from human_review.store.sessions import end_all, hashed
from human_review.store.tables import REVIEWERS
from human_review.store.tokens import revoke_all
from human_review.store.values import Reviewer, ReviewerRole

LONGEST_SKILL = 40
"""Characters of a skill's name."""
LISTS = ("skills", "ahead", "groups")
"""What is stored of a reviewer as lines."""
AHEAD = ("kind", "category", "skill", "group")
"""What says of items that they come first for somebody."""
_LOCKED = sql.select(REVIEWERS).where(REVIEWERS.c.id == sql.bindparam("reviewer")).with_for_update(key_share=True)
"""Made once: SQLAlchemy takes longer to build these than the database to carry them out."""


def invite(
    connection: sql.Connection, now: float, name: str, role: ReviewerRole, groups: Sequence[str] | None = None
) -> str:
    """Return a new reviewer's token, told only once; a known name gets a new token and role, and the old ends.

    They are in these groups from now on; None: in those that they were in.
    """
    if not name.strip() or len(name) > 100:
        raise ReviewError("a reviewer needs a name of at most 100 characters; give one")
    token = secrets.token_urlsafe(32)
    row = {"role": role, "token_hash": hashed(token), "active": True, "invited": now}
    known = connection.execute(
        sql.update(REVIEWERS).where(REVIEWERS.c.name == name).values(row).returning(REVIEWERS.c.id)
    ).scalar()
    if known is None:
        statement = sql.insert(REVIEWERS).values(name=name, **row).returning(REVIEWERS.c.id)
        known = connection.execute(statement).scalar_one()
    else:
        end_all(connection, known)
        revoke_all(connection, now, known)
    note(connection, now, "invited", known, None, role=role)
    if groups is not None:
        group(connection, now, known, groups)
    return token


def group(connection: sql.Connection, now: float, reviewer: int, groups: Sequence[str]) -> None:
    """Have a reviewer be in these groups of people, and in no others."""
    told = tuple(dict.fromkeys(each.strip() for each in groups if each.strip()))
    row = sql.update(REVIEWERS).where(REVIEWERS.c.id == reviewer, REVIEWERS.c.groups != "\n".join(told))
    if connection.execute(row.values(groups="\n".join(told)).returning(REVIEWERS.c.id)).first() is not None:
        note(connection, now, "grouped", reviewer, None, groups=list(told))


def admit(connection: sql.Connection, now: float, name: str, role: ReviewerRole) -> Reviewer:
    """Return who is known by a name, with the role that they have; whoever is new gets this one.

    Raises ReviewError for one who was dismissed.
    """
    known = connection.execute(sql.select(REVIEWERS).where(REVIEWERS.c.name == name)).mappings().first()
    if known is None:
        invite(connection, now, name, role)  # the link is told to nobody: they come in another way
        known = connection.execute(sql.select(REVIEWERS).where(REVIEWERS.c.name == name)).mappings().one()
    if not known["active"]:
        raise ReviewError(f"{name} may not review any more; ask who runs the review")
    return _reviewer(known)


def dismiss(connection: sql.Connection, now: float, name: str) -> int:
    """End a reviewer's access, and return their number; their verdicts stay. Raises ReviewError for an unknown name."""
    statement = sql.update(REVIEWERS).where(REVIEWERS.c.name == name).values(active=False).returning(REVIEWERS.c.id)
    gone = connection.execute(statement).scalar()
    if gone is None:
        raise ReviewError(f"there is no reviewer {name!r}; look at the list of reviewers for the name")
    end_all(connection, gone)
    revoke_all(connection, now, gone)
    note(connection, now, "dismissed", gone, None)
    return int(gone)


def settle(connection: sql.Connection, now: float, wanted: Reviewer) -> None:
    """Keep what a reviewer knows, what share of all reviews they do at most, and what comes first for them.

    Raises ReviewError for what is no skill, no share, or says of no items that they come first, and for nobody.
    """
    skills, share, reviewer = wanted.skills, wanted.share, wanted.id
    known = tuple(dict.fromkeys(named(each) for each in skills if each.strip()))
    if share is not None and not 0 < share <= 1:
        raise ReviewError("a share is more than 0 and at most 100 % of all reviews; leave it out for as it comes")
    ahead = tuple(dict.fromkeys(wanted.ahead))
    for each in ahead:
        of, _, name = each.partition(":")
        if of not in AHEAD or not name.strip() or "\n" in name:
            raise ReviewError(f"{each!r} says of no items that they come first; give {', '.join(AHEAD)}, and which")
    told = {"skills": "\n".join(known), "share": share, "ahead": "\n".join(ahead)}
    found = sql.update(REVIEWERS).where(REVIEWERS.c.id == reviewer).values(told).returning(REVIEWERS.c.id)
    if connection.execute(found).first() is None:
        raise ReviewError(f"there is no reviewer {reviewer}; look at the list of reviewers")
    note(connection, now, "set up", reviewer, None, skills=list(known), share=share, ahead=list(ahead))


def named(skill: str) -> str:
    """Return a skill as it is compared: in lower case, on one line. Raises ReviewError for one that is too long."""
    found = " ".join(skill.split()).lower()
    if len(found) > LONGEST_SKILL:
        raise ReviewError(f"a skill or language has at most {LONGEST_SKILL} characters; say it in fewer")
    return found


def of_token(connection: sql.Connection, token: str) -> Reviewer:
    """Return the reviewer with this token. Raises ReviewError for one that is nobody's, or not any more."""
    row = connection.execute(sql.select(REVIEWERS).where(REVIEWERS.c.token_hash == hashed(token))).mappings().first()
    if row is None or not row["active"]:
        raise ReviewError("this invitation is not valid (any more); ask who runs the review for a new one")
    return _reviewer(row)


def everyone(connection: sql.Connection) -> list[Reviewer]:
    """Return all reviewers that were ever invited, in that order."""
    return [_reviewer(row) for row in connection.execute(sql.select(REVIEWERS).order_by(REVIEWERS.c.id)).mappings()]


def of_id(connection: sql.Connection, reviewer: int) -> Reviewer:
    """Return the reviewer of a number. Raises ReviewError where there is none."""
    row = connection.execute(sql.select(REVIEWERS).where(REVIEWERS.c.id == reviewer)).mappings().first()
    if row is None:
        raise ReviewError(f"there is no reviewer {reviewer}; ask who runs the review for an invitation")
    return _reviewer(row)


def locked(connection: sql.Connection, reviewer: int) -> Reviewer:
    """Return the reviewer, held until the transaction ends: what one person does is done one thing after the other.

    Raises ReviewError for one who is not there any more.
    """
    row = connection.execute(_LOCKED, {"reviewer": reviewer}).mappings().first()
    if row is None or not row["active"]:
        raise ReviewError(f"reviewer {reviewer} may not judge (any more); ask who runs the review for an invitation")
    return _reviewer(row)


def _reviewer(row: sql.RowMapping) -> Reviewer:
    told = {name: row[name] for name in ("id", "name", "role", "active", "share")}
    return Reviewer(**{**told, **lists_of(row)})


def lists_of(row: sql.RowMapping) -> dict[str, tuple[str, ...]]:
    """Return what is stored of a reviewer as lines."""
    return {name: tuple(row[name].split("\n")) if row[name] else () for name in LISTS}
