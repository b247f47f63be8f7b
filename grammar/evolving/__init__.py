"""Analyses that evolve: terms agreed by name, what is asked with them, and the words of each turn.

`catalogue` has all terms that a table allows, with values from `ranges`: of single rows, of rows in their `ordered`
course, `relative` to their group, and `joined` with another table's; `agreeing` takes those that are wanted.
`asking` writes what turns ask for: `computing` its code, of `figures` that are told in one of the forms of `forming`;
`linking` says how it goes on from `earlier` results, `naming` what its own is called, and `about` is its words.
`telling` says whole turns. Wording lies in `words/evolving.toml`.
"""
