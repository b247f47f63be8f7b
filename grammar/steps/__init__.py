"""Every kind of analysis step, by name: they are described in `kinds/`, a file for each family."""
