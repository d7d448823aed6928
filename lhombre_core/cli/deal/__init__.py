"""`lhombre deal`."""
