"""`lhombre simulate` and `lhombre results`."""
