"""The links of a page, and the links among the pages of a collection.

Links between pages of the collection are stored on disk; other links stay in the draft of their
page. Of pages with one address, links lead to the first.
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from honbun.html.links import base_url, safe_url
from honbun.papers.similar_003.standard import Link, Linked
from honbun.text.language import is_japanese_sentence
from honbun.text.unicode import normalise
from honbun.text.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from honbun.html.tree import Tree

_NO_PAGES = ("mailto:", "tel:", "ftp:")
_MOST = 10_000
"""Maximum number of links of a page: more are generated lists."""


class Anchor(NamedTuple):
    """A link of a page."""

    text: str
    url: str
    target: int
    """The key of the address, equal for all its spellings."""


def anchors(tree: Tree, address: str, *, japanese: bool) -> list[Anchor]:
    """The links of a page to others in document order, without repeats of text and target."""
    base = base_url(tree, address)
    own = url_key(address)
    nodes = tree.find("a", "area")
    found: dict[tuple[str, int], Anchor] = {}
    for node, href in zip(nodes, tree.values(nodes, "href")):
        if not href or href.startswith("#") or (link := _target(base, href)) is None:
            continue
        url, target = link
        if target == own:
            continue
        raw = _text(tree, node)
        text = normalise(raw, japanese=is_japanese_sentence(raw, japanese))
        found.setdefault((text, target), Anchor(text, url, target))
        if len(found) == _MOST:
            break
    return list(found.values())


@lru_cache(maxsize=1 << 16)
def _target(base: str, href: str) -> tuple[str, int] | None:
    url = safe_url(base, href)
    if url is None or url.lower().startswith(_NO_PAGES):
        return None
    return url, url_key(url)


def _text(tree: Tree, node: int) -> str:
    """The text of a link; without text, the alternative text of its images."""
    text = tree.subtree_text(node)
    if text and not text.isspace():
        return text
    pictures = [at for at in range(node, tree.end[node]) if tree.tag[at] in ("img", "area")]
    return " ".join(filter(None, tree.values(pictures, "alt")))


_TABLES = """
    PRAGMA journal_mode = OFF;
    PRAGMA cache_size = -65536;
    CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT);
    CREATE TABLE address (key INTEGER PRIMARY KEY, page INTEGER);
    CREATE TABLE link (target INTEGER, source INTEGER, place INTEGER, text TEXT,
        PRIMARY KEY (target, source, place)) WITHOUT ROWID;
"""
_AT_ONCE = 500
"""Keys per query: some builds of SQLite allow no more than 999 values."""


class Links:
    """Which page links to which, with which text."""

    def __init__(self) -> None:
        # A database without a name is a temporary file that SQLite deletes when it is closed.
        self._tables = sqlite3.connect("", isolation_level=None)
        self._tables.executescript(_TABLES)
        self._tables.execute("BEGIN")

    def __enter__(self) -> Links:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tables.close()

    def add_page(self, number: int, address: int, url: str) -> None:
        """Add a page. All pages are added before the first link."""
        self._tables.execute("INSERT INTO page VALUES (?, ?)", (number, url))
        self._tables.execute("INSERT OR IGNORE INTO address VALUES (?, ?)", (address, number))

    def add_links(self, number: int, anchors: Sequence[Anchor]) -> None:
        """Add the links of a page."""
        pages = self._pages({anchor.target for anchor in anchors})
        self._tables.executemany(
            "INSERT INTO link VALUES (?, ?, ?, ?)",
            (
                (pages[anchor.target].id, number, place, anchor.text)
                for place, anchor in enumerate(anchors)
                if anchor.target in pages
            ),
        )

    def outgoing(self, anchors: Sequence[Anchor]) -> tuple[Link, ...]:
        """The links of a page, with the numbers of targets in the collection."""
        pages = self._pages({anchor.target for anchor in anchors})
        return _by_text(
            (anchor.text, pages.get(anchor.target) or Linked(anchor.url, None))
            for anchor in anchors
        )

    def incoming(self, number: int, most: int) -> tuple[Link, ...]:
        """The links to a page, in collection order."""
        rows = self._tables.execute(
            "SELECT text, url, source FROM link JOIN page ON page.id = source"
            " WHERE target = ? ORDER BY source, place LIMIT ?",
            (number, most),
        )
        return _by_text((text, Linked(url, source)) for text, url, source in rows)

    def _pages(self, keys: set[int]) -> dict[int, Linked]:
        """The pages of some address keys."""
        found: dict[int, Linked] = {}
        wanted = sorted(keys)
        for begin in range(0, len(wanted), _AT_ONCE):
            some = wanted[begin : begin + _AT_ONCE]
            rows = self._tables.execute(
                "SELECT key, url, id FROM address JOIN page ON page.id = address.page"
                f" WHERE key IN ({','.join('?' * len(some))})",
                some,
            )
            found.update((key, Linked(url, number)) for key, url, number in rows)
        return found


def _by_text(found: Iterable[tuple[str, Linked]]) -> tuple[Link, ...]:
    """The links grouped by text, in order of first occurrence."""
    texts: dict[str, dict[Linked, None]] = {}
    for text, page in found:
        texts.setdefault(text, {})[page] = None
    return tuple(Link(text, tuple(pages)) for text, pages in texts.items())
