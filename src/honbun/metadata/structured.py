"""Structured data: JSON-LD and microdata as schema.org objects, and which of them is the page.

turbohtml has readers for both, but they lose what we need: on 1,800 pages of our data 13 have
JSON-LD that its reader skips because it is not valid JSON, and on 240 its microdata differ, mostly
because a linked name has the link's URL as its value, as the standard says, and not the name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import TYPE_CHECKING, Any

import orjson

from honbun.html.links import safe_url
from honbun.metadata import head
from honbun.text.unicode import collapse
from honbun.text.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.html.tree import Tree

# Limits against hostile pages, far above what real ones need.
MAX_SCRIPT = 1 << 20
"""Characters of the longest JSON-LD that is read."""
_MAX_VALUES = 100
_MAX_VISITED = 2000
_MAX_OBJECTS = 1000
_MAX_DEPTH = 16
_MAX_LIST = 100

_BEFORE = re.compile(r"\A(?:<!--(?:[^{\[>]{0,200}-->)?|<!\[CDATA\[|//|/\*|\*/|[\s,;\ufeff])*")
"""What may precede an object in a script: comments that hid it from old browsers."""
_ESCAPE = re.compile(
    r"(\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u(?![dD][89a-fA-F])|\\[\"\\/bfnrt])|\\(?:u\w{4})?"
)
"""An escape that JSON allows, else one that it does not: `\\'`, half of a surrogate pair."""
_VOCABULARY = re.compile("[/#:]")
_CONTROL = re.compile(r"[\x00-\x1f]")
_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")


Fields = dict[str, Any]
"""An object as found; its values can be anything."""


def json_ld(tree: Tree) -> Iterator[Any]:
    """The values of the page's JSON-LD scripts; damaged ones are repaired where possible."""
    for script in _scripts(tree):
        if len(script) > MAX_SCRIPT:
            continue
        try:
            yield orjson.loads(script)
        except orjson.JSONDecodeError:
            yield from _repaired(script)


def object_types(values: Iterable[Any]) -> Iterator[str]:
    """The types of all objects in some values, at any depth, in lower case.

    >>> list(object_types([{"@type": "Product", "offers": [{"@type": ["Offer"]}]}]))
    ['product', 'offer']
    """
    for fields in all_objects(values, _MAX_VISITED):
        names = fields.get("@type")
        for name in names if isinstance(names, list) else [names]:
            if isinstance(name, str):
                yield name.rpartition("/")[2].lower()


def all_objects(values: Iterable[Any], limit: int) -> Iterator[Fields]:
    """All objects in some values, in order; at most `limit` objects and lists are visited."""
    waiting: list[Any] = [list(values)]
    for _ in range(limit):
        if not waiting:
            return
        inner = waiting.pop()
        if isinstance(inner, dict):
            yield inner
            inner = inner.values()
        waiting += [part for part in reversed([*inner]) if isinstance(part, dict | list)]


def unread_json_ld(tree: Tree) -> int:
    """The number of characters in scripts that are too large to be read."""
    return sum(len(text) for text in _scripts(tree) if len(text) > MAX_SCRIPT)


def _scripts(tree: Tree) -> Iterator[str]:
    scripts = tree.find("script")
    for node, mime in zip(scripts, tree.values(scripts, "type")):
        if mime and mime.partition(";")[0].strip().lower() == "application/ld+json":
            yield tree.raw_text(node)


def _repaired(script: str) -> Iterator[Any]:
    """The objects of a script that is not valid JSON in one of the usual ways.

    Search engines accept trailing commas, line breaks in strings and comments around it all, so
    nobody corrects them.

    >>> list(_repaired('<!-- {"a": 1, }; {"b": 2} -->'))
    [{'a': 1}, {'b': 2}]
    """
    text = _ESCAPE.sub(r"\1", _CONTROL.sub(" ", script))
    text = _TRAILING_COMMA.sub("", text)
    for _ in range(_MAX_VALUES):
        text = _BEFORE.sub("", text)
        try:
            yield orjson.loads(text)
        except orjson.JSONDecodeError as error:
            # Another object or a comment follows at this position.
            try:
                yield orjson.loads(text[: error.pos])
            except orjson.JSONDecodeError:
                return
            text = text[error.pos :]
        else:
            return


