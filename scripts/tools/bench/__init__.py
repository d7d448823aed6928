"""`scripts/bench`: how fast the package is, and the page that says so.

Each module measures one thing and returns plain data; `command` puts them together, `page` makes
`docs/reference/performance.md` of them. Nothing here is wanted by a simulation.
"""
