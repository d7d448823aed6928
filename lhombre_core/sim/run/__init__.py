"""Runs: many sessions, by one process or several, kept in a folder."""
