"""Rulebooks, difference reports and pages, made from resolved rule sets."""
