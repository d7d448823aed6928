"""The money of a variant as tables of the kernel."""
