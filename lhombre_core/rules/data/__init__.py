"""Rule sets as plain data: built, written, addressed by path, hashed."""
