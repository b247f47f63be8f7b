"""The Tapilot family: multi-turn data analysis over one table, as stages from the table to the cases."""
