"""The command line: `entry` parses and calls, a module for each group of commands; `company.api` does the work."""

from company.cli.entry import main

__all__ = ["main"]
