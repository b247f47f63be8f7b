"""Figures that are drawn from a request and data, and how far they show what was asked for."""
