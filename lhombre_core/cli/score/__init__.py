"""`lhombre score`."""
