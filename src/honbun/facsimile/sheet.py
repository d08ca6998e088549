"""The style sheets of a page: those in it, and those that came with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.facsimile.companions import Ration
from honbun.facsimile.css import clean, link_marked, take_imports
from honbun.facsimile.model import Sheet
from honbun.facsimile.text import fit
from honbun.tree.address import safe_address
from honbun.tree.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.facsimile.companions import Companions
    from honbun.facsimile.picture import Pictures
    from honbun.tree.tree import Tree

MAX_CSS = 2_000_000
"""Characters of all sheets of a page, bytes of those that came with it; with their media queries,
which are written again for each import. A sheet that would go beyond is left out."""
_MAX_DEPTH = 4
"""Sheets that import sheets that import sheets."""
_MAX_ASKED = 100
"""Companions looked for, there or not: a sheet may import itself in a circle."""
_SHEET = ("", "text/css")
"""What a sheet says that it is, where it says so."""


class Sheets:
    """The sheets of one page while they are gathered."""

    def __init__(
        self, base: str, companions: Companions, pictures: Pictures, encoding: str
    ) -> None:
        self._base = base
        self._ration = Ration(companions, _MAX_ASKED)
        self._pictures = pictures
        self._encoding = encoding
        self._left = MAX_CSS
        self.sheets: list[Sheet] = []

    def gather(self, tree: Tree) -> tuple[Sheet, ...]:
        """All sheets that a browser would use, in the order of the page."""
        for node in _declared(tree):
            media = fit(tree.attribute(node, "media") or "").strip()
            if tree.tag[node] == "style":
                css = tree.raw.get(node, "")
                if self._takes(len(css), [media]):
                    self._add(css, self._base, [media], 0)
            elif href := safe_address(self._base, tree.attribute(node, "href")):
                self._find(href, [media], 0)
        return tuple(self.sheets)

    def _find(self, url: str, media: list[str], depth: int) -> None:
        found = self._ration.find(url)
        # A page that says "not found" in place of a sheet is none.
        if not found or found.content_type.partition(";")[0].strip().lower() not in _SHEET:
            return
        if found.size > self._left:
            return
        body = self._ration.read(found, self._left + 1)
        if self._takes(len(body), media):
            kind = found.content_type
            if "charset" not in kind:  # a sheet is taken to be written as its page is
                kind = f"text/css; charset={self._encoding}"
            self._add(decode(body, kind).text, url, media, depth)

    def _takes(self, size: int, media: list[str]) -> bool:
        """Whether there is room for one more sheet, which is then taken."""
        size += sum(map(len, media))
        if size > self._left:
            return False
        self._left -= size  # pictures in it have a bound of their own
        return True

    def _add(self, css: str, base: str, media: list[str], depth: int) -> None:
        if not css.strip():
            return
        imports, rest = take_imports(css)
        for imported in imports if depth < _MAX_DEPTH else ():
            if url := safe_address(base, imported.address):
                self._find(url, [*media, imported.media], depth + 1)
        cleaned = clean(rest, lambda address: self._pictures.shown(base, address))
        self.sheets.append(_sheet(link_marked(cleaned), [query for query in media if query]))


def _sheet(css: str, media: list[str]) -> Sheet:
    """A sheet that holds where all of these media queries do.

    Each is a list, and lists cannot be joined by "and": so those of imports are put around it.
    """
    for query in media[1:]:
        css = f"@media {query} {{\n{css}\n}}"
    return Sheet(css, media[0] if media else "")


def _declared(tree: Tree) -> Iterator[int]:
    """The elements that give the page a sheet; of several sets with titles the first is used."""
    preferred = ""
    stored = 0  # where the last template ends: what is in it waits for a script
    for node in tree.find("link", "style", "template"):
        if node < stored:
            continue
        if tree.tag[node] == "template":
            stored = tree.end[node]
            continue
        title = (tree.attribute(node, "title") or "").strip()
        if not _is_sheet(tree, node) or (title and preferred and title != preferred):
            continue
        preferred = preferred or title
        yield node


def _is_sheet(tree: Tree, node: int) -> bool:
    kind = (tree.attribute(node, "type") or "").partition(";")[0].strip().lower()
    if kind not in _SHEET:
        return False
    if tree.tag[node] == "style":
        return True
    relations = (tree.attribute(node, "rel") or "").lower().split()
    off = "alternate" in relations or tree.attribute(node, "disabled") is not None
    return "stylesheet" in relations and not off
