"""Figures that the built-in company draws, says in words, and draws again from the words alone."""
