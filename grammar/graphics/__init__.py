"""What the built-in company says about drawings: what to draw, what to ask, and what it sees.

`meanings` says what themes are called, used for and about; `tasks` are the entries of the client's table.
"""
