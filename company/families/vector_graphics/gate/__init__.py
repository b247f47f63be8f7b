"""The gate: what a case says is true of its drawing, and only its right answer is."""
