"""Which elements and attributes of a page are drawn, and what replaces the others.

Anything that runs, submits, frames or loads is left out. Text that a browser would hide (`<title>`
in the body, `<noscript>`) is drawn under another tag, so that all text of a block is visible.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.html.blocks import BLOCK_LEVEL, UNREAD
from honbun.text.unicode import json_safe, short_text
from honbun.web.snapshot.css import clean_css, needs_cleaning

if TYPE_CHECKING:
    from honbun.html.tree import Tree
    from honbun.web.snapshot.images import Images

SAFE_TAGS = frozenset(
    "a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col "
    "colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font "
    "footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li listing main map mark menu "
    "nav nobr ol p picture plaintext pre q rb rp rt rtc ruby s samp search section small span "
    "strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr "
    "xmp".split()
)
"""Tags without behaviour."""
FIELDS = frozenset({"input", "select", "textarea", "keygen"})
BOXES = frozenset(
    {"iframe", "frame", "object", "embed", "video", "audio", "canvas", "svg", "applet"}
)
_OMITTED = frozenset(
    "area base basefont bgsound datalist link meta noembed noframes param script source style "
    "template track".split()
)
_EMPTY = frozenset(
    # Browsers show no children of these. Inside MathML, where `<area>` is just a name, the parser
    # may give them children.
    "area base basefont bgsound br col embed frame hr iframe img input keygen link meta noembed "
    "noframes param source track wbr".split()
)
_ORDINARY = SAFE_TAGS - _EMPTY
_CUSTOM = re.compile(r"(?!honbun-)[a-z]+(?:-[a-z0-9]+)+\Z")
"""Names of custom elements. None is defined in the frame; the prefix is reserved for ours."""


class Drawing(Enum):
    """How an element is drawn."""

    WITH_CHILDREN = "with its children"
    FIELD = "as an empty field"
    BOX = "as a box"
    OMITTED = "not at all"


def drawing_of(tree: Tree, node: int) -> Drawing:
    """How an element of the body is drawn."""
    tag = tree.tag[node]
    if tag in _ORDINARY or (tag in _EMPTY and not _is_empty(tree, node)):
        return Drawing.WITH_CHILDREN
    if tag in _OMITTED:
        # A declarative shadow root is visible; in the tree it is a template.
        declared = tag == "template" and tree.attribute(node, "shadowrootmode") is not None
        return Drawing.WITH_CHILDREN if declared else Drawing.OMITTED
    if tag in FIELDS:
        hidden = tag == "input" and _type(tree, node) == "hidden"
        return Drawing.OMITTED if hidden else Drawing.FIELD
    # Browsers show the fallback of an applet.
    if tag in BOXES and (tag in UNREAD or _is_empty(tree, node)):
        return Drawing.BOX
    return Drawing.WITH_CHILDREN


def drawn_tag(tree: Tree, node: int) -> str:
    """The tag with which an element is drawn."""
    tag = tree.tag[node]
    if tag in _EMPTY and not _is_empty(tree, node):
        return _plain(tag)
    return safe_tag(tag)


@lru_cache(maxsize=1024)
def safe_tag(tag: str) -> str:
    """The tag itself if it is harmless, else `div` or `span`.

    >>> safe_tag("article"), safe_tag("my-card"), safe_tag("form"), safe_tag("marquee")
    ('article', 'my-card', 'div', 'span')
    """
    return tag if tag in SAFE_TAGS or _CUSTOM.match(tag) else _plain(tag)


def _plain(tag: str) -> str:
    return "div" if tag in BLOCK_LEVEL else "span"


def _is_empty(tree: Tree, node: int) -> bool:
    return tree.end[node] == node + 1 and tree.start[node] == tree.stop[node]


def _type(tree: Tree, node: int) -> str:
    return (tree.attribute(node, "type") or "text").strip().lower()


def field_type(tree: Tree, node: int) -> str:
    """The type of an input, `text` if unknown; the tag of other fields."""
    tag = tree.tag[node]
    if tag != "input":
        return tag
    kind = _type(tree, node)
    return "button" if kind in ("submit", "reset") else kind if kind in _TYPES else "text"


_TYPES = frozenset("button checkbox color file image radio range".split())


_GLOBAL_ATTRIBUTES = frozenset("class dir hidden id lang style title".split())
_ROW = frozenset("align bgcolor height valign".split())
_CELL = _ROW | frozenset("colspan nowrap rowspan scope width".split())
_MARGINS = frozenset("leftmargin marginheight marginwidth topmargin".split())
_HEADING = dict.fromkeys("div p h1 h2 h3 h4 h5 h6 caption legend".split(), frozenset({"align"}))
TAG_ATTRIBUTES: dict[str, frozenset[str]] = _HEADING | {
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
"""Further attributes by the tag with which an element is drawn."""
_ROOT_DATA = re.compile(r"data-(?!link|picture|placeholder|field|button|words)[a-z-]{1,40}\Z")
"""Sites mark light and dark themes on the root element, and their style sheets depend on it."""
_LENGTH = re.compile(r"\s*(\d{1,5}(?:\.\d{1,4})?)\s*(%|px)?\s*\Z", re.IGNORECASE)
_MAX_STYLES = 2_000_000
"""Characters of a page's `style` attributes that are cleaned token by token."""


