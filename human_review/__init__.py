"""People calibrate what the company wrote: two verdicts for each item, given blindly, then agreement or adjudication.

Read `verdicts.py` (what a person can say), `store/` (who judges what, and nothing is lost), `queueing/` (from a run's
archive to the queue and back), `agreement.py` (how far verdicts can be trusted).
"""
