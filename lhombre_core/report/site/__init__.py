"""The static site, page by page."""
