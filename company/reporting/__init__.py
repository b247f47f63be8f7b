"""What came of a run, where people look: one page that needs nothing else, and records and cases in a terminal.

`telling` is what is asked of a family; `funnel` and `runs` gather the figures, `pages`, `printing` and `terminal` show
them. What models wrote is hostile until it is shown: bounded, escaped, with marks for what hides (`company.showing`).
"""
