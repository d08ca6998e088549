"""Page: what we were given, before anything is known about it.

A page is its bytes (or text) and where they came from. It decodes and parses when it is told to and
keeps nothing of that, so that a list of pages weighs no more than the pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from honbun.errors import UnreadablePage
from honbun.tree import head, limit
from honbun.tree.block import collapse
from honbun.tree.cut import cuts
from honbun.tree.encoding import Decoded, decode
from honbun.tree.parse import parse
from honbun.tree.sniff import foreign

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.tree.tree import Tree


@dataclass(frozen=True, slots=True)
class Page:
    """One web page as it was read: its bytes or text, and where it came from."""

    html: bytes | str
    url: str | None = None
    source: str = ""
    """The file, record or address that the page was read from."""
    place: str | None = None
    """Where the page stands when neither its source nor the page itself names a URL."""
    content_type: str | None = None
    """The HTTP header, where there was one: its charset outranks the page's own."""
    when: datetime | None = None
    cut: tuple[str, ...] = ()
    """What is known to be missing of the page as it was given: a crawl may keep only a part."""

    def decode(self) -> Decoded:
        """The page's text, and the encoding it was read as."""
        return decode(self.html, self.content_type)

    def parse(self) -> Tree:
        """The page's tree; raises UnreadablePage for what is none, or would fill the memory."""
        return self.parsed(self.decode())

    def parsed(self, decoded: Decoded) -> Tree:
        """The tree of a page that has been decoded already."""
        if isinstance(self.html, bytes) and (kind := foreign(self.html)):
            raise UnreadablePage(f"this is {kind}, not a web page")
        if isinstance(self.html, bytes) and not decoded.encoding.startswith("utf-16"):
            limit.check(self.html)
        else:
            limit.check(decoded.text.encode())
        return parse(decoded.text)

    def cuts(self, tree: Tree) -> tuple[str, ...]:
        """What of the page is missing or was not taken as it stands, a phrase for each."""
        return (*self.cut, *cuts(tree))

    def address(self, tree: Tree) -> str:
        """The page's URL: as given, else its canonical link, else its place, else its source."""
        if self.url:
            return collapse(self.url)
        canonical = head.link(tree, "canonical")
        if canonical:
            try:
                absolute = urljoin(self.place or "", canonical)
            except ValueError:  # "http://[" and the like
                absolute = ""
            if absolute.startswith(("http://", "https://")):
                return absolute
        return collapse(self.place or self.source)
