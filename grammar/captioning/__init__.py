"""Figures, results sections and captions by the built-in company: `forms` says a claim in words and reads it back."""
