"""Elements: which are drawn as they are, and what stands in for the others.

What runs, submits, frames or loads never comes out. What the browser would hide although it is
text of the page (`<title>` in the body, `<noscript>` in a frame with a script) comes out under
another name, so that all text of a block can be seen and pointed at.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.tree.block import BLOCK_LEVEL, UNREAD

if TYPE_CHECKING:
    from honbun.tree.tree import Tree

KEPT = frozenset(
    "a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col "
    "colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font "
    "footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li listing main map mark menu "
    "nav nobr ol p picture plaintext pre q rb rp rt rtc ruby s samp search section small span "
    "strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr "
    "xmp".split()
)
"""Tags that do nothing but look."""
FIELDS = frozenset({"input", "select", "textarea", "keygen"})
BOXES = frozenset(
    {"iframe", "frame", "object", "embed", "video", "audio", "canvas", "svg", "applet"}
)
_GONE = frozenset(
    # Besides what holds no text of the page: what the browser keeps for itself.
    "area base basefont bgsound datalist link meta noembed noframes param script source style "
    "template track".split()
)
_EMPTY = frozenset(
    # No child of these is shown. The parser gives them none, but it does inside of MathML, where
    # `<area>` is just a name.
    "area base basefont bgsound br col embed frame hr iframe img input keygen link meta noembed "
    "noframes param source track wbr".split()
)
_ORDINARY = KEPT - _EMPTY
_CUSTOM = re.compile(r"(?!honbun-)[a-z]+(?:-[a-z0-9]+)+\Z")
"""Names of elements that scripts define. None is defined here, and ours are not for pages."""


class Manner(Enum):
    """How an element is drawn."""

    OPEN = "with what is in it"
    FIELD = "as an empty field"
    BOX = "as a box"
    GONE = "not at all"


def manner(tree: Tree, node: int) -> Manner:
    """How an element of the body is drawn."""
    tag = tree.tag[node]
    if tag in _ORDINARY or (tag in _EMPTY and not _is_empty(tree, node)):
        return Manner.OPEN
    if tag in _GONE:
        # A shadow root that is declared is shown; the tree keeps it as a template.
        declared = tag == "template" and tree.attribute(node, "shadowrootmode") is not None
        return Manner.OPEN if declared else Manner.GONE
    if tag in FIELDS:
        hidden = tag == "input" and _type(tree, node) == "hidden"
        return Manner.GONE if hidden else Manner.FIELD
    # An applet shows its fallback nowadays.
    if tag in BOXES and (tag in UNREAD or _is_empty(tree, node)):
        return Manner.BOX
    return Manner.OPEN


def name(tree: Tree, node: int) -> str:
    """The tag that an element is drawn by."""
    tag = tree.tag[node]
    if tag in _EMPTY and not _is_empty(tree, node):
        return _plain(tag)
    return drawn_as(tag)


@lru_cache(maxsize=1024)
def drawn_as(tag: str) -> str:
    """The tag itself where it is harmless, else a plain one.

    >>> drawn_as("article"), drawn_as("my-card"), drawn_as("form"), drawn_as("marquee")
    ('article', 'my-card', 'div', 'span')
    """
    return tag if tag in KEPT or _CUSTOM.match(tag) else _plain(tag)


def _plain(tag: str) -> str:
    return "div" if tag in BLOCK_LEVEL else "span"


def _is_empty(tree: Tree, node: int) -> bool:
    return tree.end[node] == node + 1 and tree.start[node] == tree.stop[node]


def _type(tree: Tree, node: int) -> str:
    return (tree.attribute(node, "type") or "text").strip().lower()


def field_kind(tree: Tree, node: int) -> str:
    """What kind of field: the type of an input, else its tag.

    Types that the standard does not know are text.
    """
    tag = tree.tag[node]
    if tag != "input":
        return tag
    kind = _type(tree, node)
    return "button" if kind in ("submit", "reset") else kind if kind in _TYPES else "text"


_TYPES = frozenset("button checkbox color file image radio range".split())
