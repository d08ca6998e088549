"""Target: where a link leads, as far as lists care."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from honbun.tree.address import safe_address

if TYPE_CHECKING:
    from honbun.tree.strand import Strand

_INDEX = re.compile(r"(?:/index\.\w{2,5})?/?$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*\Z", re.ASCII)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|bmp|tiff?)$", re.IGNORECASE)

_FILE = re.compile(
    r"\.(?:zip|gz|tgz|bz2|xz|rar|7z|exe|dmg|iso|patch|diff|sig|asc|mp[34]|m4a|ogg|avi|mov|rss|xml)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Target:
    """An address that a link leads to."""

    address: str
    key: str
    """What it is told from other addresses by: spellings of one address have one key."""
    fragment: str
    site: str
    """The host, without www."""
    path: str
    query: str
    own: bool
    """Whether it is a place on the page itself."""

    @property
    def depth(self) -> int:
        """How many steps the path has."""
        return self.path.count("/")

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture, not a page."""
        return _PICTURE.search(self.path) is not None

    @property
    def is_file(self) -> bool:
        """Whether it is something to load or to see, not to read."""
        return _FILE.search(self.path) is not None

    @property
    def words(self) -> int:
        """How many words the last step of the path has: a slug has several."""
        return len(_WORD.findall(self.path.rpartition("/")[2]))


def target(url: str) -> Target:
    """An address as the target of a link from itself."""
    parts = _parts(url)
    return _made(url, parts, parts)


def targets(strand: Strand, url: str, base: str) -> list[Target | None]:
    """Where each link of a row leads; None for what is no link to a page."""
    found: list[Target | None] = [None] * len(strand)
    links = [at for at, tag in enumerate(strand.tag) if tag == "a"]
    own = _parts(url)
    # Pages of one folder name each other without it; there is no more to do than to put it before.
    sibling = safe_address(base, "a")
    known: dict[str, Target | None] = {}
    values = strand.tree.values(strand.node[links].tolist(), "href") if links else []
    for at, href in zip(links, values):
        if href is None:
            continue
        if href not in known:
            named = sibling[:-1] + href if sibling and _NAME.match(href) else None
            known[href] = _target(named or safe_address(base, href), own)
        found[at] = known[href]
    return found


def _target(address: str | None, own: tuple[str, str, str]) -> Target | None:
    # A page of unknown address has relative links, which lead somewhere all the same.
    if address is None or urlsplit(address).scheme not in ("http", "https", ""):
        return None
    return _made(address, _parts(address), own)


def _made(address: str, parts: tuple[str, str, str], own: tuple[str, str, str]) -> Target:
    site, path, query = parts
    fragment = address.partition("#")[2]
    key = f"{site}{path}?{query}" if query else f"{site}{path}"
    return Target(address, key, fragment, site, path, query, parts == own)


def _parts(url: str) -> tuple[str, str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", url, ""
    site = parts.netloc.lower().removeprefix("www.")
    return site, _INDEX.sub("", unquote(parts.path)), unquote(parts.query)
