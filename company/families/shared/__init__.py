"""What several families do alike: choices and their gate, a place to run code in, what prompts tell of a figure."""
