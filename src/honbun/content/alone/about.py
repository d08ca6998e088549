"""What a page tells of itself as a whole: in its JSON-LD, to Open Graph, by its address."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.alone.sheet import Named

_THINGS = {
    "articles": ("article", "newsarticle", "blogposting", "techarticle"),
    "products": ("product", "productgroup"),
    "offers": ("offer",),
    "lists": ("itemlist",),
    "collections": ("collectionpage",),
    "threads": ("discussionforumposting", "qapage", "question"),
    "paths": ("breadcrumblist",),
    "answers": ("faqpage",),
    "reviews": ("review",),
    "organisations": ("organization",),
}
"""Types of schema.org that tell kinds of pages apart."""
_OPEN_GRAPH = ("article", "product", "website")
_MANY = 20


def features(things: Sequence[str], url: str) -> Iterator[Named]:
    """The types of what the page describes, and how its address is made."""
    counts = Counter(things)
    for name, types in _THINGS.items():
        yield f"tells of {name}", float(min(_MANY, sum(counts[kind] for kind in types)))
    graph = [thing for thing in things if thing.startswith("og:")]
    for name in _OPEN_GRAPH:
        yield f"is {name} in Open Graph", float(any(name in thing for thing in graph))
    path, query = _path(url)
    parts = path.strip("/").split("/")
    yield "address depth", float(len(parts) if parts[0] else 0)
    yield "address length", float(len(path))
    yield "address dashes", float(path.count("-"))
    yield "address digits", float(sum(map(str.isdigit, path)))
    yield "address query", float(bool(query))
    yield "address dashes at end", float(parts[-1].count("-") + parts[-1].count("_"))
    yield "address ending", float("." in parts[-1])


def _path(url: str) -> tuple[str, str]:
    try:
        address = urlsplit(url)
    except ValueError:
        return "", ""
    return (address.path, address.query) if address.scheme in ("http", "https") else ("", "")
