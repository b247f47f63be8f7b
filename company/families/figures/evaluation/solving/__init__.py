"""How models are asked to draw: at once, thinking first, or as an agent that looks at its own draft."""
