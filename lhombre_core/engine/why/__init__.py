"""Why something may or may not be done: the rule that decides, and a sentence."""
