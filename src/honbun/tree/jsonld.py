"""JSON-LD: the values in a page's scripts, mended where they break the rules of JSON.

Search engines read damaged scripts too, so nobody repairs them: commas at the end of a list, line
breaks in strings, comments around it all. What can be read after such mending comes out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.tree.tree import Tree

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


def values(tree: Tree) -> Iterator[Any]:
    """What the page's JSON-LD says."""
    for script in _scripts(tree):
        try:
            yield orjson.loads(script)
        except orjson.JSONDecodeError:
            yield from _mended(script)


def types(values: Iterable[Any]) -> Iterator[str]:
    """The types of all objects in some values, wherever they stand, in lower case.

    >>> list(types([{"@type": "Product", "offers": [{"@type": ["Offer"]}]}]))
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


def unread(tree: Tree) -> int:
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
