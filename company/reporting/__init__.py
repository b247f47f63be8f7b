"""What came of a run, where people look: one page that needs nothing else, and dialogues as chats in a terminal.

`runs` gathers the figures, `chats` the dialogues, `examples` chooses among them; `pages` and `printing` show both. What
models wrote is hostile until it is shown: bounded, escaped, with marks for what hides (`company.showing`).
"""
