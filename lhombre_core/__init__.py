"""L'Hombre, executable: rules as data, one engine, and everything that is made from them."""

__version__ = "0.1.0"
