"""Pages of the reference and the schema, generated from what they describe."""
