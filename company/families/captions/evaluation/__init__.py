"""Raters of captions: how they are asked, what they say, and how that goes with people and with truth."""
