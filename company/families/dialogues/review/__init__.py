"""Records of dialogues as people see them in the queue."""
