"""What a page's JSON-LD declares about its items, by URL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.feeds.links import parse_target
from honbun.html.links import safe_url
from honbun.metadata import structured
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from honbun.feeds.columns import NodeColumns

_MOST = 5000
"""Maximum number of objects that are searched; hostile pages have more."""


@dataclass(frozen=True, slots=True)
class DeclaredItem:
    """What is declared about one URL."""

    published: str | None
    author: str | None
    image: str | None
    summary: str | None


def declared_items(columns: NodeColumns) -> dict[str, DeclaredItem]:
    """What the page declares about other pages, by URL key."""
    found: dict[str, DeclaredItem] = {}
    for thing in structured.all_objects(structured.json_ld(columns.sequence.tree), _MOST):
        address = _address(columns, thing)
        if address is None:
            continue
        item = DeclaredItem(
            _text(thing.get("datePublished")),
            _name(thing.get("author")),
            _picture(columns, thing.get("image")),
            _text(thing.get("description")),
        )
        if any((item.published, item.author, item.image, item.summary)):
            found.setdefault(parse_target(address).key, item)
    return found


def _address(columns: NodeColumns, thing: dict[str, Any]) -> str | None:
    page = thing.get("mainEntityOfPage")
    for value in (thing.get("url"), page, page.get("@id") if isinstance(page, dict) else None):
        if isinstance(value, str) and (address := safe_url(columns.base, value)):
            return address
    return None


def _text(value: Any) -> str | None:
    return collapse(value) or None if isinstance(value, str) else None


def _name(value: Any) -> str | None:
    if isinstance(value, list):
        names = [name for each in value if (name := _name(each))]
        return ", ".join(names) or None
    return _text(value.get("name") if isinstance(value, dict) else value)


def _picture(columns: NodeColumns, value: Any) -> str | None:
    if isinstance(value, list) and value:
        return _picture(columns, value[0])
    address = value.get("url") if isinstance(value, dict) else value
    return safe_url(columns.base, address) if isinstance(address, str) else None
