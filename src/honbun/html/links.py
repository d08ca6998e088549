"""Addresses that may stand in output."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.html.tree import Tree

_WELL_FORMED = r"[^\0-\x20\x7f;?#]*+(?:\?[^\0-\x20\x7f#]++)?(?:#[^\0-\x20\x7f]++)?\Z"
_ROOT = re.compile(r"https?://[\w.:@-]++(?![^/?#])", re.ASCII)
_ABSOLUTE = re.compile(rf"{_ROOT.pattern}{_WELL_FORMED}", re.ASCII)
_FROM_ROOT = re.compile(rf"/(?!/){_WELL_FORMED}")
"""Most addresses; to resolve them takes no more than to put the parts together."""
_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})


def base_url(tree: Tree, url: str) -> str:
    """The address that the page's relative addresses are relative to."""
    for node in tree.find("base"):
        if href := safe_url(url, tree.attribute(node, "href")):
            return href
    return url


def safe_url(base: str, address: str | None) -> str | None:
    """An address that may stand in output, made absolute; None for scripts and nonsense.

    >>> safe_url("https://a.example/b/", "c?d"), safe_url("", "javascript:x()")
    ('https://a.example/b/c?d', None)
    """
    address = collapse(address or "")
    if not address:
        return None
    if _ABSOLUTE.match(address):
        return address
    if _FROM_ROOT.match(address) and "/." not in address and (root := _ROOT.match(base)):
        return root[0] + address
    try:
        absolute = urljoin(base, address)
        return absolute if urlsplit(absolute).scheme in _SCHEMES else None
    except ValueError:  # "http://[" and the like
        return None


# The address and the words of a picture.

_LATER = ("data-src", "data-lazy-src", "data-original", "data-lazy")
"""Where pages keep the address of a picture that a script loads once a reader comes near it."""
_ADDRESS = re.compile(r"\S*[./]\S*")
_NEAR = 4
"""Blank text runs that may stand between a picture and its caption."""


def image_url(tree: Tree, node: int, base: str) -> str | None:
    """The address of what the element shows; None for pixels that count readers, and for data."""
    if _is_pixel(tree, node):
        return None
    found = (safe_url(base, candidate) for candidate in _candidates(tree, node))
    return next(filter(None, found), None)


def image_text(tree: Tree, node: int) -> str:
    """The words that stand for the picture, unless the page says them right beside it."""
    alt = collapse(tree.attribute(node, "alt") or "")
    return "" if alt and alt in _beside(tree, node) else alt


def _is_pixel(tree: Tree, node: int) -> bool:
    sizes = (tree.attribute(node, name) for name in ("width", "height"))
    return any(re.fullmatch(r"\s*[0-2](?:px)?\s*", size) for size in sizes if size)


def _candidates(tree: Tree, node: int) -> Iterator[str]:
    later = (tree.attribute(node, name) for name in _LATER)
    yield from (value for value in later if value and _ADDRESS.fullmatch(value.strip()))
    yield tree.attribute(node, "src") or ""
    sources = [node]
    if tree.tag[above := tree.parent[node]] == "picture":
        sources += [child for child in tree.children(above) if tree.tag[child] == "source"][:8]
    for source in sources:
        for name in ("srcset", "data-srcset"):
            yield from (tree.attribute(source, name) or "").split()[:1]


def _beside(tree: Tree, node: int) -> Iterator[str]:
    """The nearest texts before and after the picture, where they are one run each."""
    following = bisect_left(tree.run_start, tree.stop[node])
    for step, start in ((1, following), (-1, following - 1)):
        for run in range(start, start + step * _NEAR, step):
            if not 0 <= run < len(tree.run):
                break
            if not tree.run[run].isspace():
                yield collapse(tree.run[run])
                break
