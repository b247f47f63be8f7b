"""Figures and how sure they are: shares, correlations and their intervals, over items that come in clusters."""
