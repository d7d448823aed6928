"""Rulings: why an act is legal or not, the rule that decides, and a sentence."""
