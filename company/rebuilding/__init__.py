"""A published benchmark made whole, or made again: tables that could not be passed on, and every byte of the rest.

Read `fetching.py` (a table from its recipe), `work.py` (a run from what was published of it), `deciding.py` (what
people decided), `rebuilding.py` (all of it), `comparing.py` (what came out).
"""
