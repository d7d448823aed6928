"""The reference engine: plays any rule set, one action at a time."""
