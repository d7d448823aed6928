"""Comparisons: what variants share and where they differ."""
