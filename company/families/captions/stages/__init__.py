"""The stages of captions, from the table to the cases; `making.STAGES` has their order."""
