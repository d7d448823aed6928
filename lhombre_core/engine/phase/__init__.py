"""The phases of a deal, from the first bid to its result."""
