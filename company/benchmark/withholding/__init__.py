"""Cases in public, their gold held back: `heldback` chooses the cases, `gold` is what is looked for, `leaks` looks."""
