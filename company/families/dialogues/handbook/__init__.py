"""Handbooks: rules beside the tables, from a file or written by the admin, which turns use by their names alone."""
