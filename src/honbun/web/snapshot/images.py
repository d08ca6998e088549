"""Images that came with a page, as data: URLs.

Only PNG, JPEG, GIF and WebP by their first bytes, whatever the content type: an SVG is a document
that can load and, elsewhere, run. Each image and the total are limited, because the whole snapshot
goes to the browser at once. Lookups are limited too: a short page may name one file by thousands of
URLs, or thousands that do not exist.
"""

from __future__ import annotations

import base64
import binascii
import re
from itertools import chain, islice
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from honbun.html.links import safe_url
from honbun.inputs.assets import AssetBudget
from honbun.text.unicode import short_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.html.tree import Tree
    from honbun.inputs.assets import Asset, Assets

MAX_IMAGE = 500_000
"""Bytes of one image."""
MAX_IMAGES = 8_000_000
"""Bytes of all images of a page, each as often as it is shown."""
_MAX_LOOKUPS = 2_000
"""URLs looked up, found or not."""
_FIRST = 12
"""Bytes by which the type of an image is recognised."""
_MAX_CANDIDATES = 20
"""URLs tried for one image."""
_LAZY = ("data-src", "data-lazy-src", "data-original", "data-lazy")
"""Attributes with the URL of a lazily loaded image."""
_DATA = re.compile(r"\s*data:[^,]{0,200}?(;\s*base64\s*)?,", re.IGNORECASE)
_CANDIDATE = re.compile(r"[^\s,]\S*[^\s,]")
"""A URL in a `srcset`; the widths and densities between them match no asset."""


class Images:
    """The images of one page that came with it, within the limits."""

    def __init__(self, tree: Tree, assets: Assets) -> None:
        self._tree = tree
        self._assets = AssetBudget(assets, _MAX_LOOKUPS)
        self._left = MAX_IMAGES
        self._found: dict[tuple[str, str], str | None] = {}
        self._kept: dict[str, str | None] = {}
        """The same by the names of assets, each of which may have many URLs."""
        self._sources: dict[int, list[str]] = {}

    def find(self, base: str, address: str) -> str | None:
        """The data: URL of the image at a URL; None if it is not available."""
        found = _from_data(address) if _DATA.match(address) else self._asset(base, address)
        if found is None or len(found) > self._left:
            return None
        self._left -= len(found)
        return found

    def _asset(self, base: str, address: str) -> str | None:
        key = base, address
        if key not in self._found:
            url = safe_url(base, address)
            asset = self._assets.find(url) if url else None
            self._found[key] = self._pixels(asset) if asset else None
        return self._found[key]

    def _pixels(self, asset: Asset) -> str | None:
        if asset.name not in self._kept:
            found = self._read(asset)
            # An image that does not fit now will not fit later, and is not kept.
            fits = found is not None and len(found) <= self._left
            self._kept[asset.name] = found if fits else None
        return self._kept[asset.name]

    def _read(self, asset: Asset) -> str | None:
        if asset.size > min(MAX_IMAGE, self._left * 3 // 4):
            return None
        if _image_type(self._assets.read(asset, _FIRST)) is None:
            return None
        return data_url(self._assets.read(asset, MAX_IMAGE + 1))

    def attributes(self, node: int, base: str) -> dict[str, str]:
        """The attributes of an `<img>`: its data, or a text in its place."""
        attributes = dict(self._tree.attributes(node))
        for candidate in self._candidates(node, attributes):
            if src := self.find(base, candidate):
                return {"src": src}
        return {"data-picture": _placeholder(attributes)}

    def _candidates(self, node: int, attributes: dict[str, str]) -> Iterator[str]:
        lazy = [value for name in _LAZY if (value := attributes.get(name))]
        src = attributes.get("src", "")
        yield from lazy
        # A data: URL of a lazily loaded image is a placeholder.
        if src and not (lazy and _DATA.match(src)):
            yield src
        yield from _sets(attributes)
        if self._tree.tag[above := self._tree.parent[node]] == "picture":
            yield from self._picture_sources(above)

    def _picture_sources(self, picture: int) -> list[str]:
        """The URLs of the sources of a `<picture>`."""
        if picture not in self._sources:
            tree = self._tree
            sources = [child for child in tree.children(picture) if tree.tag[child] == "source"]
            found = chain.from_iterable(_sets(dict(tree.attributes(one))) for one in sources)
            self._sources[picture] = list(islice(found, _MAX_CANDIDATES))
        return self._sources[picture]


def _sets(attributes: dict[str, str]) -> list[str]:
    sets = " ".join([attributes.get("srcset", ""), attributes.get("data-srcset", "")])
    return _CANDIDATE.findall(sets)[:_MAX_CANDIDATES] if sets != " " else []


def _placeholder(attributes: dict[str, str]) -> str:
    """The alternative text, else the file name."""
    if alt := short_text(attributes.get("alt")):
        return alt
    src = attributes.get("src", "")
    return "" if _DATA.match(src) else short_text(re.split("[/:]", re.split("[?#]", src)[0])[-1])


def data_url(body: bytes) -> str | None:
    """An image as a data: URL; None if it is not an image or too large.

    >>> data_url(b"GIF89a"), data_url(b"<svg/>")
    ('data:image/gif;base64,R0lGODlh', None)
    """
    kind = _image_type(body)
    if kind is None or len(body) > MAX_IMAGE:
        return None
    return f"data:image/{kind};base64,{base64.b64encode(body).decode('ascii')}"


def _image_type(body: bytes) -> str | None:
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if body.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if body.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    return "webp" if body[:4] == b"RIFF" and body[8:12] == b"WEBP" else None


def _from_data(address: str) -> str | None:
    if len(address) > 4 * MAX_IMAGE:  # longer than any percent-encoding of the limit
        return None
    head = _DATA.match(address)
    body = unquote_to_bytes(address[head.end() if head else 0 :])
    if head and head[1]:
        try:
            body = base64.b64decode(b"".join(body.split()) + b"==")
        except (binascii.Error, ValueError):
            return None
    # Encoded again, so that only the image data remain.
    return data_url(body)
