"""A block's own inline markup, cleaned: emphasis, code, links, pictures, line breaks.

One walk over the block, two dialects to write it in. Everything not named here is dropped and its
text kept, so no script, style, handler or unknown element can come through.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, ClassVar, Protocol
from urllib.parse import quote, urljoin, urlsplit

from honbun.tree.block import UNREAD, collapse, strip_control

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.tree.block import Blocks
    from honbun.tree.tree import Tree

FORMS = frozenset(
    "h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption tr td th blockquote pre figure "
    "figcaption hr".split()
)
"""Elements that give a text its form: the frame of a block is made of these."""

PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})
"""Blocks whose white space is kept."""

_INLINE = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup "
    "time u var".split()
)
_MAX_FRAME = 24
"""Elements of a frame: lists and quotations deeper than a reader can follow lose the outermost."""
_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})
_SPACE = re.compile(r"[ \t\r\n\f]+")


class Dialect(Protocol):
    """How inline markup is written."""

    def text(self, text: str, *, code: bool) -> str: ...
    def open(self, tag: str, href: str | None) -> str: ...
    def close(self, tag: str, href: str | None) -> str: ...
    def picture(self, src: str, alt: str) -> str: ...
    def line_break(self) -> str: ...


def inline(blocks: Blocks, block: int, url: str, dialect: Dialect) -> str:
    """The inline markup of one block."""
    tree = blocks.tree
    preformatted = tree.tag[blocks.node[block]] in PREFORMATTED
    parts: list[str] = []
    opened: list[tuple[int, str | None]] = []

    def close_before(ends: Sequence[int], position: int) -> None:
        while opened and ends[opened[-1][0]] <= position:
            node, href = opened.pop()
            parts.append(dialect.close(tree.tag[node], href))

    for piece in _pieces(blocks, block):
        if isinstance(piece, _Run):
            close_before(tree.stop, tree.run_start[piece.number])
            text = strip_control(tree.run[piece.number])
            if not preformatted:
                text = _SPACE.sub(" ", text)
            code = preformatted or any(tree.tag[node] == "code" for node, _ in opened)
            parts.append(dialect.text(text, code=code))
            continue
        close_before(tree.end, piece)
        tag = tree.tag[piece]
        if tag == "br":
            parts.append("\n" if preformatted else dialect.line_break())
        elif tag == "img":
            if src := safe_address(url, tree.attribute(piece, "src")):
                parts.append(dialect.picture(src, collapse(tree.attribute(piece, "alt") or "")))
        elif tag in _INLINE:
            href = safe_address(url, tree.attribute(piece, "href")) if tag == "a" else None
            if tag != "a" or href:
                parts.append(dialect.open(tag, href))
                opened.append((piece, href))
    close_before(tree.end, len(tree))
    return "".join(parts).strip("\n" if preformatted else None)


def frame(tree: Tree, node: int) -> tuple[tuple[str, int], ...]:
    """The elements that give the text of a block its form, outermost first."""
    chain: list[tuple[str, int]] = []
    while node >= 0 and len(chain) < _MAX_FRAME:
        if tree.tag[node] in FORMS:
            chain.append((tree.tag[node], node))
        node = tree.parent[node]
    return tuple(reversed(chain))


def safe_address(url: str, address: str | None) -> str | None:
    """An address that may stand in output, made absolute; None for scripts and nonsense.

    >>> safe_address("https://a.example/b/", "c?d"), safe_address("", "javascript:x()")
    ('https://a.example/b/c?d', None)
    """
    address = strip_control(address or "").strip()
    if not address or address.startswith("data:"):
        return None
    try:
        absolute = urljoin(url, address)
        return absolute if urlsplit(absolute).scheme in _SCHEMES else None
    except ValueError:  # "http://[" and the like
        return None


@dataclass(frozen=True, slots=True)
class _Run:
    number: int


def _pieces(blocks: Blocks, block: int) -> Iterator[int | _Run]:
    """The block's own elements and text runs in document order; other blocks are leapt over."""
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
        if of[child] == block and tree.tag[child] not in UNREAD:
            yield child
            child += 1
        else:
            run = bisect_left(tree.run_start, tree.stop[child], lo=run)
            child = tree.end[child]


class Html:
    """Inline markup as HTML."""

    def text(self, text: str, *, code: bool) -> str:
        return escape(text, quote=False)

    def open(self, tag: str, href: str | None) -> str:
        return f'<a href="{escape(href)}">' if href else f"<{tag}>"

    def close(self, tag: str, href: str | None) -> str:
        return f"</{tag}>"

    def picture(self, src: str, alt: str) -> str:
        return f'<img src="{escape(src)}" alt="{escape(alt)}">'

    def line_break(self) -> str:
        return "<br>"


class Markdown:
    """Inline markup as CommonMark."""

    _MARKS: ClassVar = {"em": "*", "i": "*", "strong": "**", "b": "**", "code": "`"}
    _SPECIAL = re.compile(r"([\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_]))")
    """Characters that could begin markup; an underscore inside a word cannot."""

    def text(self, text: str, *, code: bool) -> str:
        return text if code else self._SPECIAL.sub(r"\\\1", text)

    def open(self, tag: str, href: str | None) -> str:
        return "[" if href else self._MARKS.get(tag, "")

    def close(self, tag: str, href: str | None) -> str:
        return f"]({_target(href)})" if href else self._MARKS.get(tag, "")

    def picture(self, src: str, alt: str) -> str:
        return f"![{self.text(alt, code=False)}]({_target(src)})"

    def line_break(self) -> str:
        return "  \n"


def _target(address: str) -> str:
    """An address as a link target that no character of its own can end."""
    return re.sub(r"[\s()<>]", lambda match: quote(match[0]), address)


DIALECTS: dict[str, Dialect] = {"html": Html(), "markdown": Markdown()}
