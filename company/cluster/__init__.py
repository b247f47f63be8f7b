"""Work on many machines: Ray runs it, PostgreSQL holds it, and one process asks the models.

`workforce` hands the units of a run to workers, `worker` does them there, `messages` is what the two say to each other,
`desks` has a worker's staff ask the process that holds the run. Ray is imported where it is first used.
"""
