"""Links and images: safe absolute URLs for output."""

from __future__ import annotations

import re
from functools import lru_cache
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
_RELATIVE = re.compile(rf"[A-Za-z0-9_%~-][^\0-\x20\x7f;?#:]*+(?![^?#]){_WELL_FORMED}")
_FRAGMENT = re.compile(r"#[^\0-\x20\x7f]++\Z")
"""Most URLs; resolving these is concatenation."""
_BASES = 256
"""Base URLs of which the parts are kept: that of a page is asked for with every link."""
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
    whole, folder = _base_parts(base)
    if folder and _RELATIVE.match(url) and "/." not in url and "//" not in url:
        return folder + url
    return whole + url if whole and _FRAGMENT.match(url) else _joined(base, url)


def _joined(base: str, url: str) -> str | None:
    try:
        absolute = urljoin(base, url)
        return absolute if urlsplit(absolute).scheme in _SCHEMES else None
    except ValueError:  # "http://[" and the like
        return None


@lru_cache(maxsize=_BASES)
def _base_parts(base: str) -> tuple[str, str]:
    """What a fragment and a relative path are appended to; empty if they have to be resolved."""
    root = _ROOT.match(base)
    if root is None or not _ABSOLUTE.match(base):
        return "", ""
    path = re.split("[?#]", base[root.end() :], maxsplit=1)[0]
    if "//" in path or "/." in path:
        return base.partition("#")[0], ""
    return base.partition("#")[0], f"{root[0]}{path.rpartition('/')[0]}/"


_LAZY = ("data-src", "data-lazy-src", "data-original", "data-lazy")
"""Attributes with the URL of an image that a script loads on scrolling."""
_PIXEL = re.compile(r"\s*[0-2](?:px)?\s*")
_URL = re.compile(r"\S*[./]\S*")
_MAX_BLANK = 4
"""Blank text runs between an image and its caption."""


def image_url(tree: Tree, node: int, base: str) -> str | None:
    """The URL of an image element; None for tracking pixels and data URLs."""
    if _is_pixel(tree, node):
        return None
    for candidate in _candidates(tree, node):
        if url := safe_url(base, candidate):
            return url
    return None


def image_text(tree: Tree, node: int) -> str:
    """The alternative text of an image, unless the same text is right beside it."""
    alt = collapse(tree.attribute(node, "alt") or "")
    beside = map(collapse, tree.texts_beside(node, _MAX_BLANK)) if alt else ()
    return "" if alt in beside else alt


def _is_pixel(tree: Tree, node: int) -> bool:
    for name in ("width", "height"):
        if (size := tree.attribute(node, name)) and _PIXEL.fullmatch(size):
            return True
    return False


def _candidates(tree: Tree, node: int) -> Iterator[str]:
    for name in _LAZY:
        if (value := tree.attribute(node, name)) and _URL.fullmatch(value.strip()):
            yield value
    yield tree.attribute(node, "src") or ""
    sources = [node]
    if (above := tree.parent_of(node)) >= 0 and tree.tag_of(above) == "picture":
        sources += [child for child in tree.children(above) if tree.tag_of(child) == "source"][:8]
    for source in sources:
        for name in ("srcset", "data-srcset"):
            # A comma right after an address separates it from the next.
            for address in (tree.attribute(source, name) or "").split()[:1]:
                yield address.rstrip(",")
