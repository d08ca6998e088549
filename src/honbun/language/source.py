"""The text in which dates are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from honbun.language.order import Order


class Source(NamedTuple):
    """A text as it was given and as it is searched, and what is known of its site."""

    text: str
    plain: str
    """The text in lower case and narrow characters, offset by offset."""
    order: Order | None
    language: str | None

    def is_capital(self, offset: int) -> bool:
        """Whether a capital letter stands there; names and abbreviations begin with one."""
        return self.text[offset].isupper()
