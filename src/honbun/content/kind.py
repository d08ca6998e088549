"""The kind of a page: what its content consists of, not what its URL promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.model import Kind
    from honbun.content.record import PageFacts, PageRows


def page_kind(facts: PageFacts, rows: PageRows, body: Sequence[int]) -> Kind:
    """The kind of a page, given the segments of its body."""
    return "article" if body else "nothing"
