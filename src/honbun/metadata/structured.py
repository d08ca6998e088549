"""JSON-LD: the values in a page's scripts, mended where they break the rules of JSON.

Search engines read damaged scripts too, so nobody repairs them: commas at the end of a list, line
breaks in strings, comments around it all. What can be read after such mending comes out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import orjson

from honbun.html.links import safe_url
from honbun.metadata import head
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.html.tree import Tree

# Limits against hostile pages, far above what others need.
_MAX_SCRIPT = 1 << 20
_MAX_VALUES = 100
_MAX_THINGS = 2000

_BEFORE = re.compile(r"\A(?:<!--(?:[^{\[>]{0,200}-->)?|<!\[CDATA\[|//|/\*|\*/|[\s,;\ufeff])*")
"""What may stand before an object in a script: comments that hid it from ancient browsers."""
_ESCAPE = re.compile(
    r"(\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u(?![dD][89a-fA-F])|\\[\"\\/bfnrt])|\\(?:u\w{4})?"
)
"""An escape that JSON knows, else one that it does not: `\\'`, half of a surrogate pair."""
_CONTROL = re.compile(r"[\x00-\x1f]")
_LAST_COMMA = re.compile(r",\s*(?=[}\]])")


def json_ld(tree: Tree) -> Iterator[Any]:
    """What the page's JSON-LD says."""
    for script in _scripts(tree):
        try:
            yield orjson.loads(script)
        except orjson.JSONDecodeError:
            yield from _mended(script)


def object_types(values: Iterable[Any]) -> Iterator[str]:
    """The types of all objects in some values, wherever they stand, in lower case.

    >>> list(object_types([{"@type": "Product", "offers": [{"@type": ["Offer"]}]}]))
    ['product', 'offer']
    """
    waiting: list[Any] = [list(values)]
    for _ in range(_MAX_THINGS):
        if not waiting:
            return
        inner = waiting.pop()
        if isinstance(inner, dict):
            kinds = inner.get("@type")
            for kind in kinds if isinstance(kinds, list) else [kinds]:
                if isinstance(kind, str):
                    yield kind.rpartition("/")[2].lower()
            inner = inner.values()
        waiting += [part for part in reversed([*inner]) if isinstance(part, dict | list)]


def unread_json_ld(tree: Tree) -> int:
    """How many characters the scripts have that are too large to be read."""
    return sum(len(text) for text in _all_scripts(tree) if len(text) > _MAX_SCRIPT)


def _scripts(tree: Tree) -> Iterator[str]:
    return (text for text in _all_scripts(tree) if len(text) <= _MAX_SCRIPT)


def _all_scripts(tree: Tree) -> Iterator[str]:
    scripts = tree.find("script")
    for node, kind in zip(scripts, tree.values(scripts, "type")):
        if kind and kind.partition(";")[0].strip().lower() == "application/ld+json":
            yield tree.raw.get(node, "")


def _mended(script: str) -> Iterator[Any]:
    """The objects of a script that breaks the rules of JSON in one of the usual ways.

    >>> list(_mended('<!-- {"a": 1, }; {"b": 2} -->'))
    [{'a': 1}, {'b': 2}]
    """
    text = _ESCAPE.sub(r"\1", _CONTROL.sub(" ", script))
    text = _LAST_COMMA.sub("", text)
    for _ in range(_MAX_VALUES):
        text = _BEFORE.sub("", text)
        try:
            yield orjson.loads(text)
        except orjson.JSONDecodeError as error:
            # Where another object or a remark follows, this is the place.
            try:
                yield orjson.loads(text[: error.pos])
            except orjson.JSONDecodeError:
                return
            text = text[error.pos :]
        else:
            return


# Schema: objects in the words of schema.org, and which of them is what the page is about.
#
# A page describes others too: its site, its comments, the articles it links to. An object counts
# where it gives the page's address, or where no other contradicts it.

