"""A block's own inline markup, cleaned: emphasis, code, links, pictures, line breaks.

What a block says is read into a small tree (`Inline`) that a dialect writes. Everything not named
here is dropped and its text kept, so no script, style, handler or unknown element can come through.
A block that another block interrupts comes in pieces, each with its place in the page's text, so
that rendered text keeps the page's order.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from honbun.tree.block import INERT, UNREAD, collapse, strip_control

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.tree.block import Blocks
    from honbun.tree.tree import Tree

PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})
"""Blocks whose white space is kept; all are written as <pre>."""

_FORMS = frozenset(
    "h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption tr td th blockquote figure "
    "figcaption".split()
)
"""Elements that give a text its form: the frame of a block is made of these."""
_PHRASING = frozenset("h1 h2 h3 h4 h5 h6 p pre".split())
"""Forms that may hold inline markup only."""
_INLINE = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup "
    "time u var".split()
)
_PART_OF = {"caption": ("table",), "tr": ("table",), "td": ("tr",), "th": ("tr",)}
_ENDS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
"""Elements that end what they would stand in."""
_MAX_MARKS = 16
"""Marks around a text: of more, the inner ones are dropped."""
_MAX_FRAME = 24
"""Elements of a frame: lists and quotations deeper than a reader can follow lose the outermost."""
_WELL_FORMED = r"[^\0-\x20\x7f;?#]*+(?:\?[^\0-\x20\x7f#]++)?(?:#[^\0-\x20\x7f]++)?\Z"
_ROOT = re.compile(r"https?://[\w.:@-]++(?![^/?#])", re.ASCII)
_ABSOLUTE = re.compile(rf"{_ROOT.pattern}{_WELL_FORMED}", re.ASCII)
_FROM_ROOT = re.compile(rf"/(?!/){_WELL_FORMED}")
"""Most addresses; to resolve them takes no more than to put the parts together."""
_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})
_SPACE = re.compile(r"[ \t\r\n\f]+")


@dataclass(slots=True)
class Mark:
    """An inline element and what it holds."""

    tag: str
    href: str | None = None
    children: list[Inline] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the text."""

    src: str
    alt: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A break that the page asks for."""


Inline = str | Mark | Picture | LineBreak
Frame = tuple[tuple[str, int, int], ...]
"""Tag, number and, for the cells of a table, column of the elements around a block."""


def pieces(
    blocks: Blocks, block: int, base: str, *, keep_space: bool
) -> list[tuple[int, list[Inline]]]:
    """The block's inline markup, cut where another block stands inside it, each with its place."""
    tree = blocks.tree
    found: list[tuple[int, list[Inline]]] = []
    opened: list[tuple[int, Mark]] = []
    root: list[Inline] = []

    def add(inline: Inline) -> None:
        (opened[-1][1].children if opened else root).append(inline)

    for step in _steps(blocks, block):
        if isinstance(step, _Cut):
            found.append((step.offset, root))
            root = []
            again = [(node, Mark(mark.tag, mark.href)) for node, mark in opened]
            opened.clear()
            for node, mark in again:
                add(mark)
                opened.append((node, mark))
        elif isinstance(step, _Run):
            while opened and tree.stop[opened[-1][0]] <= tree.run_start[step.number]:
                opened.pop()
            text = strip_control(tree.run[step.number])
            add(text if keep_space else _SPACE.sub(" ", text))
        else:
            while opened and tree.end[opened[-1][0]] <= step:
                opened.pop()
            inline = _inline(tree, step, base)
            if inline is not None:
                if not isinstance(inline, Mark):
                    add(inline)
                elif len(opened) < _MAX_MARKS and not _nested_link(inline, opened):
                    add(inline)
                    opened.append((step, inline))
    found.append((tree.stop[blocks.node[block]], root))
    return [(offset, inlines) for offset, inlines in found if _shows(inlines)]


def _nested_link(mark: Mark, opened: list[tuple[int, Mark]]) -> bool:
    """Foreign markup can nest links; no output may."""
    return mark.tag == "a" and any(outer.tag == "a" for _, outer in opened)


def _inline(tree: Tree, node: int, base: str) -> Inline | None:
    tag = tree.tag[node]
    if tag == "br":
        return LineBreak()
    if tag == "img":
        src = safe_address(base, tree.attribute(node, "src"))
        return Picture(src, collapse(tree.attribute(node, "alt") or "")) if src else None
    if tag == "a":
        href = safe_address(base, tree.attribute(node, "href"))
        return Mark("a", href) if href else None
    return Mark(tag) if tag in _INLINE else None


