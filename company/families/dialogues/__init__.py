"""The dialogues of Tapilot-Crossing: multi-turn data analysis over one table, and ten categories of cases from it."""
