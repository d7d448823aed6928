"""Sessions played by the reference engine or the kernel."""
