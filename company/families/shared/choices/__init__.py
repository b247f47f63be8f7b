"""Cases that are answered by choosing a letter: how they are written, read, judged, and solved by words alone."""
