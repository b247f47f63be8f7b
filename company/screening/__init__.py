"""What is looked at before words go on record (paper, section 10).

`flags` finds passages that a person should see: harmful, political or gender-biased ones, and words that try to
instruct whoever reviews them. `names` swaps people and places for invented ones of the same kind. Both work offline, by
rule: they overlook what no rule knows, and a flag is a question to a person, not a verdict. What they look for is data:
`listed` reads it.
"""
