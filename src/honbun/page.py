"""Page: the bytes or text of a web page, and where it came from.

A page decodes and parses on request and keeps no result, so a list of pages takes no more memory
than their bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from honbun.errors import UnreadablePage
from honbun.html import limits
from honbun.html.decode import Decoded, decode
from honbun.html.parse import MAX_DEPTH, parse, parse_selected
from honbun.html.sniff import sniff
from honbun.metadata import head, structured
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.html.tree import Tree


@dataclass(frozen=True, slots=True)
class Page:
    """One web page as it was read."""

    html: bytes | str
    url: str | None = None
    source: str = ""
    """The file, record or URL that the page was read from."""
    fallback_url: str | None = None
    """The URL to use if neither the source nor the page itself names one."""
    content_type: str | None = None
    """The HTTP header, if there was one; its charset has precedence over the page's own."""
    fetched_at: datetime | None = None
    truncated: tuple[str, ...] = ()
    """What is missing of the page as it was read, one phrase each: crawls store some in part."""
    input: str | None = None
    """The other fields of the row that it was read from, in JSON; results have them too."""

    def decode(self) -> Decoded:
        """The page's text and encoding."""
        return decode(self.html, self.content_type)

    def parse(self, decoded: Decoded | None = None) -> Tree:
        """The page's tree; pass its decoded text if it is known already.

        Raises UnreadablePage for data that is no web page, or whose tree would be too large.
        """
        decoded = decoded or self.decode()
        self._check(decoded)
        return parse(decoded.text)

    def parse_selected(self, decoded: Decoded, keep: str, drop: str) -> tuple[Tree, list[int]]:
        """The page's tree without what one CSS selector matches, and what another one matches."""
        self._check(decoded)
        return parse_selected(decoded.text, keep, drop)

    def _check(self, decoded: Decoded) -> None:
        if isinstance(self.html, bytes) and (file_type := sniff(self.html)):
            raise UnreadablePage(f"this is {file_type}, not a web page")
        if isinstance(self.html, bytes) and not decoded.encoding.startswith("utf-16"):
            limits.check(self.html)
        else:
            limits.check(decoded.text.encode())

    def truncations(self, tree: Tree) -> tuple[str, ...]:
        """What is missing of the page or was not read in full, one phrase each.

        Limits protect against hostile pages. Most of them refuse a page; these read it in part.
        """
        found = [*self.truncated]
        if tree.closed:
            found.append(f"tags such as <script/> were closed, as in XML: {tree.closed:,}")
        if tree.lifted:
            found.append(
                f"{tree.lifted:,} elements nested deeper than {MAX_DEPTH}: taken at that depth"
            )
        # No script is longer than its page; scripts of large pages are looked at once more.
        large = len(self.html) > structured.MAX_SCRIPT
        if large and (unread := structured.unread_json_ld(tree)):
            found.append(f"JSON-LD of {unread:,} characters: not read")
        return tuple(found)

    def resolve_url(self, tree: Tree) -> str:
        """The page's URL, else its canonical link, else its fallback URL, else its source."""
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
