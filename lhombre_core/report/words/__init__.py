"""The words of the reports: names, numbers, values and notes."""