def _shows(inlines: list[Inline]) -> bool:
    """Whether a reader sees anything of it."""
    return any(
        _shows(inline.children)
        if isinstance(inline, Mark)
        else isinstance(inline, Picture) or (isinstance(inline, str) and not inline.isspace())
        for inline in inlines
    )


def plain(inlines: list[Inline]) -> str:
    """The text alone; a break is a line feed."""
    return "".join(
        inline
        if isinstance(inline, str)
        else plain(inline.children)
        if isinstance(inline, Mark)
        else "\n"
        if isinstance(inline, LineBreak)
        else ""
        for inline in inlines
    )


class Frames:
    """The frames of one page's blocks; the columns of each row of a table are counted once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._columns: dict[int, int] = {}

    def of(self, node: int) -> Frame:
        """The elements that give the text of a block its form, outermost first."""
        tree = self._tree
        chain: list[tuple[str, int, int]] = []
        above = node
        while above >= 0 and len(chain) < _MAX_FRAME:
            tag = "pre" if tree.tag[above] in PREFORMATTED else tree.tag[above]
            # What may hold inline markup only cannot stand around another form.
            if (tag in _FORMS or tag == "pre") and not (chain and tag in _PHRASING):
                chain.append((tag, above, self._column(above) if tag in ("td", "th") else 0))
            above = tree.parent[above]
        chain = _sound(reversed(chain))
        own = bool(chain) and chain[-1][1] == node
        if not own and not (chain and chain[-1][0] in _PHRASING):
            chain.append(("p", node, 0))
        return tuple(chain)

    def _column(self, cell: int) -> int:
        """The column that a cell of a table begins in, as far as its own row tells."""
        if cell not in self._columns:
            column = 0
            for sibling in self._tree.children(self._tree.parent[cell]):
                self._columns[sibling] = column
                span = self._tree.attribute(sibling, "colspan") or "1"
                # The standard allows no more than a thousand.
                column += min(int(span), 1000) if re.fullmatch("[0-9]{1,9}", span) else 1
        return self._columns[cell]


def _sound(chain: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """A frame without parts of tables that stand in none, and items directly inside items.

    Foreign markup and careless pages have both, and no parser would read them back.
    """
    sound: list[tuple[str, int, int]] = []
    for element in chain:
        tag, around = element[0], sound[-1][0] if sound else ""
        if around in _PART_OF.get(tag, (around,)) and around not in _ENDS.get(tag, ()):
            sound.append(element)
    return sound


def base_address(tree: Tree, url: str) -> str:
    """The address that the page's relative addresses are relative to."""
    for node in tree.find("base"):
        if href := safe_address(url, tree.attribute(node, "href")):
            return href
    return url


def safe_address(base: str, address: str | None) -> str | None:
    """An address that may stand in output, made absolute; None for scripts and nonsense.

    >>> safe_address("https://a.example/b/", "c?d"), safe_address("", "javascript:x()")
    ('https://a.example/b/c?d', None)
    """
    address = collapse(address or "")
    if not address:
        return None
    if _ABSOLUTE.match(address):
        return address
    if _FROM_ROOT.match(address) and "/." not in address and (root := _ROOT.match(base)):
        return root[0] + address
    try:
        absolute = urljoin(base, address)
        return absolute if urlsplit(absolute).scheme in _SCHEMES else None
    except ValueError:  # "http://[" and the like
        return None


@dataclass(frozen=True, slots=True)
class _Run:
    number: int


@dataclass(frozen=True, slots=True)
class _Cut:
    """Another block stands here, after so much of the page's text."""

    offset: int


def _steps(blocks: Blocks, block: int) -> Iterator[int | _Run | _Cut]:
    """The block's own elements and text runs in document order, and where others cut it."""
    tree, of = blocks.tree, blocks.of
    node = blocks.node[block]
    run = bisect_left(tree.run_start, tree.start[node])
    child, last = node + 1, tree.end[node]
    while True:
        limit = tree.start[child] if child < last else tree.stop[node]
        while tree.run_start[run] < limit:
            yield _Run(run)
            run += 1
        if child >= last:
            return
        tag = tree.tag[child]
        if of[child] == block and tag not in UNREAD:
            yield child
            child += 1
        else:
            if tag not in INERT and tag not in UNREAD:
                yield _Cut(tree.start[child])
            run = bisect_left(tree.run_start, tree.stop[child], lo=run)
            child = tree.end[child]
