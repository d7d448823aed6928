"""Rule sets as flat arrays: all that the compiled loops know of a variant."""
