"""Files to rule sets: inheritance, patches, readings, settings."""
