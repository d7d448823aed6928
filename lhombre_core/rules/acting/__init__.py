"""Which values of a rule set can act."""
