"""The rulebook of a variant."""
