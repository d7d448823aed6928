"""Records of deals and sessions, read and written."""
