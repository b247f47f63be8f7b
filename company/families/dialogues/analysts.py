"""What forgetful analysts are called: the labels of what they take otherwise.

Apart from records, so that what runs in the sandbox has them without loading those.
"""

from __future__ import annotations

TODAY = "today's rules"
"""Who goes by today's rules where those of an old report have to be found."""
NEVER, LOST, KEPT, NEAREST = "never agreed", "convention lost", "convention kept", "nearest"
OLD, OLD_IN_BUILT, NEW_IN_BUILT = "old definition", "old in what was built", "new in what was built"
NOT_SUPPOSED, WHAT_IF_KEPT = "not supposed", "what-if kept"
NOT_BACK, ONE_STEP, ALL_BACK, ONLY_THIS = "not rolled back", "one step only", "everything back", "only this back"
PRESENT, ONE_FOR_BOTH = "present version", "one version for both"
UNCORRECTED, FROM_HERE, VOID = "uncorrected", "from here on only", "void version"
PLAIN, NO_EXCEPTION, SIBLING, UNAMENDED = "plain word", "without its exception", "sibling rule", "before amendment"
NOT_APPLIED, NONE_APPLIED = "standing rule not applied", "no standing rule applied"
MISAPPLIED = "rule of another scope"
STILL_HELD, STILL_OUT, BOTH_HELD, OLDER_PRIORITY = (
    *("rule kept that is out of force", "rule not put back", "rule does not give way", "older priority"),
)
COPYING, NEAREST_NAME, RESTATED, LATEST = "copying", "nearest name", "restated only", "latest of each kind"
"""Who keeps nothing of what was agreed, and hopes to be right: no case is called hard that one of these has right."""
MULTIPLIED, DROPPED, OTHER_KEY = "rows multiplied", "unmatched dropped", "other key"
TIES_DROPPED, ACROSS, TOO_EARLY = "ties dropped", "across groups", "before choosing"
NEVER_RESET, OWN_ROW, ALONE, GAPS = "never reset", "own row counted", "rows alone", "gaps counted"
LAST_OUT, UNWEIGHTED, MEAN = "last one left out", "rows counted", "mean for median"
UNMATCHED, FIRST_ALONE, ONE_WAY = "unmatched overlooked", "first partner alone", "one direction alone"
SAME_DAY, LATER_TOO, HOWEVER_OLD = "same day left out", "later ones too", "however old"
SLIPS = (
    *(TIES_DROPPED, ACROSS, TOO_EARLY, NEVER_RESET, OWN_ROW, ALONE, GAPS, LAST_OUT, UNWEIGHTED, MEAN),
    *(UNMATCHED, FIRST_ALONE, ONE_WAY, SAME_DAY, LATER_TOO, HOWEVER_OLD),
)
"""Analysts who remember a term and work it out wrongly."""
FIRST_OF_ALL, ONE_OFF, NEXT_NUMBER = "first of everything", "one term off", "next number"
"""Analysts who explain the number of an old report wrongly, or not at all."""
NOT_ASKED, GUESSED = "not asked", "another reading"
"""Analysts who do not ask for what is left open."""
LABELS = (
    *(NEVER, LOST, KEPT, NEAREST, OLD, OLD_IN_BUILT, NEW_IN_BUILT, NOT_SUPPOSED, WHAT_IF_KEPT, NOT_BACK, ONE_STEP),
    *(ALL_BACK, ONLY_THIS, PRESENT, ONE_FOR_BOTH, UNCORRECTED, FROM_HERE, VOID),
    *(PLAIN, NO_EXCEPTION, SIBLING, UNAMENDED, NOT_APPLIED, NONE_APPLIED, MISAPPLIED),
    *(STILL_HELD, STILL_OUT, BOTH_HELD, OLDER_PRIORITY),
    *(MULTIPLIED, DROPPED, OTHER_KEY),
    *(TODAY, FIRST_OF_ALL, ONE_OFF, NEXT_NUMBER),
    *(NOT_ASKED, GUESSED),
    *SLIPS,
)
"""The forgetful analysts, as reports name them."""
