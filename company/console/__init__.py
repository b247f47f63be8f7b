"""What all commands share: how they wait, speak, show progress, and end."""
