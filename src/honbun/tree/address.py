"""Addresses that may stand in output."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from honbun.tree.block import collapse

if TYPE_CHECKING:
    from honbun.tree.tree import Tree

_WELL_FORMED = r"[^\0-\x20\x7f;?#]*+(?:\?[^\0-\x20\x7f#]++)?(?:#[^\0-\x20\x7f]++)?\Z"
_ROOT = re.compile(r"https?://[\w.:@-]++(?![^/?#])", re.ASCII)
_ABSOLUTE = re.compile(rf"{_ROOT.pattern}{_WELL_FORMED}", re.ASCII)
_FROM_ROOT = re.compile(rf"/(?!/){_WELL_FORMED}")
"""Most addresses; to resolve them takes no more than to put the parts together."""
_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})


def base_address(tree: Tree, url: str) -> str:
    """The address that the page's relative addresses are relative to."""
    for node in tree.find("base"):
        if href := safe_address(url, tree.attribute(node, "href")):
            return href
    return url


def safe_address(base: str, address: str | None) -> str | None:
    """An address that may stand in output, made absolute; None for scripts and nonsense.

    >>> safe_address("https://a.example/b/", "c?d"), safe_address("", "javascript:x()")
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
