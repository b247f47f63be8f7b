"""What a case of a dialogue is made of: the lines of its prompt, reference and check."""
