"""The words that models read of drawings, questions and captions."""
