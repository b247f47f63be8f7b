"""What a new scenario says of captions, below its table."""

from __future__ import annotations

OWN = """\
[captions]
figures = ["drawn"]      # drawn by the run; and "dialogues" for those of runs = [...]; docs/captions.md has more
# runs = []              # folders of runs of dialogues over the same table
# charts = ["line"]      # kinds of chart that are wanted; others come in as planted errors alone
unmentioned = 0.19       # share of the figures that no paragraph mentions
spoiled = 0.12           # share of the captions with an error: cut pictures and texts, other charts, two panels
twins = 1                # captions of a figure that get a twin with one untruth
# examples = 3           # sets that lend the few-shot captions, and are never scored
corrections = 3          # times that the chatbot may correct code that draws no figure

[targets]
ranking = 20             # a figure, its paragraphs, six captions, a twin; docs/captions.md says what is asked
detection = 20           # which of four captions is untrue?

"""
