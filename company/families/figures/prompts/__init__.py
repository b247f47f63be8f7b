"""The words that models read about figures."""
