"""Folders in the layouts of others, so that their programs run on our benchmarks, and our commands on theirs."""
