"""The release gate of captions: figures are drawn again, and claims are executed against what is drawn."""
