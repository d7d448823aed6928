"""The readers of a rule set, and what each does with each rule."""
