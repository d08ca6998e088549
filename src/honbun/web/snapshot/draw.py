"""Page to Snapshot: the elements and text runs of the tree, in order, without anything active.

Every block that has text or media is drawn with its number and all of its text. `elements` decides
what replaces an element and which attributes remain.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from honbun.html.links import base_url
from honbun.text.unicode import json_safe
from honbun.web.snapshot.css import StyleSheets
from honbun.web.snapshot.elements import Attributes, Drawing, drawing_of, drawn_tag
from honbun.web.snapshot.images import Images
from honbun.web.snapshot.model import Snapshot

if TYPE_CHECKING:
    from honbun.html.tree import Tree
    from honbun.inputs.assets import Assets
    from honbun.page import Page
    from honbun.web.snapshot.model import Step

Mode = Literal["standards", "quirks"]
"""The layout mode (HTML Standard, 13.2.6.4.1). Limited quirks mode differs from standards mode only
in the height of images in table cells, and counts as standards."""

_COMMENTS = re.compile(
    r"(?:[ \t\n\f\r]+|<!--(?:-?>|.*?(?:--!?>|\Z))|<!(?!--|doctype)[^>]*>|<\?[^>]*>"
    r"|</[^a-z>][^>]*>|</>)*+",
    re.IGNORECASE | re.DOTALL,
)
"""What may precede a doctype."""
_QUOTED = r"""(?:"([^">]*)"|'([^'>]*)')"""
_DOCTYPE = re.compile(
    rf"<!doctype\s*(?P<name>[^\s>]+)\s*(?:>|"
    rf"public\s*(?P<public>{_QUOTED})\s*(?:>|(?P<also>{_QUOTED})[^>]*>)|"
    rf"system\s*(?P<system>{_QUOTED})[^>]*>)",
    re.IGNORECASE | re.ASCII,
)
"""A well-formed doctype; a malformed one means quirks mode."""

_QUIRKY_PUBLIC = frozenset(
    {"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"}
)
_QUIRKY_SYSTEM = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
_QUIRKY_PREFIXES = (
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
)
_QUIRKY_ALONE = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
"""Public identifiers that mean quirks mode without a system identifier."""


def document_mode(html: str) -> Mode:
    """The layout mode of a page.

    >>> document_mode("<!-- hello --><!DOCTYPE html><p>a"), document_mode("<p>a")
    ('standards', 'quirks')
    """
    before = _COMMENTS.match(html)
    doctype = _DOCTYPE.match(html, before.end() if before else 0)
    if not doctype or doctype["name"].lower() != "html":
        return "quirks"
    public, also, system = (_identifier(doctype[name]) for name in ("public", "also", "system"))
    return "quirks" if _is_quirky(public, also or system) else "standards"


def _identifier(quoted: str | None) -> str | None:
    return quoted[1:-1].lower() if quoted else None


def _is_quirky(public: str | None, system: str | None) -> bool:
    if system == _QUIRKY_SYSTEM or public in _QUIRKY_PUBLIC:
        return True
    return public is not None and (
        public.startswith(_QUIRKY_PREFIXES) or (system is None and public.startswith(_QUIRKY_ALONE))
    )


def draw(page: Page, tree: Tree, assets: Assets) -> Snapshot:
    """The snapshot of a page; `tree` is the result of `page.parse()`."""
    decoded = page.decode()
    base = base_url(tree, page.url or page.fallback_url or "")
    images = Images(tree, assets)
    # Images of the page come before those of its style sheets: the total size is limited.
    builder = _SnapshotBuilder(tree, Attributes(tree, base, images))
    builder.draw()
    sheets = StyleSheets(base, assets, images, decoded.encoding).collect(tree)
    return Snapshot(document_mode(decoded.text), sheets, tuple(builder.steps), tuple(builder.runs))


class _SnapshotBuilder:
    """The steps of one page, while they are being built."""

    def __init__(self, tree: Tree, attributes: Attributes) -> None:
        self._tree = tree
        self._attributes = attributes
        self._body = tree.body()
        self._open: list[int] = []
        self.steps: list[Step] = []
        self.runs: list[int] = []

    def draw(self) -> None:
        """Visit elements and runs in document order."""
        tree = self._tree
        start, begins, size = tree.start, tree.run_start, len(tree)
        node = run = 0
        # `begins` has one more entry: the end of the text.
        while node < size or run < len(tree.run):
            if node == size or begins[run] < start[node]:
                self._write(run)
                run += 1
                continue
            self._close(tree.parent[node])
            if self._element(node):
                node += 1
                continue
            while run < len(tree.run) and begins[run] < tree.stop[node]:
                run += 1
            node = tree.end[node]
        self._close(-1)

    def _write(self, run: int) -> None:
        self._close(self._tree.run_owner[run])
        self.steps.append(json_safe(self._tree.run[run]))
        self.runs.append(run)

    def _close(self, inside: int) -> None:
        """Close elements until this is the innermost open one."""
        count = 0
        while self._open and self._open[-1] != inside:
            self._open.pop()
            count += 1
        if not count:
            return
        before = self.steps[-1]
        if isinstance(before, int):
            self.steps[-1] = before + count
        else:
            self.steps.append(count)

    def _element(self, node: int) -> bool:
        """Draw an element; False if its children are not drawn."""
        how = self._drawing(node)
        if how is Drawing.OMITTED:
            return False
        self._open.append(node)
        self.steps.append((*self._drawn(node, how), node))
        return how is Drawing.WITH_CHILDREN

    def _drawing(self, node: int) -> Drawing:
        if node in (0, self._body):
            return Drawing.WITH_CHILDREN
        if self._tree.parent[node] == 0 and self._tree.tag[node] == "head":
            return Drawing.OMITTED
        return drawing_of(self._tree, node)

    def _drawn(self, node: int, how: Drawing) -> tuple[str, dict[str, str]]:
        if node in (0, self._body):
            tag = "body" if node else "html"
            return tag, self._attributes.root(node, tag)
        if how is Drawing.FIELD:
            return "span", self._attributes.field(node)
        if how is Drawing.BOX:
            return "span", self._attributes.box(node)
        tag = drawn_tag(self._tree, node)
        return tag, self._attributes.plain(node, tag)


def to_json(snapshot: Snapshot) -> dict[str, Any]:
    """The snapshot as JSON values: flat lists, however deep the page is.

    >>> from honbun.web.snapshot.model import Snapshot
    >>> to_json(Snapshot("quirks", (), (("html", {}, 0), "Hi", 1), (0,)))["steps"]
    [['html', {}, 0], 'Hi', 1]
    """
    return {
        "mode": snapshot.mode,
        "sheets": [{"css": sheet.css, "media": sheet.media} for sheet in snapshot.sheets],
        "steps": [list(step) if isinstance(step, tuple) else step for step in snapshot.steps],
        "runs": list(snapshot.runs),
    }
