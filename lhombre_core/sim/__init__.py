"""Many deals at once, and what can be said of them."""