class Attributes:
    """The attributes of the elements of one page."""

    def __init__(self, tree: Tree, base: str, images: Images) -> None:
        self._tree = tree
        self._base = base
        self._images = images
        self._left = _MAX_STYLES

    def root(self, node: int, tag: str) -> dict[str, str]:
        """The attributes of `<html>` or `<body>`."""
        kept = self.plain(node, tag)
        for name, value in self._tree.attributes(node):
            if _ROOT_DATA.match(name) and len(value) < 100:
                kept[name] = json_safe(value)
        return kept

    def plain(self, node: int, tag: str) -> dict[str, str]:
        """The attributes of an element that is drawn with its children."""
        kept: dict[str, str] = {}
        own = TAG_ATTRIBUTES.get(tag, frozenset())
        linked = background = None
        for name, value in self._tree.attributes(node):
            if name in _GLOBAL_ATTRIBUTES or name in own:
                kept[name] = self._style(value) if name == "style" else json_safe(value)
            elif name == "background":
                background = self._images.find(self._base, value)
            elif name == "href":
                linked = value
        if background:
            kept["style"] = f"background-image:url({background});{kept.get('style', '')}"
        self._mark(node, tag, kept, linked=linked is not None)
        return kept

    def _mark(self, node: int, tag: str, kept: dict[str, str], *, linked: bool) -> None:
        """Add the attributes that the style sheet of the frame uses."""
        if tag == "a" and linked:
            kept["data-link"] = ""
        elif tag == "img":
            kept |= self._images.attributes(node, self._base)
        elif tag == "details":
            kept["open"] = ""  # a click labels a block, so it could not be opened
        elif self._tree.tag[node] == "button":
            kept["data-button"] = ""

    def field(self, node: int) -> dict[str, str]:
        """The attributes of a form field: its type and its text."""
        tree = self._tree
        texts = [tree.attribute(node, name) for name in ("value", "placeholder", "alt", "title")]
        if tree.tag[node] in ("select", "textarea"):
            texts.insert(0, self._inside(node))
        kind = field_type(tree, node)
        shown = "" if kind in ("checkbox", "radio", "range", "color", "file") else _first(texts)
        return self.plain(node, "span") | {"data-field": kind, "data-words": shown}

    def _inside(self, node: int) -> str:
        """The initial text of a select or text area."""
        tree = self._tree
        options = [i for i in range(node + 1, tree.end[node]) if tree.tag[i] == "option"]
        if not options:
            return "" if tree.tag[node] == "select" else tree.subtree_text(node)[:1000]
        chosen = tree.values(options, "selected")
        first = next((i for i, value in zip(options, chosen) if value is not None), options[0])
        return tree.subtree_text(first)[:1000]

    def box(self, node: int) -> dict[str, str]:
        """The attributes of a placeholder: a description and its size."""
        tree = self._tree
        texts = [tree.attribute(node, name) for name in ("alt", "title", "aria-label")]
        kept = self.plain(node, "span")
        size = [_size(name, tree.attribute(node, name)) for name in ("width", "height")]
        if any(size):
            kept["style"] = "".join(size) + kept.get("style", "")
        return kept | {"data-placeholder": tree.tag[node], "data-words": _first(texts)}

    def _style(self, css: str) -> str:
        if needs_cleaning(css):
            if len(css) > self._left:
                return ""
            self._left -= len(css)
        return clean_css(css, lambda address: self._images.find(self._base, address))


def _first(texts: list[str | None]) -> str:
    return next(filter(None, map(short_text, texts)), "")


def _size(name: str, value: str | None) -> str:
    """A width or height attribute as CSS.

    >>> _size("width", "640"), _size("height", "50%"), _size("width", "auto")
    ('width:640px;', 'height:50%;', '')
    """
    length = _LENGTH.match(value or "")
    return f"{name}:{length[1]}{(length[2] or 'px').lower()};" if length else ""
