"""What a run of vector graphics does, stage by stage."""
