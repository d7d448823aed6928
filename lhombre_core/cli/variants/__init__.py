"""`lhombre variants`."""
