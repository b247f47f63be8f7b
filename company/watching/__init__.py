"""The company at work, in a browser, as it happens: read-only, and it costs the run nothing.

`following` reads what is new in a run, `contract` is what is asked of a family, `pieces` cuts the page into pieces that
are sent when they change, `app` answers browsers. They ask every few seconds for what is new since what they have: a
plain request that any proxy passes on, that ends, and that a server which was started anew answers as well.
"""
