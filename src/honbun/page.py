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
from honbun.html.decode import Decoded, decode
from honbun.html.parse import MAX_DEPTH, parse
from honbun.html.sniff import sniff
from honbun.metadata import head, structured
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.html.tree import Tree

# Cuts: what of a page was not taken as it stands.
#
# Limits bound what a hostile page can ask for. Most refuse such a page, which is told as a
# failure; where a page is taken all the same, but not all of it, its result says so.


def truncations(tree: Tree) -> tuple[str, ...]:
    """What was not taken as it stands, a phrase for each; none of almost all pages.

    >>> from honbun.html.parse import parse
    >>> truncations(parse("<p>a"))
    ()
    """
    found = []
    if tree.lifted:
        found.append(
            f"{tree.lifted:,} elements nested deeper than {MAX_DEPTH}: taken at that depth"
        )
    if unread := structured.unread_json_ld(tree):
        found.append(f"JSON-LD of {unread:,} characters: not read")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Page:
    """One web page as it was read: its bytes or text, and where it came from."""

    html: bytes | str
    url: str | None = None
    source: str = ""
    """The file, record or address that the page was read from."""
    fallback_url: str | None = None
    """Where the page stands when neither its source nor the page itself names a URL."""
    content_type: str | None = None
    """The HTTP header, where there was one: its charset outranks the page's own."""
    fetched_at: datetime | None = None
    truncated: tuple[str, ...] = ()
    """What is known to be missing of the page as it was given: a crawl may keep only a part."""

    def decode(self) -> Decoded:
        """The page's text, and the encoding it was read as."""
        return decode(self.html, self.content_type)

    def parse(self, decoded: Decoded | None = None) -> Tree:
        """The page's tree; takes its decoded text where that is known already.

        Raises UnreadablePage for what is no web page, or would take too much memory.
        """
        decoded = decoded or self.decode()
        if isinstance(self.html, bytes) and (kind := sniff(self.html)):
            raise UnreadablePage(f"this is {kind}, not a web page")
        if isinstance(self.html, bytes) and not decoded.encoding.startswith("utf-16"):
            limits.check(self.html)
        else:
            limits.check(decoded.text.encode())
        return parse(decoded.text)

    def truncations(self, tree: Tree) -> tuple[str, ...]:
        """What of the page is missing or was not taken as it stands, a phrase for each."""
        return (*self.truncated, *truncations(tree))

    def resolve_url(self, tree: Tree) -> str:
        """The page's URL: as given, else its canonical link, else its place, else its source."""
        if self.url:
            return collapse(self.url)
        canonical = head.link(tree, "canonical")
        if canonical:
            try:
                absolute = urljoin(self.fallback_url or "", canonical)
            except ValueError:  # "http://[" and the like
                absolute = ""
            if absolute.startswith(("http://", "https://")):
                return absolute
        return collapse(self.fallback_url or self.source)
