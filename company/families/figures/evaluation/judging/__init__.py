"""Models that see as judges: what they are asked, how their replies are read, and whether they can be believed."""
