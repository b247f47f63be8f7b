"""Whether a figure case may be released: its code is run, its portrait held against wrong ones."""
