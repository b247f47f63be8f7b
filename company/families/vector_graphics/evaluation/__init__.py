"""Asking models about drawings, and judging what they answer and draw."""
