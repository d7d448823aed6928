"""The play of the tricks, compiled."""
