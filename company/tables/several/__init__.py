"""Scenarios over several tables: what is said of those beside the first, and the keys and links that hold them."""
