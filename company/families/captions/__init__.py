"""Captions of figures (SciCap-Eval): paragraphs that mention them, six captions each, twins with one untruth."""