_NAME_KEYS = ("name", "@value")
"""Properties that hold the text of an object."""
FILE_KEYS = ("url", "contentUrl")
"""Properties that hold the URL of an image."""
_URL_KEYS = ("@id", "url")
_INTO = "@graph mainEntity mainEntityOfPage mainContentOfPage blogPost isPartOf".split()
"""Properties that lead to the object that a page is about; comments and reviews do not."""
_WORK_PROPERTIES = ("headline", "author", "datePublished")
"""Properties of works, which organisations, places and breadcrumbs lack."""
_WORKS = frozenset(
    "book course dataset event howto jobposting movie product question recipe softwareapplication "
    "videoobject".split()
)
"""Types of works that may lack these properties."""
_NO_WORKS = frozenset(
    "answer blog comment creativeworkseries imageobject newspaper periodical person "
    "publicationissue publicationvolume".split()
)
"""Types that are only a part of the page or a larger whole."""


class PageUrls:
    """The URLs of a page: where it was found, and its canonical link."""

    def __init__(self, tree: Tree, url: str) -> None:
        self._tree = tree
        self._url = url

    def __contains__(self, url: str) -> bool:
        return self._canonical(url) in self._own

    @cached_property
    def _own(self) -> set[str]:
        # Read on demand: two of three pages have no object that needs it.
        canonical = head.link(self._tree, "canonical") or ""
        return {self._canonical(self._url), self._canonical(canonical)} - {""}

    def _canonical(self, url: str) -> str:
        return canonical_url(safe_url(self._url, url) or "")


