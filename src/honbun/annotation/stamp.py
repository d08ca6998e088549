"""Labels stamped on their page: `data-honbun` attributes that CSS selectors find.

So a labelled page can be read by whoever reads HTML. A stamp is written into the page's source,
right after the name of the tag, because the first of two equal attributes wins; nothing else
changes, so the stamped page parses to the same tree. What a selector matches it matches with all
that stands inside, so a block without a label inside a labelled one is stamped `none`, and readers
leave out what is: see `SELECTORS` and `EXCLUDED`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.annotation.model import Kind
from honbun.html.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from honbun.annotation.blocks import BlockColumns
    from honbun.html.tree import Tree

ATTRIBUTE = "data-honbun"
NONE = "none"
"""The stamp of a block that is no content although one around it is."""

_FIELDS = {
    "title": (Kind.TITLE,),
    "date": (Kind.DATE,),
    "author": (Kind.AUTHOR,),
    "figure": (Kind.FIGURE, Kind.CAPTION),
    "body": (Kind.BODY, Kind.CREDIT),
}
"""The fields of the site format, which has none for captions and credits."""


def _selector(value: str) -> str:
    return f'[{ATTRIBUTE}="{value}"]'


SELECTORS = {field: [_selector(kind) for kind in kinds] for field, kinds in _FIELDS.items()}
"""What finds the stamped blocks, by the fields of the site format."""
EXCLUDED = [_selector(NONE)]
"""What is left out of them."""

_PROLOGUE = re.compile(r"(?:[\t\n\f ]*<![^>]*>)*[\t\n\f ]*")
"""What may stand before a body without a tag: a document type, comments, white space."""
_NAME = re.compile(r"<[^\t\n\f />]*")


@dataclass(frozen=True, slots=True)
class Stamped:
    """A page's text with the labels in it."""

    text: str
    bare: tuple[int, ...]
    """Blocks whose stamp found no place: their elements have no tag in the source."""


def stamp(html: str, tree: Tree, blocks: BlockColumns, kinds: Mapping[int, Kind]) -> Stamped:
    """The text of a page (whose tree and blocks these are) with the kinds of some blocks on it.

    A block without a label that stands inside a labelled one and holds another is not stamped:
    what is inside it would be left out with it. So it reads as content.
    """
    stamps = _stamps(blocks, kinds)
    values = {blocks.node[block]: value for block, value in stamps.items()}
    # A page may have such attributes of its own, as one that was exported and read again does.
    values.update(
        {node: "" for node, _, _ in tree.find_attributes(ATTRIBUTE) if node not in values}
    )
    source = html.replace("\r\n", "\n").replace("\r", "\n")  # as offsets count
    text = _written(source, tree, values)
    bare = {node for node in values if tree.span(node) is None}
    body = tree.body()
    if body in bare and (with_body := _with_body(text, tree, values[body])) is not None:
        text = with_body
        bare.discard(body)
    return Stamped(text, tuple([block for block in stamps if blocks.node[block] in bare]))


def _stamps(blocks: BlockColumns, kinds: Mapping[int, Kind]) -> dict[int, str]:
    """What is written on each block that needs a stamp."""
    stamps: dict[int, str] = {}
    labelled = sorted(kinds)
    labelled_until = 0  # the end of the labelled block around this one
    for block in range(len(blocks)):
        end = blocks.end[block]
        if block in kinds:
            stamps[block] = kinds[block].value
            labelled_until = max(labelled_until, end)
        elif blocks.shown[block] and block < labelled_until:
            holds_labelled = bisect_left(labelled, block) != bisect_left(labelled, end)
            if not holds_labelled:
                stamps[block] = NONE
    return stamps


def _written(source: str, tree: Tree, values: Mapping[int, str]) -> str:
    # By their places, because the copies that the parser makes of an element have the same.
    places = {span.start: value for node, value in values.items() if (span := tree.span(node))}
    pieces, done = [], 0
    for start, value in sorted(places.items()):
        name = _NAME.match(source, start)
        assert name is not None
        pieces += [source[done : name.end()], _attribute(value)]
        done = name.end()
    return "".join([*pieces, source[done:]])


def _attribute(value: str) -> str:
    return f' {ATTRIBUTE}="{value}"'


def _with_body(text: str, tree: Tree, value: str) -> str | None:
    """The text with a tag for a body that had none; None where it can stand nowhere.

    A second `<body>` adds its attributes to the first, wherever it stands (HTML Standard,
    13.2.6.4.7). At the end it is in nobody's way, unless the page ends within a script or so.
    """
    tag = f"<body{_attribute(value)}>"
    for place in (len(text), *_before_body(text)):
        candidate = text[:place] + tag + text[place:]
        if _is_same(again := parse(candidate), tree):
            body = again.body()
            if body is not None and again.attribute(body, ATTRIBUTE) == value:
                return candidate
    return None


def _before_body(text: str) -> Iterator[int]:
    """Where a body that has no tag may begin: before its first element, or after the head."""
    tree = parse(text)
    body = tree.body()
    spans = [(node, span) for node in range(len(tree)) if (span := tree.span(node))]
    if body is not None:
        yield from [span.start for node, span in spans if node > body][:1]
        opened = [span.open_end for node, span in spans if node < body]
        closed = [span.end for node, span in spans if 0 < node < body and span.end]
        start = _PROLOGUE.match(text, max([*opened, *closed], default=0))
        yield start.end() if start else 0


def _is_same(one: Tree, other: Tree) -> bool:
    """Whether two trees differ in nothing but attributes."""
    return (
        one.tag == other.tag
        and one.parent == other.parent
        and one.start == other.start
        and one.run == other.run
        and one.run_owner == other.run_owner
        and dict(one.raw) == dict(other.raw)
    )
