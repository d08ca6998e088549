"""Where in the bytes of its page a sentence stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.sentence.encoded import Encoded
from honbun.tree.origin import origin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.tree.encoding import Decoded
    from honbun.tree.tree import Tree


class Place(NamedTuple):
    """A stretch of a page's bytes."""

    offset: int
    length: int


def places(
    html: bytes | str, decoded: Decoded, tree: Tree, ranges: Iterable[tuple[int, int]]
) -> list[Place]:
    """Where ranges of a tree's text stand in its page, tags and character references included.

    Decoded as the page was, the bytes of a place are the source from the first to the last
    character of the range; in ISO-2022-JP they are so after the escape sequence that is in force
    there. Of a page that came as text the places are those in its UTF-8 form. Where characters
    could not be decoded a place is as near as can be told.
    """
    source = origin(tree, decoded.text)
    encoded = Encoded(html, decoded)
    found: list[Place] = []
    for start, stop in ranges:
        first, last = source.span(start, stop)
        begin = encoded.offset(first)
        found.append(Place(begin, encoded.offset(last) - begin))
    return found


def title(tree: Tree) -> tuple[int, int] | None:
    """The range of the page's title in its text, without white space around it."""
    for node in tree.find("title"):
        text = tree.subtree_text(node)
        if tree.tag[tree.parent[node]] != "svg" and (said := text.strip()):
            start = tree.start[node] + len(text) - len(text.lstrip())
            return start, start + len(said)
    return None
