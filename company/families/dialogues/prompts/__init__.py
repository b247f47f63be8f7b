"""The words that models read of dialogues, and those of cases and cards."""
