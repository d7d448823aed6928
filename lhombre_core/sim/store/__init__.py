"""Runs kept in a folder: written while they are played, read and queried afterwards."""
