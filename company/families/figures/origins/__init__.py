"""Where originals are from that a run does not draw over a table: scripts, pictures, the figures of other runs."""