Fields = dict[str, Any]
"""An object as it was found: anything may stand anywhere."""
_NAMES = ("name", "@value")
"""Where an object that stands for a text has it."""
FILES = ("url", "contentUrl")
"""Where an object that stands for a picture has its address."""
_ADDRESSES = ("@id", "url")
_INTO = "@graph mainEntity mainEntityOfPage mainContentOfPage blogPost isPartOf".split()
"""Where the object that a page is about may stand: not among its comments, reviews or lists."""
_SIGNS = ("headline", "author", "datePublished")
"""What a work has; organisations, places and paths of links do without."""
_WORKS = frozenset(
    "book course dataset event howto jobposting movie product question recipe softwareapplication "
    "videoobject".split()
)
"""Types that a page is about even without these signs."""
_NO_WORKS = frozenset(
    "answer blog comment creativeworkseries imageobject newspaper periodical person "
    "publicationissue publicationvolume".split()
)
"""Types that are only part of what the page is, or stand around it."""

# Limits against hostile pages, far above what others need.
_MAX_OBJECTS = 1000
_MAX_DEPTH = 16
_MAX_LIST = 100


class PageUrls:
    """The addresses that a page goes by: where it was found, and what it says is its own."""

    def __init__(self, tree: Tree, url: str) -> None:
        self._tree = tree
        self._url = url

    def __contains__(self, address: str) -> bool:
        return _bare(self._url, address) in self._own

    @cached_property
    def _own(self) -> set[str]:
        # Only when it is asked for: two of three pages have no object that could be theirs.
        canonical = head.link(self._tree, "canonical") or ""
        return {_bare(self._url, self._url), _bare(self._url, canonical)} - {""}


def _bare(url: str, address: str) -> str:
    """An address without what differs between names of one page.

    >>> _bare("", "https://www.example.org/%61/#top")
    'example.org/a'
    """
    bare = (safe_url(url, address) or "").partition("://")[2].partition("#")[0]
    return unquote(bare).removeprefix("www.").rstrip("/")


@dataclass(frozen=True, slots=True)
class _Object:
    kind: str
    own: bool
    """Whether it gives the page's address as its own."""
    fields: Fields


@dataclass(frozen=True, slots=True)
class PageObjects:
    """What one part of a page says in the words of schema.org."""

    works: list[_Object] = field(default_factory=list)
    pages: list[_Object] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    """The names of the site."""
    by_id: dict[str, Fields] = field(default_factory=dict)

    def said(self, *names: str, parts: tuple[str, ...] = _NAMES) -> tuple[str, ...]:
        """The values of the first of these properties that the page's work has, else the page."""
        for objects in filter(None, (self.works, self.pages)):
            for name in names:
                if texts := self._agreed(objects, name, parts):
                    return texts
        return ()

    def kinds(self) -> list[str]:
        """The type of the page's work and that of the page, where it is clear which they are."""
        groups = ([o for o in g if o.own] or g for g in (self.works, self.pages))
        return [g[0].kind for g in groups if g and g[0].kind and (g[0].own or len(g) == 1)]

    def _agreed(self, objects: list[_Object], name: str, parts: tuple[str, ...]) -> tuple[str, ...]:
        """The values of the page's own object, else those that no other object contradicts."""
        found: set[tuple[str, ...]] = set()
        for thing in objects:
            if texts := tuple(_texts(thing.fields.get(name), parts, self.by_id)):
                if thing.own:
                    return texts
                found.add(texts)
        return found.pop() if len(found) == 1 else ()


def page_objects(values: Iterable[Any], addresses: PageUrls) -> PageObjects:
    """The objects among these values that may tell of the page with these addresses."""
    found = PageObjects()
    for fields in _walk(values):
        if len(fields) > 1 and isinstance(name := fields.get("@id"), str):
            found.by_id.setdefault(name, fields)
        kind = _kind(fields)
        if kind == "website":
            found.sites.extend(_texts(fields.get("name")))
        elif kind.endswith("page") or _is_work(kind, fields):
            group = found.pages if kind.endswith("page") else found.works
            group.append(_Object(kind, _is_own(fields, addresses), fields))
    return found


def _walk(values: Iterable[Any]) -> Iterator[Fields]:
    """The objects among these values, and those that may be what the page is about in them."""
    waiting = [(value, 0) for value in values][::-1]
    for _ in range(_MAX_OBJECTS):
        if not waiting:
            return
        value, depth = waiting.pop()
        inner: list[Any] = []
        if isinstance(value, list):
            inner = value[:_MAX_OBJECTS]
        elif isinstance(value, dict):
            yield value
            inner = [value[key] for key in _INTO if key in value]
        if depth < _MAX_DEPTH:
            waiting.extend((part, depth + 1) for part in reversed(inner))


