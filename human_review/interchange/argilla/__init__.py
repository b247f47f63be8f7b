"""Argilla: records out, as Argilla 2 writes and reads a dataset on disk; responses back in, as verdicts.

asking      the fields that records show, and the questions about them
records     items as records, out
responses   what was answered there, in
"""