@dataclass(frozen=True, slots=True)
class PageObjects:
    """The schema.org objects of a page that may describe it.

    A page describes other things too: its site, its comments, the articles it links to. An object
    counts if it has the page's URL, or if no other object contradicts it.
    """

    works: list[tuple[bool, Fields]] = field(default_factory=list)
    """Each with whether its URL is the page's."""
    pages: list[tuple[bool, Fields]] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    """The names of the site."""
    by_id: dict[str, Fields] = field(default_factory=dict)

    def values(self, *names: str, parts: tuple[str, ...] = _NAME_KEYS) -> tuple[str, ...]:
        """The values of the first of these properties that the work has, else the web page."""
        for objects in filter(None, (self.works, self.pages)):
            for name in names:
                if texts := self._agreed(objects, name, parts):
                    return texts
        return ()

    def named(self, kind: str, *names: str) -> Iterator[str]:
        """The names of objects of a type ("organization") among the values of these properties."""
        for _, fields in (*self.works, *self.pages):
            for value in filter(None, map(fields.get, names)):
                for item in value if isinstance(value, list) else [value]:
                    object_ = self._resolved(item)
                    if object_ and _type(object_).endswith(kind):
                        yield from _texts(object_)

    def _resolved(self, item: Any) -> Fields | None:
        """The object that an item is or refers to."""
        if not isinstance(item, dict):
            return None
        name = item.get("@id")
        return self.by_id.get(name, item) if isinstance(name, str) else item

    def _agreed(
        self, objects: list[tuple[bool, Fields]], name: str, parts: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The values of the page's own object, else those that no other object contradicts."""
        found: set[tuple[str, ...]] = set()
        for own, fields in objects:
            if texts := tuple(_texts(fields.get(name), parts, self.by_id)):
                if own:
                    return texts
                found.add(texts)
        return found.pop() if len(found) == 1 else ()


def page_objects(values: Iterable[Any], urls: PageUrls) -> PageObjects:
    """The objects among these values that may describe the page with these URLs."""
    found = PageObjects()
    for fields in _walk(values):
        if len(fields) > 1 and isinstance(name := fields.get("@id"), str):
            found.by_id.setdefault(name, fields)
        type_ = _type(fields)
        if type_ == "website":
            found.sites.extend(_texts(fields.get("name")))
        elif type_.endswith("page") or _is_work(type_, fields):
            group = found.pages if type_.endswith("page") else found.works
            group.append((_is_own(fields, urls), fields))
    return found


def _walk(values: Iterable[Any]) -> Iterator[Fields]:
    """The objects among these values, and those inside that the page may be about."""
    waiting = [(value, 0) for value in values][::-1]
    for _ in range(_MAX_OBJECTS):
        if not waiting:
            return
        value, depth = waiting.pop()
        inner: list[Any] = []
        if isinstance(value, list):
            inner = value[:_MAX_OBJECTS]
        elif isinstance(value, dict) and value:
            yield value
            inner = [value[key] for key in _INTO if key in value]
        if depth < _MAX_DEPTH:
            waiting.extend((part, depth + 1) for part in reversed(inner))


def _type(fields: Fields) -> str:
    """The type of an object without its vocabulary; of several, one that is no web page."""
    types = [_VOCABULARY.split(name)[-1].lower() for name in _texts(fields.get("@type"))]
    return next((name for name in types if not name.endswith("page")), types[0] if types else "")


def _is_work(type_: str, fields: Fields) -> bool:
    return type_ in _WORKS or (
        type_ not in _NO_WORKS and not fields.keys().isdisjoint(_WORK_PROPERTIES)
    )


def _is_own(fields: Fields, urls: PageUrls) -> bool:
    found = [
        *_texts(fields.get("url"), _URL_KEYS),
        *_texts(fields.get("mainEntityOfPage"), _URL_KEYS),
    ]
    # Items of a list have ids like "#item-1" on this page, and URLs elsewhere.
    return any(url in urls for url in found or _texts(fields.get("@id")))


def _texts(
    value: Any,
    parts: tuple[str, ...] = _NAME_KEYS,
    by_id: dict[str, Fields] | None = None,
    depth: int = 0,
) -> Iterator[str]:
    """The strings of a value: itself, those of a list, the name of an object."""
    if isinstance(value, str):
        if text := collapse(unescape(value)):
            yield text
    elif depth == 3:  # a list of objects with lists of names is the deepest sensible value
        return
    elif isinstance(value, list):
        for item in value[:_MAX_LIST]:
            yield from _texts(item, parts, by_id, depth + 1)
    elif isinstance(value, dict):
        if (part := next((value[part] for part in parts if value.get(part)), None)) is not None:
            yield from _texts(part, parts, by_id, depth + 1)
        elif by_id and isinstance(name := value.get("@id"), str):
            # No deeper from there: circular references would multiply.
            yield from _texts(by_id.get(name), parts, None, 2)


_PERSONS = frozenset({"author", "creator"})
_ATTRIBUTES = {
    **dict.fromkeys(("url", "mainEntityOfPage", "image"), ("href", "src")),
    **dict.fromkeys(("datePublished", "dateModified", "dateCreated"), ("datetime",)),
}
"""Attributes that hold the value of a property, after `content` and before the text."""


def microdata(tree: Tree) -> list[Fields]:
    """The top-level microdata items, as objects like those of JSON-LD.

    The first one has the properties outside of all items: some pages forget the `itemscope`.
    Properties named like a JSON-LD keyword ("@id") are ignored.
    """
    loose: Fields = {}
    tops, around = [loose], [(len(tree), loose)]
    for node, mark in _marks(tree).items():
        while around[-1][0] <= node:
            around.pop()
        names = mark.get("itemprop", "").split()
        item = _item(tree, node, names) if "itemscope" in mark else None
        for name in names:
            if name.startswith("@"):
                continue
            value = _value(tree, node, name) if item is None else item
            around[-1][1].setdefault(name, []).append(value)
        if item is not None:
            around.append((tree.end_of(node), item))
            if not names:
                tops.append(item)
    for name in _PERSONS:
        if len(loose.get(name, ())) > 1:
            del loose[name]  # of the page, its comments and the pages that it links to
    return tops


def _marks(tree: Tree) -> dict[int, dict[str, str]]:
    """The elements with microdata attributes, and those attributes."""
    marks: dict[int, dict[str, str]] = {}
    for node, name, value in tree.find_attributes("itemscope", "itemprop"):
        marks.setdefault(node, {})[name] = value
    return marks


def _item(tree: Tree, node: int, names: list[str]) -> Fields:
    # An author that is an item often has no `name` property.
    text = "" if _PERSONS.isdisjoint(names) else tree.subtree_text(node)
    types = (tree.attribute(node, "itemtype") or "").split()
    return {"@type": types, "@id": tree.attribute(node, "itemid"), "@value": text}


def _value(tree: Tree, node: int, name: str) -> str:
    """A property's value; for a linked name its text, although the standard says the URL."""
    for attribute in ("content", *_ATTRIBUTES.get(name, ())):
        if value := tree.attribute(node, attribute):
            return value
    return tree.subtree_text(node)
