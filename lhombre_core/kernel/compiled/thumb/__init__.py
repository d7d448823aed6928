"""The player `thumb`, compiled."""
