"""Scores beside what people say: how they go together, how far they are apart, what a score is worth."""
