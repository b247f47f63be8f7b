"""Kinds of result: captured from running code, compared by the paper's rules, shown, and checked by exported scripts.

Read `kinds` (what counts as a result), `capture` (value → JSON), `cells` (first rows of a table ↔ JSON), `rules` and
`drawing` (what is the same), `perturb` (what must not be), `exported` (the same rules as plain scripts), `columns`
and `operations` (what a table and a piece of code consist of). Nothing here imports pydantic or anything above the
standard library, numpy, pandas and matplotlib: these modules are preloaded where untrusted code runs.
"""
