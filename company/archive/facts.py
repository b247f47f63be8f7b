"""What a run notes of many subjects, a row for each: losses, trials, verdicts that were written."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sql

from company.archive.dialects import upsert
from company.archive.tables import FACTS, NOTES
from company.archive.topics import Topic


class Facts:
    """The part of an archive that keeps facts; older runs have them among their notes, from where they are read."""

    _engine: sql.Engine

    def facts(self, topic: Topic) -> dict[tuple[str, ...], Any]:
        """Return all facts of a topic by their subjects, in the order of these."""
        stored = sql.select(FACTS.c.subject, FACTS.c.content).where(FACTS.c.topic == topic.name)
        older = sql.select(NOTES.c.name, NOTES.c.content).where(
            NOTES.c.name.startswith(f"{topic.name} ", autoescape=True)
        )
        with self._engine.connect() as connection:
            noted = {tuple(row.name.split(" ")[1:]): row.content for row in connection.execute(older)}
            noted |= {tuple(json.loads(row.subject)): row.content for row in connection.execute(stored)}
        return {subject: json.loads(noted[subject]) for subject in sorted(noted)}

    def fact(self, topic: Topic, *subject: str) -> Any:
        """Return what is noted of a subject, or None."""
        stored = sql.select(FACTS.c.content).where(FACTS.c.topic == topic.name, FACTS.c.subject == topic.key(subject))
        older = sql.select(NOTES.c.content).where(NOTES.c.name == " ".join((topic.name, *subject)))
        with self._engine.connect() as connection:
            content = connection.execute(stored).scalar()
            content = connection.execute(older).scalar() if content is None else content
        return None if content is None else json.loads(content)

    def put_fact(self, topic: Topic, *subject: str, content: Any) -> None:
        """Note something (JSON) of a subject, in the place of what was noted of it."""
        text = json.dumps(content, sort_keys=True, ensure_ascii=False)
        row = {"topic": topic.name, "subject": topic.key(subject), "content": text}
        with self._engine.begin() as connection:
            upsert(connection, FACTS, row, ("topic", "subject"))

    def withdraw_fact(self, topic: Topic, *subject: str) -> None:
        """Take back what was noted of a subject, if something was."""
        if self.fact(topic, *subject) is None:  # to read is cheap
            return
        with self._engine.begin() as connection:
            connection.execute(
                sql.delete(FACTS).where(FACTS.c.topic == topic.name, FACTS.c.subject == topic.key(subject))
            )
            connection.execute(sql.delete(NOTES).where(NOTES.c.name == " ".join((topic.name, *subject))))
