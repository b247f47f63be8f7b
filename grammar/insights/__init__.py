"""Questions about what results mean: `finding` chooses, the others write them, a module for each kind of finding."""
