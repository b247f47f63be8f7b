"""Whole dialogues held with a model, which keeps its own state; every turn that has a case is checked."""
