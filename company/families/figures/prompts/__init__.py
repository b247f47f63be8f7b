"""The words that models read about figures to be drawn, as <role>_<purpose>.md."""
