"""How hard items are, and how able those who answered them: P = c + (1 - c) σ(a (θ - b)), with what it is told by."""
