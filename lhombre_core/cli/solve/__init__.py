"""`lhombre solve`."""
