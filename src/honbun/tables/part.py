"""Part: some of the pages of a collection, which any process may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.failure import Failure
    from honbun.page import Page


class Part(Protocol):
    """A part of the pages, such as `honbun.io.shard` makes; it survives pickling."""

    def pages(self) -> Iterable[tuple[int, Page | Failure]]:
        """Its pages, each with its number in the whole; those that cannot be read are Failures."""

    def mark(self) -> bytes:
        """A digest of all that its pages depend on."""
