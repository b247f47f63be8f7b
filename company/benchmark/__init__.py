"""A benchmark as strangers see it: its lines, its release gate, its folder, its card and its figures."""
