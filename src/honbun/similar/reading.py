"""Reading: one page as a row, with all that the comparison of pages will ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from honbun.errors import HonbunError
from honbun.html.blocks import split
from honbun.html.links import base_url, safe_url
from honbun.metadata.declared import declared_metadata
from honbun.similar.long_sentences import Marked, long_sentences
from honbun.similar.marks import in_code, in_form, quoted
from honbun.similar.region import region
from honbun.similar.sentences import sentences
from honbun.text.similarity import key_number
from honbun.text.url_similarity import UrlParts, url_parts
from honbun.text.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.similar.long_sentences import Long
    from honbun.similar.model import SimilarOptions
    from honbun.similar.sentences import Sentence

    Contents = Callable[[Page, Tree], Container[int]]
    SplitUrl = Callable[[str], UrlParts]

_MOST_LINKS = 10_000
"""Links that are kept of a page: a limit against hostile ones."""


class Link(NamedTuple):
    """A link of a page, where it stands first."""

    target: int
    """The key of the address that it leads to."""
    start: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What is kept of a page."""

    url: str
    source: str
    address: int
    """The key that links to the page have as their target."""
    site: int
    """A number for the registered domain, 0 where there is none."""
    owner: int
    """The site, or the page itself where no site is known: pages of unknown sites are strangers to
    each other, though they may well have one site's boilerplate."""
    host: tuple[str, ...]
    path: tuple[str, ...]
    date: str | None
    digest: int | None
    """Equal for pages of the same long sentences; None where a page has none."""
    sentences: list[Long]
    links: list[Link]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads pages, in whatever process."""

    options: SimilarOptions
    contents: Contents | None = None
    """Returns the block-level elements of a page's content, for `region="content"`."""
    split_url: SplitUrl = url_parts
    """Returns the parts of a URL by which pages are compared."""

    def __post_init__(self) -> None:
        paper = self.options.faithful or self.options.region != "content"
        if self.contents is None and not paper:
            raise HonbunError('region="content" needs to be told what is content: contents=...')

    def read(self, page: Page) -> Reading:
        """The row of a page; raises UnreadablePage for what is no web page."""
        tree = page.parse()
        address = page.resolve_url(tree)
        found = self._sentences(page, tree)
        parts = self.split_url(address)
        digest = _digest(found)
        return Reading(
            url=_writable(address),
            source=_writable(page.source),
            address=url_key(address),
            site=key_number(parts.site) if parts.site else 0,
            owner=key_number(parts.site or f"page {address or digest}"),
            host=parts.host,
            path=parts.path,
            date=declared_metadata(tree, address).published,
            digest=digest,
            sentences=found,
            links=_links(tree, address),
        )

    def _sentences(self, page: Page, tree: Tree) -> list[Long]:
        every = sentences(tree, split(tree))
        content, inside = self._regions(page, tree, every)
        if not self.options.faithful:
            inside = [flag and not form for flag, form in zip(inside, in_form(tree, every))]
            # A page of links, or one whose make deceives: better all of it than nothing.
            inside = inside if any(inside) else [True] * len(every)
        code = in_code(tree, every)
        # In code, quotation marks are part of the language.
        marked = [mark and not flag for mark, flag in zip(quoted(tree, every), code)]
        told = map(Marked, every, marked, content, code)
        kept = [one for one, flag in zip(told, inside) if flag]
        return long_sentences(tree.text, kept, self.options)

    def _regions(
        self, page: Page, tree: Tree, every: Sequence[Sentence]
    ) -> tuple[list[bool], list[bool]]:
        """Which sentences are the page's content, and which are that or stand beside it."""
        whole = [True] * len(every)
        if self.options.faithful or self.options.region == "paper":
            return whole, region(tree, every)
        if self.contents is None or self.options.region == "page":
            return whole, whole
        nodes = self.contents(page, tree)
        content = [one.node in nodes for one in every]
        return content, [a or b for a, b in zip(content, region(tree, every))]


def _writable(name: str) -> str:
    """A name as every table can hold it: half of a character is spelled out."""
    return name.encode("utf-8", "backslashreplace").decode()


def _digest(found: Sequence[Long]) -> int | None:
    if not found:
        return None
    numbers = sorted(one.sentence for one in found)
    packed = b"".join(one.to_bytes(8, "little", signed=True) for one in numbers)
    digest = xxhash.xxh3_64_intdigest(packed)
    return digest - (1 << 64) if digest >> 63 else digest


def _links(tree: Tree, address: str) -> list[Link]:
    base = base_url(tree, address)
    nodes = tree.find("a", "area")
    first: dict[int, int] = {}
    for node, href in zip(nodes, tree.source.values(nodes, "href")):
        if href and not href.startswith("#") and (target := _target(base, href)) is not None:
            first.setdefault(target, tree.start[node])
            if len(first) == _MOST_LINKS:
                break
    first.pop(url_key(address), None)
    return [Link(target, start) for target, start in first.items()]


@lru_cache(maxsize=1 << 16)
def _target(base: str, href: str) -> int | None:
    absolute = safe_url(base, href)
    return url_key(absolute) if absolute and absolute.startswith("http") else None
