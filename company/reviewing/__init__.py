"""What of a run people are asked about, whether they have decided, and what waits for their word.

Read `kinds.py` (what a family says of each kind of question), `subjects.py` (what one question to a person is about),
`questions.py` (where that is a part of a record),
`selecting.py` (why it is asked), `gates.py` (what waits), `grounds.py` (why it is asked once more), `solving.py` (how
people solve it first).
People themselves, their queue and their forms are `human_review`'s.
"""

from company.reviewing.fingerprints import Fingerprints, note_kept
from company.reviewing.gates import Gates, as_judged
from company.reviewing.grounds import AGAIN, Grounds, Other
from company.reviewing.kinds import Kinds, ReviewKind, executed_in, kind_of, kinds_of, kinds_of_run, whole
from company.reviewing.lineage import Key, Lineage
from company.reviewing.noting import put_settings, settings_of
from company.reviewing.questions import Question, Questions
from company.reviewing.selecting import AUDIT, REST, asked_of, asks, case_kind, overlap, why
from company.reviewing.solving import GIVEN, ByCode, ByLetter, GaveUp, Given, InWords, Solving, Task
from company.reviewing.subjects import (
    NOT_STALE,
    REVIEWED,
    UNDECIDED,
    WAITS,
    Subject,
    subject_of,
    subjects,
    undecided,
)
from company.reviewing.words import in_words, waiting_text

__all__ = [
    "AGAIN",
    "AUDIT",
    "GIVEN",
    "NOT_STALE",
    "REST",
    "REVIEWED",
    "UNDECIDED",
    "WAITS",
    "ByCode",
    "ByLetter",
    "Fingerprints",
    "Gates",
    "GaveUp",
    "Given",
    "Grounds",
    "InWords",
    "Key",
    "Kinds",
    "Lineage",
    "Other",
    "Question",
    "Questions",
    "ReviewKind",
    "Solving",
    "Subject",
    "Task",
    "as_judged",
    "asked_of",
    "asks",
    "case_kind",
    "executed_in",
    "in_words",
    "kind_of",
    "kinds_of",
    "kinds_of_run",
    "note_kept",
    "overlap",
    "put_settings",
    "settings_of",
    "subject_of",
    "subjects",
    "undecided",
    "waiting_text",
    "whole",
    "why",
]
