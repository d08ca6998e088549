"""Sheets of small pages, and their features by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.content.alone.features import Seen
from honbun.content.alone.sheet import Sheet
from honbun.content.record import parse_page
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from honbun.content.alone.sheet import Family, Named

LONG = "The boats of the old harbour are painted in spring, and all of the town comes to help. " * 2
"""Long enough for a paragraph."""


def sheet(html: str) -> Sheet:
    return Sheet(parse_page(Page(html)).plan())


def seen(html: str, url: str = "") -> Seen:
    measured = parse_page(Page(html, url=url))
    return Seen(Sheet(measured.plan()), measured.declared.types, measured.url)


def features_by_name(features: Iterable[Named | Family], rows: int) -> dict[str, NDArray[Any]]:
    """Features by their names, each with a value for every row."""
    found: dict[str, NDArray[Any]] = {}
    for name, value in features:
        names = (name,) if isinstance(name, str) else name
        assert not found.keys() & set(names)
        found |= zip(names, np.broadcast_to(value, (len(names), rows)))
    return found


def around(page: Sheet, block: int) -> list[int]:
    """The block and its ancestors, innermost first."""
    found = [block]
    while (above := page.plan.parent[found[-1]]) >= 0:
        found.append(above)
    return found
