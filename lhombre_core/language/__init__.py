"""Variant files and records as text: read, resolved and judged, each value with its line."""
