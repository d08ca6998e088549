"""Page to Snapshot: the elements and text runs of the tree, in order, without anything active.

Every block that has text or media is drawn with its number and all of its text. `elements` decides
what replaces an element and which attributes remain.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from honbun.html.links import base_url
from honbun.html.parse import parse
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
_DOCTYPE = re.compile(r"<!doctype[^>]*>", re.IGNORECASE)


def document_mode(html: str) -> Mode:
    """The layout mode of a page.

    >>> document_mode("<!-- hello --><!DOCTYPE html><p>a"), document_mode("<p>a")
    ('standards', 'quirks')
    """
    before = _COMMENTS.match(html)
    doctype = _DOCTYPE.match(html, before.end() if before else 0)
    # The parser knows the list of old doctypes: in quirks mode, and only there, a table does not
    # end the paragraph before it (HTML Standard, 13.2.6.4.7).
    tree = parse(f"{doctype[0] if doctype else ''}<p><table>")
    [table] = tree.find("table")
    return "quirks" if tree.tag[tree.parent[table]] == "p" else "standards"


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
