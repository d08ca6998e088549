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

from honbun.html.blocks import BLOCK_LEVEL, UNREAD
from honbun.text.unicode import json_safe, short_text
from honbun.web.snapshot.css import clean, is_suspect

if TYPE_CHECKING:
    from honbun.html.tree import Tree
    from honbun.web.snapshot.images import Pictures

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

# Attributes: the few that say how an element looks, none that leads anywhere or does anything.

_EVERYWHERE = frozenset("class dir hidden id lang style title".split())
_ROW = frozenset("align bgcolor height valign".split())
_CELL = _ROW | frozenset("colspan nowrap rowspan scope width".split())
_MARGINS = frozenset("leftmargin marginheight marginwidth topmargin".split())
_HEADING = dict.fromkeys("div p h1 h2 h3 h4 h5 h6 caption legend".split(), frozenset({"align"}))
LOOKS: dict[str, frozenset[str]] = _HEADING | {
    "body": frozenset({"bgcolor", "text"}) | _MARGINS,
    "br": frozenset({"clear"}),
    "col": frozenset({"align", "span", "valign", "width"}),
    "colgroup": frozenset({"align", "span", "valign", "width"}),
    "dialog": frozenset({"open"}),
    "dl": frozenset({"compact"}),
    "font": frozenset({"color", "face", "size"}),
    "hr": frozenset({"align", "color", "noshade", "size", "width"}),
    "img": frozenset({"align", "alt", "border", "height", "hspace", "vspace", "width"}),
    "li": frozenset({"type", "value"}),
    "ol": frozenset({"compact", "reversed", "start", "type"}),
    "pre": frozenset({"width", "wrap"}),
    "table": frozenset(
        "align bgcolor border bordercolor cellpadding cellspacing frame height rules width".split()
    ),
    "tbody": _ROW,
    "td": _CELL,
    "tfoot": _ROW,
    "th": _CELL,
    "thead": _ROW,
    "time": frozenset({"datetime"}),
    "tr": _ROW,
    "ul": frozenset({"compact", "type"}),
}
"""What an element may have besides, by the tag it is drawn by."""
_ON_ROOT = re.compile(r"data-(?!link|picture|placeholder|field|button|words)[a-z-]{1,40}\Z")
"""Sites say on the root whether they are light or dark, and their sheets ask for it."""
_LENGTH = re.compile(r"\s*(\d{1,5}(?:\.\d{1,4})?)\s*(%|px)?\s*\Z", re.IGNORECASE)
_MAX_STYLES = 2_000_000
"""Characters of `style` attributes of a page that have to be read token by token."""


class Looks:
    """The attributes of one page's elements."""

    def __init__(self, tree: Tree, base: str, pictures: Pictures) -> None:
        self._tree = tree
        self._base = base
        self._pictures = pictures
        self._left = _MAX_STYLES

    def root(self, node: int, tag: str) -> dict[str, str]:
        """The attributes of the page's `<html>` or `<body>`."""
        kept = self.plain(node, tag)
        for name, value in self._tree.attributes(node):
            if _ON_ROOT.match(name) and len(value) < 100:
                kept[name] = json_safe(value)
        return kept

    def plain(self, node: int, tag: str) -> dict[str, str]:
        """The attributes of an element that is drawn with what is in it."""
        kept: dict[str, str] = {}
        own = LOOKS.get(tag, frozenset())
        linked = background = None
        for name, value in self._tree.attributes(node):
            if name in _EVERYWHERE or name in own:
                kept[name] = self._style(value) if name == "style" else json_safe(value)
            elif name == "background":
                background = self._pictures.shown(self._base, value)
            elif name == "href":
                linked = value
        if background:
            kept["style"] = f"background-image:url({background});{kept.get('style', '')}"
        self._mark(node, tag, kept, linked=linked is not None)
        return kept

    def _mark(self, node: int, tag: str, kept: dict[str, str], *, linked: bool) -> None:
        """What the style sheet of the frame goes by."""
        if tag == "a" and linked:
            kept["data-link"] = ""
        elif tag == "img":
            kept |= self._pictures.of(node, self._base)
        elif tag == "details":
            kept["open"] = ""  # clicks are for labels, so nobody could open it
        elif self._tree.tag[node] == "button":
            kept["data-button"] = ""

    def field(self, node: int) -> dict[str, str]:
        """The attributes of a field: its kind, and the words in it."""
        tree = self._tree
        told = [tree.attribute(node, name) for name in ("value", "placeholder", "alt", "title")]
        if tree.tag[node] in ("select", "textarea"):
            told.insert(0, self._inside(node))
        kind = field_kind(tree, node)
        shown = "" if kind in ("checkbox", "radio", "range", "color", "file") else _first(told)
        return self.plain(node, "span") | {"data-field": kind, "data-words": shown}

    def _inside(self, node: int) -> str:
        """What a select or text area shows before anybody touches it."""
        tree = self._tree
        options = [i for i in range(node + 1, tree.end[node]) if tree.tag[i] == "option"]
        if not options:
            return "" if tree.tag[node] == "select" else tree.subtree_text(node)[:1000]
        chosen = tree.values(options, "selected")
        first = next((i for i, value in zip(options, chosen) if value is not None), options[0])
        return tree.subtree_text(first)[:1000]

    def box(self, node: int) -> dict[str, str]:
        """The attributes of a box: what it stands for, in words, and its size."""
        tree = self._tree
        told = [tree.attribute(node, name) for name in ("alt", "title", "aria-label")]
        kept = self.plain(node, "span")
        size = [_size(name, tree.attribute(node, name)) for name in ("width", "height")]
        if any(size):
            kept["style"] = "".join(size) + kept.get("style", "")
        return kept | {"data-placeholder": tree.tag[node], "data-words": _first(told)}

    def _style(self, css: str) -> str:
        if is_suspect(css):
            if len(css) > self._left:
                return ""
            self._left -= len(css)
        return clean(css, lambda address: self._pictures.shown(self._base, address))


def _first(told: list[str | None]) -> str:
    return next(filter(None, map(short_text, told)), "")


def _size(name: str, value: str | None) -> str:
    """A width or height as CSS: the boxes are no elements for which the attribute would count.

    >>> _size("width", "640"), _size("height", "50%"), _size("width", "auto")
    ('width:640px;', 'height:50%;', '')
    """
    length = _LENGTH.match(value or "")
    return f"{name}:{length[1]}{(length[2] or 'px').lower()};" if length else ""
