"""Compiled payments."""
