"""A deal from the cards to the first lead, compiled."""
