"""Cells: the texts of posts, each with the positions by which it corresponds to texts of other
posts.

Posts of a page have similar markup, so their authors are at the same position. A text has several
positions, from specific to general: the elements around it with their classes, the tags around it,
the label before it, its line. Which of them is the author's depends on the texts of all posts at
that position.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from honbun.html.nodes import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.posts.keys import NodeKeys

Span = tuple[int, int]
Position = tuple[object, ...]

_LABEL = 14
"""Maximum length of a text that can be the label of the next."""
_LEAD = 24
"""Maximum length of the stored preceding text."""
_TIMES = 2
"""Texts at the same position of a post that are distinguished by their order."""
_COMMON = 0.5
"""Share of posts with the same text from which it is a label or a button."""
_LONGEST = 200
"""Maximum number of visible characters of a text that can contain a name or a date."""
_WRAPS = frozenset("a b i em strong font u span small big".split())
"""Elements that may be around a name in one post and not in another: links and styles."""
_QUOTES = frozenset({"blockquote", "q"})


class Cell(NamedTuple):
    """A text of a post, or a value that one of its elements declares."""

    at: int
    """Its node in the sequence."""
    text: str
    positions: tuple[Position, ...]
    before: int
    """Visible characters of the post before it."""
    after: int
    """Visible characters of the post after it."""
    line_rest: int
    """Visible characters in the rest of its line."""
    preceding: str
    """The text right before it, if short: its label, or a word such as "by"."""
    line: str
    """The text of its line, if it has a date: its parts may be in different elements."""
    dated: bool
    href: str | None
    """The link target, inside a link."""
    declared: bool
    """Whether it is an attribute value."""


class Shown(NamedTuple):
    """A field of a post: what it shows, and where."""

    text: str
    at: int
    """The node that shows it."""
    value: str | None = None
    """Of a date, the value in ISO 8601."""


def common_texts(posts: Sequence[Iterable[str]]) -> set[str]:
    """Texts that more than half of the posts have: labels and buttons."""
    times = Counter(text for texts in posts for text in set(texts))
    return {text for text, seen in times.items() if seen > max(_COMMON * len(posts), 1)}


def cells(keys: NodeKeys, spans: Sequence[Span]) -> list[Cell]:
    """The short texts of a post, in order, without quoted ones."""
    sequence, dated = keys.sequence, keys.dated
    sizes, lines = keys.list_columns.sizes, keys.list_columns.line_size
    total = sum(sizes[stop] - sizes[start] for start, stop in spans)
    times: dict[Position, int] = {}
    found: list[Cell] = []
    before = 0
    preceding = ""
    for at in _nodes(keys, spans):
        size = sizes[at + 1] - sizes[at]
        is_dated, declared = bool(dated[at]), sequence.tag[at] is not TEXT
        if declared:
            text = _declared(keys, at) if is_dated else None
            positions: list[Position] = [("declared", sequence.tag[at])]
        else:
            text = sequence.text[at].strip()
            positions = _places(keys, at) if size <= _LONGEST else []
        if text and (numbered := _numbered(positions, times)):
            found.append(
                Cell(
                    at,
                    text,
                    numbered,
                    before,
                    total - before - size,
                    lines[at] - size,
                    preceding,
                    keys.line_text(at) if is_dated and not declared else "",
                    is_dated,
                    None if declared else _href(keys, at),
                    declared,
                )
            )
        before += size
        if not declared:
            preceding = text if text and len(text) <= _LEAD else ""
    return found


def _numbered(positions: Sequence[Position], times: dict[Position, int]) -> tuple[Position, ...]:
    """Positions with their number of occurrences in the post; those that occur too often are
    dropped."""
    numbered = []
    for position in positions:
        seen = times[position] = times.get(position, 0) + 1
        if seen <= _TIMES:
            numbered.append((*position, seen))
    return tuple(numbered)


def _nodes(keys: NodeKeys, spans: Sequence[Span]) -> Iterator[int]:
    """The texts of a post, and the elements that declare a date."""
    tags, ends, dated = keys.sequence.tag, keys.list_columns.end, keys.dated
    for start, stop in spans:
        at = start
        while at < stop:
            tag = tags[at]
            if tag in _QUOTES and ends[at] < stop and at > spans[0][0] + 1:
                at = ends[at]
                continue
            if tag is TEXT or dated[at]:
                yield at
            at += 1


def _places(keys: NodeKeys, at: int) -> list[Position]:
    tags = keys.sequence.tag
    parent, tag_class = keys.list_columns.parent, keys.list_columns.tag_class
    container = parent[at]
    above = parent[container] if container > 0 else container
    further = parent[above] if above > 0 else above
    label = _label(keys, at, container)
    bare = container
    while tags[bare] in _WRAPS and bare > 0:
        bare = parent[bare]
    return [
        ("made", tag_class[container], tag_class[above], label),
        ("tags", tags[container], tags[above], tags[further], label),
        ("bare", tag_class[bare]),
    ]


def _label(keys: NodeKeys, at: int, container: int) -> str:
    """What precedes a text in its element: a tag, and its text if short."""
    if at - 1 == container:
        return ""
    sequence, parent = keys.sequence, keys.list_columns.parent
    before = at - 1
    while parent[before] != container:
        before = parent[before]
    said = sequence.text[before + 1].strip() if before + 1 < at else ""
    return sequence.tag[before] + (said if len(said) < _LABEL else "")


def _href(keys: NodeKeys, at: int) -> str | None:
    sequence, parent = keys.sequence, keys.list_columns.parent
    for _ in range(3):
        at = parent[at]
        if at < 0:
            return None
        if sequence.tag[at] == "a":
            return sequence.tree.attribute(int(sequence.node[at]), "href")
    return None


def _declared(keys: NodeKeys, at: int) -> str | None:
    tree, node = keys.sequence.tree, int(keys.sequence.node[at])
    return tree.attribute(node, "datetime") or tree.attribute(node, "title")
