"""Models on cases of dialogues: how they are asked, and how their code is run and compared."""
