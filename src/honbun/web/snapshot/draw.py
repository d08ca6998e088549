"""Page to Facsimile: the tree's elements and runs, in its own order, without what acts.

Every block that `tree.block.split` finds text or media in is there with its number, and so is all
of its text. `element` tells what is replaced by what, and `attribute` what is left of the rest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from honbun.html.links import base_url
from honbun.text.unicode import json_safe
from honbun.web.snapshot.css import Sheets
from honbun.web.snapshot.elements import Looks, Manner, manner, name
from honbun.web.snapshot.images import Pictures
from honbun.web.snapshot.model import Facsimile

if TYPE_CHECKING:
    from honbun.html.tree import Tree
    from honbun.inputs.assets import Assets
    from honbun.page import Page
    from honbun.web.snapshot.model import Step

# The mode that a browser lays a page out in, which its doctype asks for.
#
# HTML Standard, 13.2.5.53 to 13.2.5.68 (what a doctype is) and 13.2.6.4.1 (what it means). What
# the standard calls limited quirks differs from its standards mode in the height of pictures in
# table cells alone, and counts as that.

Mode = Literal["standards", "quirks"]

_COMMENTS = re.compile(
    r"(?:[ \t\n\f\r]+|<!--(?:-?>|.*?(?:--!?>|\Z))|<!(?!--|doctype)[^>]*>|<\?[^>]*>"
    r"|</[^a-z>][^>]*>|</>)*+",
    re.IGNORECASE | re.DOTALL,
)
"""What may stand in front of a doctype."""
_QUOTED = r"""(?:"([^">]*)"|'([^'>]*)')"""
_DOCTYPE = re.compile(
    rf"<!doctype\s*(?P<name>[^\s>]+)\s*(?:>|"
    rf"public\s*(?P<public>{_QUOTED})\s*(?:>|(?P<also>{_QUOTED})[^>]*>)|"
    rf"system\s*(?P<system>{_QUOTED})[^>]*>)",
    re.IGNORECASE | re.ASCII,
)
"""A doctype without the faults that call for quirks by themselves."""

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
"""Public identifiers that ask for quirks where no system identifier follows."""


def mode(html: str) -> Mode:
    """The mode of a page's text.

    >>> mode("<!-- hello --><!DOCTYPE html><p>a"), mode("<p>a")
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


def draw(page: Page, tree: Tree, companions: Assets) -> Facsimile:
    """How a page looks, as steps; `tree` is what `page.parse()` gave."""
    decoded = page.decode()
    base = base_url(tree, page.url or page.fallback_url or "")
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
        self.steps.append(json_safe(self._tree.run[run]))
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


# A facsimile as JSON has it: flat lists, however deep the page is.


def data(facsimile: Facsimile) -> dict[str, Any]:
    """What the script that draws the page is given.

    >>> from honbun.web.snapshot.model import Facsimile
    >>> data(Facsimile("quirks", (), (("html", {}, 0), "Hi", 1), (0,)))["steps"]
    [['html', {}, 0], 'Hi', 1]
    """
    return {
        "mode": facsimile.mode,
        "sheets": [{"css": sheet.css, "media": sheet.media} for sheet in facsimile.sheets],
        "steps": [list(step) if isinstance(step, tuple) else step for step in facsimile.steps],
        "runs": list(facsimile.runs),
    }
