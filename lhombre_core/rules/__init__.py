"""The rule language as typed values: a frozen dataclass a section, an enumeration a word list."""
