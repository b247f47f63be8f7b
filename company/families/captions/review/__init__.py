"""What people are asked about captions: which of a set helps most, whether one helps, what is wrong."""
