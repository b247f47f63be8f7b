"""Actions: what is asked beyond plain code (paper, 2.2), as stages from a turn to further cases."""
