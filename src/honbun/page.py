"""Page: what we were given, before anything is known about it.

A page is its bytes (or text) and where they came from. It decodes and parses when it is told to and
keeps nothing of that, so that a list of pages weighs no more than the pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from honbun.errors import UnreadablePage
from honbun.html import limits
from honbun.html.blocks import collapse
from honbun.html.decode import Decoded, decode
from honbun.html.parse import MAX_DEPTH, parse
from honbun.html.sniff import foreign
from honbun.metadata import head, structured

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.html.tree import Tree

# Cuts: what of a page was not taken as it stands.
#
# Limits bound what a hostile page can ask for. Most refuse such a page, which is told as a
# failure; where a page is taken all the same, but not all of it, its result says so.


def cuts(tree: Tree) -> tuple[str, ...]:
    """What was not taken as it stands, a phrase for each; none of almost all pages.

    >>> from honbun.html.parse import parse
    >>> cuts(parse("<p>a"))
    ()
    """
    found = []
    if tree.lifted:
        found.append(
            f"{tree.lifted:,} elements nested deeper than {MAX_DEPTH}: taken at that depth"
        )
    if unread := structured.unread(tree):
        found.append(f"JSON-LD of {unread:,} characters: not read")
    return tuple(found)


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
            limits.check(self.html)
        else:
            limits.check(decoded.text.encode())
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
