"""What of a run people are asked about, whether they have decided, and what waits for their word.

Read `subjects.py` (what one question to a person is about), `selecting.py` (why it is asked), `gates.py` (what waits),
`grounds.py` (why it is asked once more).
People themselves, their queue and their forms are `human_review`'s.
"""

from company.reviewing.fingerprints import Fingerprints
from company.reviewing.gates import BUILT_ON, Gates, as_judged
from company.reviewing.grounds import AGAIN, Grounds, Other
from company.reviewing.noting import put_settings, settings_of
from company.reviewing.selecting import AUDIT, REST, why
from company.reviewing.subjects import NOT_STALE, REVIEWED, TOGETHER, WAITS, Subject, subject_of, subjects
from company.reviewing.words import in_words, waiting_text

__all__ = [
    "AGAIN",
    "AUDIT",
    "BUILT_ON",
    "NOT_STALE",
    "REST",
    "REVIEWED",
    "TOGETHER",
    "WAITS",
    "Fingerprints",
    "Gates",
    "Grounds",
    "Other",
    "Subject",
    "as_judged",
    "in_words",
    "put_settings",
    "settings_of",
    "subject_of",
    "subjects",
    "waiting_text",
    "why",
]
