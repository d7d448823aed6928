"""The state of a deal, and the values that it is made of."""
