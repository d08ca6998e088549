"""Links and images: safe absolute URLs for output."""

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
"""Most URLs; resolving these is concatenation."""
_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})


def base_url(tree: Tree, url: str) -> str:
    """The URL that relative URLs of the page are resolved against."""
    for node in tree.find("base"):
        if href := safe_url(url, tree.attribute(node, "href")):
            return href
    return url


def safe_url(base: str, url: str | None) -> str | None:
    """An absolute URL that is safe in output; None for scripts and malformed URLs.

    >>> safe_url("https://a.example/b/", "c?d"), safe_url("", "javascript:x()")
    ('https://a.example/b/c?d', None)
    """
    url = collapse(url or "")
    if not url:
        return None
    if _ABSOLUTE.match(url):
        return url
    if _FROM_ROOT.match(url) and "/." not in url and (root := _ROOT.match(base)):
        return root[0] + url
    try:
        absolute = urljoin(base, url)
        return absolute if urlsplit(absolute).scheme in _SCHEMES else None
    except ValueError:  # "http://[" and the like
        return None


_LAZY = ("data-src", "data-lazy-src", "data-original", "data-lazy")
"""Attributes with the URL of an image that a script loads on scrolling."""
_URL = re.compile(r"\S*[./]\S*")
_MAX_BLANK = 4
"""Blank text runs between an image and its caption."""


def image_url(tree: Tree, node: int, base: str) -> str | None:
    """The URL of an image element; None for tracking pixels and data URLs."""
    if _is_pixel(tree, node):
        return None
    found = (safe_url(base, candidate) for candidate in _candidates(tree, node))
    return next(filter(None, found), None)


def image_text(tree: Tree, node: int) -> str:
    """The alternative text of an image, unless the same text is right beside it."""
    alt = collapse(tree.attribute(node, "alt") or "")
    return "" if alt and alt in _beside(tree, node) else alt


def _is_pixel(tree: Tree, node: int) -> bool:
    sizes = (tree.attribute(node, name) for name in ("width", "height"))
    return any(re.fullmatch(r"\s*[0-2](?:px)?\s*", size) for size in sizes if size)


def _candidates(tree: Tree, node: int) -> Iterator[str]:
    lazy = (tree.attribute(node, name) for name in _LAZY)
    yield from (value for value in lazy if value and _URL.fullmatch(value.strip()))
    yield tree.attribute(node, "src") or ""
    sources = [node]
    if tree.tag[above := tree.parent[node]] == "picture":
        sources += [child for child in tree.children(above) if tree.tag[child] == "source"][:8]
    for source in sources:
        for name in ("srcset", "data-srcset"):
            # A comma right after an address separates it from the next.
            for address in (tree.attribute(source, name) or "").split()[:1]:
                yield address.rstrip(",")


def _beside(tree: Tree, node: int) -> Iterator[str]:
    """The nearest text runs before and after an image."""
    following = bisect_left(tree.run_start, tree.stop[node])
    for step, start in ((1, following), (-1, following - 1)):
        for run in range(start, start + step * _MAX_BLANK, step):
            if not 0 <= run < len(tree.run):
                break
            if not tree.run[run].isspace():
                yield collapse(tree.run[run])
                break
