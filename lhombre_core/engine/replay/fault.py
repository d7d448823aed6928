"""Why a record cannot be run: it contradicts itself, or does not say what is needed."""

from __future__ import annotations

from lhombre_core.errors import UsageError


class UnclearError(UsageError):
    """A record that cannot be run: `section` and `entry` of it say where, `deal` in which deal."""

    def __init__(
        self, message: str, section: str | None = None, entry: int = 0, deal: int | None = None
    ) -> None:
        super().__init__(message, section, entry, deal)
        self.message = message
        self.section = section
        self.entry = entry
        self.deal = deal

    def __str__(self) -> str:
        """Return the message alone."""
        return self.message

    def in_deal(self, deal: int) -> UnclearError:
        """Return the same error about a deal, by its number from 0."""
        return UnclearError(self.message, self.section, self.entry, deal)
