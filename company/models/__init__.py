"""Models by name, and the ledger before them.

`protocol` says what a model is asked and what it replies; `registry` finds backends by name; `ledger` keeps every call.
"""
