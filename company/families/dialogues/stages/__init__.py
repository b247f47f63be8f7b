"""The stages of dialogues, from the table to the cases; `making.STAGES` has their order."""
