"""Pictures: pixels that may be shown, as data: addresses.

Only what is a PNG, JPEG, GIF or WebP by its first bytes, whatever it is called: an SVG is a
document that can load and, elsewhere, run. Each picture and all of a page are bounded, because a
page of steps goes to the browser in one piece. So is the looking for them: a short page may name
one file by thousands of addresses, or thousands that are not there.
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

MAX_PICTURE = 500_000
"""Bytes of one picture."""
MAX_PICTURES = 8_000_000
"""Bytes of all pictures of a page, each as often as it is shown."""
_MAX_ASKED = 2_000
"""Addresses that are looked for, there or not."""
_FIRST = 12
"""Bytes by which a picture is known."""
_MAX_CANDIDATES = 20
"""Addresses tried for one picture."""
_LATER = ("data-src", "data-lazy-src", "data-original", "data-lazy")
"""Where pages keep the address of a picture that a script loads once a reader comes near it."""
_DATA = re.compile(r"\s*data:[^,]{0,200}?(;\s*base64\s*)?,", re.IGNORECASE)
_CANDIDATE = re.compile(r"[^\s,]\S*[^\s,]")
"""An address in a `srcset`; the widths and densities between them find no companion."""


class Pictures:
    """The pictures of one page, as far as they came with it and the bounds allow."""

    def __init__(self, tree: Tree, companions: Assets) -> None:
        self._tree = tree
        self._ration = AssetBudget(companions, _MAX_ASKED)
        self._left = MAX_PICTURES
        self._found: dict[tuple[str, str], str | None] = {}
        self._kept: dict[str, str | None] = {}
        """The same by the names of companions, each of which may have many addresses."""
        self._sources: dict[int, list[str]] = {}

    def shown(self, base: str, address: str) -> str | None:
        """The data: address of what is at an address; None where it is not to be had."""
        found = _from_data(address) if _DATA.match(address) else self._companion(base, address)
        if found is None or len(found) > self._left:
            return None
        self._left -= len(found)
        return found

    def _companion(self, base: str, address: str) -> str | None:
        key = base, address
        if key not in self._found:
            url = safe_url(base, address)
            companion = self._ration.find(url) if url else None
            self._found[key] = self._pixels(companion) if companion else None
        return self._found[key]

    def _pixels(self, companion: Asset) -> str | None:
        if companion.name not in self._kept:
            found = self._read(companion)
            # What has no room now will have none later, and is not to be kept for it.
            fits = found is not None and len(found) <= self._left
            self._kept[companion.name] = found if fits else None
        return self._kept[companion.name]

    def _read(self, companion: Asset) -> str | None:
        if companion.size > min(MAX_PICTURE, self._left * 3 // 4):
            return None
        if _kind(self._ration.read(companion, _FIRST)) is None:
            return None
        return data_address(self._ration.read(companion, MAX_PICTURE + 1))

    def of(self, node: int, base: str) -> dict[str, str]:
        """The attributes that say what an `<img>` shows: its pixels, or words in their place."""
        told = dict(self._tree.attributes(node))
        for candidate in self._candidates(node, told):
            if src := self.shown(base, candidate):
                return {"src": src}
        return {"data-picture": _instead(told)}

    def _candidates(self, node: int, told: dict[str, str]) -> Iterator[str]:
        later = [value for name in _LATER if (value := told.get(name))]
        src = told.get("src", "")
        yield from later
        # Where a script is to load the picture, data in its place are a blank.
        if src and not (later and _DATA.match(src)):
            yield src
        yield from _sets(told)
        if self._tree.tag[above := self._tree.parent[node]] == "picture":
            yield from self._beside(above)

    def _beside(self, picture: int) -> list[str]:
        """The addresses that the sources of a `<picture>` have."""
        if picture not in self._sources:
            tree = self._tree
            sources = [child for child in tree.children(picture) if tree.tag[child] == "source"]
            found = chain.from_iterable(_sets(dict(tree.attributes(one))) for one in sources)
            self._sources[picture] = list(islice(found, _MAX_CANDIDATES))
        return self._sources[picture]


def _sets(told: dict[str, str]) -> list[str]:
    sets = " ".join([told.get("srcset", ""), told.get("data-srcset", "")])
    return _CANDIDATE.findall(sets)[:_MAX_CANDIDATES] if sets != " " else []


def _instead(told: dict[str, str]) -> str:
    """The alternative text, else the name of the file."""
    if alt := short_text(told.get("alt")):
        return alt
    src = told.get("src", "")
    return "" if _DATA.match(src) else short_text(re.split("[/:]", re.split("[?#]", src)[0])[-1])


def data_address(body: bytes) -> str | None:
    """A picture as a data: address, None of anything that is no picture or too large.

    >>> data_address(b"GIF89a"), data_address(b"<svg/>")
    ('data:image/gif;base64,R0lGODlh', None)
    """
    kind = _kind(body)
    if kind is None or len(body) > MAX_PICTURE:
        return None
    return f"data:image/{kind};base64,{base64.b64encode(body).decode('ascii')}"


def _kind(body: bytes) -> str | None:
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if body.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if body.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    return "webp" if body[:4] == b"RIFF" and body[8:12] == b"WEBP" else None


def _from_data(address: str) -> str | None:
    if len(address) > 4 * MAX_PICTURE:  # more than percent signs can make of it
        return None
    head = _DATA.match(address)
    body = unquote_to_bytes(address[head.end() if head else 0 :])
    if head and head[1]:
        try:
            body = base64.b64decode(b"".join(body.split()) + b"==")
        except (binascii.Error, ValueError):
            return None
    # Encoded again, so that nothing but the pixels comes through.
    return data_address(body)
