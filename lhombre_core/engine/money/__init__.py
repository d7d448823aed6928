"""The money of a table: what is paid, when, by whom."""
