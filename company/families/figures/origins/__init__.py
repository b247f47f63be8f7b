"""Where originals are from that a run does not draw over a table: scripts, and the figures of other runs."""
