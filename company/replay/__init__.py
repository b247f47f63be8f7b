"""The state before a record, made again by running what came before; and a person's code, run there.

Read `before.py` (a state, as what makes it again), `code.py` (what a family says of the code of its records),
`runner.py` (code is run, and states are kept for a while), `rerun.py` (what comes after a changed record).
"""