def _kind(fields: Fields) -> str:
    """The type of an object, its own work's rather than that of a page, without the vocabulary."""
    kinds = [re.split("[/#:]", kind)[-1].lower() for kind in _texts(fields.get("@type"))]
    return next((kind for kind in kinds if not kind.endswith("page")), kinds[0] if kinds else "")


def _is_work(kind: str, fields: Fields) -> bool:
    return kind in _WORKS or (kind not in _NO_WORKS and not fields.keys().isdisjoint(_SIGNS))


def _is_own(fields: Fields, addresses: PageUrls) -> bool:
    given = [
        *_texts(fields.get("url"), _ADDRESSES),
        *_texts(fields.get("mainEntityOfPage"), _ADDRESSES),
    ]
    # The parts of a list have names like "#item-1" in the page, and addresses elsewhere.
    return any(address in addresses for address in given or _texts(fields.get("@id")))


def _texts(
    value: Any,
    parts: tuple[str, ...] = _NAMES,
    by_id: dict[str, Fields] | None = None,
    depth: int = 0,
) -> Iterator[str]:
    """The strings that a value stands for: itself, those of a list, the name of an object."""
    if isinstance(value, str):
        if text := collapse(unescape(value)):
            yield text
    elif depth == 3:  # a list of objects with lists of names is the deepest that makes sense
        return
    elif isinstance(value, list):
        for item in value[:_MAX_LIST]:
            yield from _texts(item, parts, by_id, depth + 1)
    elif isinstance(value, dict):
        if (part := next((value[part] for part in parts if value.get(part)), None)) is not None:
            yield from _texts(part, parts, by_id, depth + 1)
        elif by_id and isinstance(name := value.get("@id"), str):
            # No deeper from there: references in a circle would multiply.
            yield from _texts(by_id.get(name), parts, None, 2)


# Microdata: what a page's elements are marked as, as objects like those of JSON-LD.
#
# An element with `itemscope` is an item, those with `itemprop` inside are its properties. Some
# pages mark properties and forget the item: those outside of all count as one item more.

_PERSONS = frozenset({"author", "creator"})
_ATTRIBUTES = {
    **dict.fromkeys(("url", "mainEntityOfPage", "image"), ("href", "src")),
    **dict.fromkeys(("datePublished", "dateModified", "dateCreated"), ("datetime",)),
}
"""Where properties have their value if not in `content` or in the text."""


def microdata(tree: Tree) -> list[Fields]:
    """The items that are part of no other, and first one for the properties outside of all."""
    loose: Fields = {}
    tops, around = [loose], [(len(tree), loose)]
    for node, mark in _marks(tree).items():
        while around[-1][0] <= node:
            around.pop()
        names = mark.get("itemprop", "").split()
        item = _item(tree, node, names) if "itemscope" in mark else None
        for name in names:
            value = _value(tree, node, name) if item is None else item
            around[-1][1].setdefault(name, []).append(value)
        if item is not None:
            around.append((tree.end[node], item))
            if not names:
                tops.append(item)
    return tops


def _marks(tree: Tree) -> dict[int, dict[str, str]]:
    """The marked elements, each with its marks."""
    marks: dict[int, dict[str, str]] = {}
    for node, name, value in tree.having("itemscope", "itemprop"):
        marks.setdefault(node, {})[name] = value
    return marks


def _item(tree: Tree, node: int, names: list[str]) -> Fields:
    # An author marked as an item often has no name marked inside.
    text = "" if _PERSONS.isdisjoint(names) else tree.subtree_text(node)
    kinds = (tree.attribute(node, "itemtype") or "").split()
    return {"@type": kinds, "@id": tree.attribute(node, "itemid"), "@value": text}


def _value(tree: Tree, node: int, name: str) -> str:
    """A property's value; of a linked name the text, though the standard says its address."""
    for attribute in ("content", *_ATTRIBUTES.get(name, ())):
        if value := tree.attribute(node, attribute):
            return value
    return tree.subtree_text(node)
