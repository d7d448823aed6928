"""`lhombre auction`."""
