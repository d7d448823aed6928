"""The random stream and the fast forms of what the engine plays."""
