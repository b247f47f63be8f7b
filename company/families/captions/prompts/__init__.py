"""The words that models read of figures and captions."""
