"""`lhombre replay`."""
