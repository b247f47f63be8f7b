"""What a new scenario says of dialogues, below its table."""

from __future__ import annotations

OWN = """\
[people]
# clients = 5      # people with questions, fewer where each would have too few turns; else as the targets need

[targets]
normal = 60        # accepted cases wanted; docs/categories.md has the other categories:
# private = 10           # code on the run's own library
# update_code = 10       # corrections
# insight_mining = 10    # what results mean for the decision
# registers = "both"     # every query in both registers
# depth = "deep"         # only cases that take much of what came before; see docs/categories.md

[dialogues]
statement_share = 0.3    # share of the turns in dialogues of few, formal turns; the others are chatty
history = 5              # earlier turns that a prompt shows
corrections = 3          # times that the chatbot may correct failing code
# candidates = 3.0       # at most this many times the wanted turns are tried; 15.0 where depth is "deep"
needs_history = 0.6      # at least this share of code cases needs what earlier turns made of the table

[gate]
# paraphrases = 3        # other ways to write each reference, made from the query alone, that must come to the same;
#                        # none where language models write, since each case costs a call more

"""
