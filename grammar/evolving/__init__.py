"""Analyses that evolve: terms agreed by name, what is asked with them, and the words of each turn.

`catalogue` has all terms that a table allows, `agreeing` takes those that are wanted, `asking` writes what turns ask for,
`telling` says it. Wording lies in `words/evolving.toml`.
"""
