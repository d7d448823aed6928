"""What a record says of the cards, and what follows from it."""
