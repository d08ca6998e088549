"""Page to Facsimile: the tree's elements and runs, in its own order, without what acts.

Every block that `tree.block.split` finds text or media in is there with its number, and so is all
of its text. `element` tells what is replaced by what, and `attribute` what is left of the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.facsimile.attribute import Looks
from honbun.facsimile.element import Manner, manner, name
from honbun.facsimile.mode import mode
from honbun.facsimile.model import Facsimile
from honbun.facsimile.picture import Pictures
from honbun.facsimile.sheet import Sheets
from honbun.facsimile.text import fit
from honbun.tree.address import base_address

if TYPE_CHECKING:
    from honbun.facsimile.companions import Companions
    from honbun.facsimile.model import Step
    from honbun.page import Page
    from honbun.tree.tree import Tree


def draw(page: Page, tree: Tree, companions: Companions) -> Facsimile:
    """How a page looks, as steps; `tree` is what `page.parse()` gave."""
    decoded = page.decode()
    base = base_address(tree, page.url or page.place or "")
    pictures = Pictures(tree, companions)
    # The pictures of the page come before those of its sheets, where not all have room.
    pen = _Pen(tree, Looks(tree, base, pictures))
    pen.draw()
    sheets = Sheets(base, companions, pictures, decoded.encoding).gather(tree)
    return Facsimile(mode(decoded.text), sheets, tuple(pen.steps), tuple(pen.runs))


class _Pen:
    """The steps of one page while they are made."""

    def __init__(self, tree: Tree, looks: Looks) -> None:
        self._tree = tree
        self._looks = looks
        self._body = tree.body()
        self._open: list[int] = []
        self.steps: list[Step] = []
        self.runs: list[int] = []

    def draw(self) -> None:
        """Go through elements and runs in the order of the page."""
        tree = self._tree
        start, begins, size = tree.start, tree.run_start, len(tree)
        node = run = 0
        # The last of `begins` is where the text ends: a run that is none.
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
        self.steps.append(fit(self._tree.run[run]))
        self.runs.append(run)

    def _close(self, inside: int) -> None:
        """Close elements until the innermost open one is this."""
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
        """Draw an element; False where what is in it is not drawn."""
        how = self._manner(node)
        if how is Manner.GONE:
            return False
        self._open.append(node)
        self.steps.append((*self._drawn(node, how), node))
        return how is Manner.OPEN

    def _manner(self, node: int) -> Manner:
        if node in (0, self._body):
            return Manner.OPEN
        if self._tree.parent[node] == 0 and self._tree.tag[node] == "head":
            return Manner.GONE
        return manner(self._tree, node)

    def _drawn(self, node: int, how: Manner) -> tuple[str, dict[str, str]]:
        if node in (0, self._body):
            tag = "body" if node else "html"
            return tag, self._looks.root(node, tag)
        if how is Manner.FIELD:
            return "span", self._looks.field(node)
        if how is Manner.BOX:
            return "span", self._looks.box(node)
        tag = name(self._tree, node)
        return tag, self._looks.plain(node, tag)
