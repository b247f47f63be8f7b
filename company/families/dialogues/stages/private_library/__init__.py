"""The private library: a dialogue's code is rewritten onto functions of the company's own (paper, 3.3 and figure 13).

The library grows from dialogue to dialogue, in the order of their ids: staff use what is there and propose what is
missing. A rewrite counts when its text will do (`checking`) and it gives the same results where the turn stood.
"""

from company.families.dialogues.stages.private_library.evolving import STAGE as STAGE
