"""What a page declares about itself: title, author, date, site, language, picture."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from honbun.content.markup import safe_address
from honbun.tree import head

if TYPE_CHECKING:
    from honbun.tree.tree import Tree


@dataclass(frozen=True, slots=True)
class Metadata:
    """A page's own declarations; None where it makes none."""

    title: str | None
    author: str | None
    date: str | None
    site: str | None
    language: str | None
    image: str | None


def declared(tree: Tree, url: str) -> Metadata:
    """What the page's head says about the page."""
    meta = head.meta(tree)
    image = meta.get("og:image") or meta.get("twitter:image")
    return Metadata(
        title=meta.get("og:title") or head.title(tree),
        author=_name(meta.get("author") or meta.get("article:author")),
        date=_iso(meta.get("article:published_time") or meta.get("date") or meta.get("dc.date")),
        site=meta.get("og:site_name") or meta.get("application-name"),
        language=head.language(tree),
        image=safe_address(url, image),
    )


def _name(value: str | None) -> str | None:
    """An author's name; profiles given as an address are no name."""
    return None if value is None or "://" in value else value


def _iso(value: str | None) -> str | None:
    """The value where it is an ISO 8601 date or time, else None.

    >>> _iso("2024-05-10T09:00:00Z"), _iso("10 May 2024")
    ('2024-05-10T09:00:00+00:00', None)
    """
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.date().isoformat() if len(value) <= len("2024-05-10") else moment.isoformat()
