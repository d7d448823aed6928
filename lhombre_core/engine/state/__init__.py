"""The state of a deal and its parts."""
