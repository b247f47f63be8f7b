"""How people answer a question on a drawing before they see what is right: by a letter, from the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company.archive import Archive
from company.errors import ArchiveError
from company.families.shared.choices.lettered import letter_of_reference
from company.families.vector_graphics.ids import brief_of
from company.records import Record
from company.replay.before import Before
from company.reviewing import ByLetter, Given, Solving, Task
from company.sandbox import Sandbox
from company.showing.prose import blocks


class QuestionSolving(Solving):
    """Questions, with the picture in the place of the code."""

    template = "kinds/question.html"

    def task(self, body: Mapping[str, Any]) -> Task | None:
        """Return the question with its options; None of a drawing that is to be made, which is judged at once."""
        choice = body["entry"].get("choice")
        if not isinstance(choice, Mapping):
            return None
        options = tuple((str(each["letter"]), str(each["text"])) for each in choice["options"])
        return Task(blocks(str(choice["question"])), options, group=str(body["target"]), stateful=False)

    def beside(self, archive: Archive | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the question."""
        return {"question": str((body["entry"].get("choice") or {}).get("question", ""))}

    def messages(self, body: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return the prompt of the case."""
        messages: Sequence[Mapping[str, Any]] = body["entry"]["prompt_with_hist_json"]
        return messages

    def pictured(self, body: Mapping[str, Any]) -> bool:
        """Return that people are shown the picture."""
        return True

    def before(self, archive: Archive, record: Record) -> Before:
        """Raise ArchiveError: no question is answered by running code."""
        raise ArchiveError(f"{record.id} is answered by a letter; there is no state to run code on")

    async def right(
        self, archive: Archive | None, sandbox: Sandbox | None, body: Mapping[str, Any], given: Given
    ) -> bool | None:
        """Return whether the letter is the right one; None of anything else."""
        if not isinstance(given, ByLetter):
            return None
        return given.letter == letter_of_reference(body["entry"]["reference_answer"])


def pictures(archive: Archive, body: Mapping[str, Any], sibling: int | None) -> Sequence[bytes]:
    """Return the picture of the drawing that a case is about."""
    return archive.figures(f"{brief_of(str(body['id']))}.drawing") if sibling is None and "id" in body else []
