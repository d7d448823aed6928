"""Compiled loops: what the engine does with objects, done with rows of numbers."""
