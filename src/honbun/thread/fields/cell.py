"""Cells: the texts of posts, each with the places that it could be recognised by in other posts.

Posts of one page are made alike, so the author of each stands where the authors of the others
stand. A text has several places, from the special to the plain: the elements it stands in with
their classes, the tags around it, the label before it, its line; which of them is the author's is
decided by what stands there in all posts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.thread.strand import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.thread.cut.keys import Keys

Span = tuple[int, int]
Place = tuple[object, ...]

_LABEL = 14
"""A text of at most so many characters before another can be its label."""
_TIMES = 2
"""Texts of one place in one post that are told apart by their order."""
_LONGEST = 200
"""Texts that can hold a name or a date are no longer."""
_WRAPS = frozenset("a b i em strong font u span small big".split())
"""What a name may stand in on one post and not on the next: links, and how it looks."""
_QUOTES = frozenset({"blockquote", "q"})


@dataclass(frozen=True, slots=True)
class Cell:
    """A text of a post, or a value that an element of it declares."""

    at: int
    """Its node in the strand."""
    text: str
    places: tuple[Place, ...]
    before: int
    """Visible characters of the post before it."""
    after: int
    """Visible characters of the post after it."""
    beside: int
    """Visible characters of its line besides it."""
    line: str
    """What its line says, where it has a date: parts of one may stand in elements of their own."""
    dated: bool
    href: str | None
    """Where it leads, inside of a link."""
    declared: bool
    """Whether it is an attribute, and not shown."""


def cells(keys: Keys, spans: Sequence[Span]) -> list[Cell]:
    """The short texts of a post in their order, those that it quotes left out."""
    strand = keys.strand
    total = int(sum(strand.sizes[stop] - strand.sizes[start] for start, stop in spans))
    times: Counter[Place] = Counter()
    found: list[Cell] = []
    before = 0
    for at in _nodes(keys, spans):
        size = int(strand.sizes[at + 1] - strand.sizes[at])
        declared = strand.tag[at] is not TEXT
        if declared:
            text = _declared(keys, at) if keys.dated[at] else None
            places: list[Place] = [("declared", strand.tag[at])]
        else:
            text = strand.text[at].strip()
            places = _places(keys, at) if size <= _LONGEST else []
        if text and places:
            numbered = []
            for place in places:
                times[place] += 1
                if times[place] <= _TIMES:
                    numbered.append((*place, times[place]))
            if numbered:
                found.append(
                    Cell(
                        at,
                        text,
                        tuple(numbered),
                        before,
                        total - before - size,
                        keys.line_size(at) - size,
                        keys.line_text(at) if keys.dated[at] and not declared else "",
                        bool(keys.dated[at]),
                        None if declared else _href(keys, at),
                        declared,
                    )
                )
        before += size
    return found


def _nodes(keys: Keys, spans: Sequence[Span]) -> Iterator[int]:
    strand = keys.strand
    for start, stop in spans:
        at = start
        while at < stop:
            if strand.tag[at] in _QUOTES and strand.end[at] < stop and at > spans[0][0] + 1:
                at = int(strand.end[at])
                continue
            yield at
            at += 1


def _places(keys: Keys, at: int) -> list[Place]:
    strand = keys.strand
    holder = int(strand.parent[at])
    above = int(strand.parent[holder]) if holder > 0 else holder
    further = int(strand.parent[above]) if above > 0 else above
    label = _label(keys, at, holder)
    tags = (strand.tag[holder], strand.tag[above], strand.tag[further])
    bare = holder
    while strand.tag[bare] in _WRAPS and bare > 0:
        bare = int(strand.parent[bare])
    return [
        ("made", int(keys.make[holder]), int(keys.make[above]), label),
        ("tags", *tags, label),
        ("bare", int(keys.make[bare])),
    ]


def _label(keys: Keys, at: int, holder: int) -> str:
    """What stands before a text in its element: a tag, and the text in it if that is short."""
    strand = keys.strand
    if at - 1 == holder:
        return ""
    before = at - 1
    while strand.parent[before] != holder:
        before = int(strand.parent[before])
    said = strand.text[before + 1].strip() if before + 1 < at else ""
    return strand.tag[before] + (said if len(said) < _LABEL else "")


def _href(keys: Keys, at: int) -> str | None:
    strand = keys.strand
    for _ in range(3):
        at = int(strand.parent[at])
        if at < 0:
            return None
        if strand.tag[at] == "a":
            return strand.tree.attribute(int(strand.node[at]), "href")
    return None


def _declared(keys: Keys, at: int) -> str | None:
    tree, node = keys.strand.tree, int(keys.strand.node[at])
    return tree.attribute(node, "datetime") or tree.attribute(node, "title")
