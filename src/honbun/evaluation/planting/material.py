"""Material: what a page of WCXB has to give to the planting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import UnreadablePage
from honbun.similar.long_sentences import columns
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.evaluation.wcxb import TypedPage
    from honbun.html.tree import Tree
    from honbun.page import Page

_PARAGRAPH = 60
"""Columns of a paragraph at least."""
_FEWEST = 5
"""Paragraphs of a body."""
_SIZES = range(1_200, 40_000)
"""Columns of a body."""
_ALONE = 0.8
"""The share of a page's paragraphs that its body has: the rest is the frame."""
_WHOLE = (0.7, 1.2)
"""The share of the true content that the paragraphs of a whole body come to."""
_QUOTING = ("blockquote", "q", "cite")


@dataclass(frozen=True, slots=True)
class Body:
    """The element that holds a page's paragraphs, with the source around it."""

    paragraphs: tuple[str, ...]
    before: str
    inside: str
    after: str
    whole: bool
    """The paragraphs are the true content, or nearly all of it."""


@dataclass(frozen=True, slots=True)
class Material:
    """A page, and what was found on it."""

    page: Page
    url: str
    domain: str
    paragraphs: tuple[str, ...]
    """All that it has."""
    body: Body | None
    """None where other text could be taken for the content, or would stand around a planted one."""


def material(typed: TypedPage) -> Material | None:
    """What a page has to give; None for one that cannot be read or has no address."""
    page = typed.page
    if page.url is None:
        return None
    try:
        tree = page.parse()
    except UnreadablePage:
        return None
    held: dict[int, list[str]] = {}
    broken = {tree.parent[node] for node in tree.find("br")}
    for node in tree.find("p"):
        text = collapse(tree.subtree_text(node))
        # Lines of one paragraph would run into each other.
        if node not in broken and columns(text) >= _PARAGRAPH:
            held.setdefault(tree.parent[node], []).append(text)
    every = tuple(text for own in held.values() for text in own)
    return Material(page, page.url, typed.domain, every, _body(typed, tree, held))


def size(paragraphs: Sequence[str]) -> int:
    """The columns of all paragraphs together."""
    return sum(map(columns, paragraphs))


def _body(typed: TypedPage, tree: Tree, held: dict[int, list[str]]) -> Body | None:
    if not held:
        return None
    node = max(held, key=lambda parent: size(held[parent]))
    own = held[node]
    every = sum(map(size, held.values()))
    if len(own) < _FEWEST or len(set(own)) < len(own) or size(own) not in _SIZES:
        return None
    if size(own) < _ALONE * every or _is_quoted(tree, node):
        return None
    span = tree.span(node)
    if span is None or span.close_start is None:
        return None
    # Spans count each line end as one character, as the parser does.
    html = typed.page.decode().text.replace("\r\n", "\n").replace("\r", "\n")
    least, most = (share * columns(collapse(typed.text)) for share in _WHOLE)
    return Body(
        tuple(own),
        before=html[: span.open_end],
        inside=html[span.open_end : span.close_start],
        after=html[span.close_start :],
        whole=least <= size(own) <= most,
    )


def _is_quoted(tree: Tree, node: int) -> bool:
    while node >= 0 and tree.tag[node] not in _QUOTING:
        node = tree.parent[node]
    return node >= 0
