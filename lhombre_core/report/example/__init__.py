"""Worked examples of a rulebook, each computed by the engine."""
