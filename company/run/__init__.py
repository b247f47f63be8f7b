"""How a run comes about: stages, the engine, rounds that ask for what is missing, its status and its estimate."""
