"""Figures of others, told by what they show of files, and drawn again from these words."""
