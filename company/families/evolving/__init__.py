"""Analyses that evolve: what was agreed changes, and later turns depend on it."""
