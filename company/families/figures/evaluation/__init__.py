"""How models draw, how what they drew is judged by models that see, and how that goes with people."""
