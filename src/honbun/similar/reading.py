"""One page as a row: all that the comparison of pages needs of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from honbun.errors import HonbunError
from honbun.html.blocks import split
from honbun.html.links import base_url, safe_url
from honbun.metadata import head
from honbun.metadata.declared import declared_metadata
from honbun.similar.long_sentences import FlaggedSentence, long_sentences
from honbun.similar.marks import in_code, in_form, quoted
from honbun.similar.region import region
from honbun.similar.sentences import sentences
from honbun.text.similarity import fingerprint, key_number
from honbun.text.url_similarity import url_parts
from honbun.text.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.metadata.declared import DeclaredMetadata
    from honbun.page import Page
    from honbun.similar.long_sentences import LongSentence
    from honbun.similar.model import SimilarOptions
    from honbun.similar.sentences import Sentence

    Contents = Callable[[Blocks, DeclaredMetadata, str], Container[int]]

_MOST_LINKS = 10_000
"""Maximum number of links read from a page: a bound against hostile pages."""


class Link(NamedTuple):
    """The first link of a page to an address."""

    target: int
    """The key of the address."""
    start: int | None
    """Where it is in the page's text, if that is known."""


@dataclass(frozen=True, slots=True)
class PageRow:
    """What the comparison needs of a page."""

    url: str
    source: str
    address: int
    """The key of the page's own address, which links to it have as their target."""
    site: int
    """A number for the registered domain, 0 if there is none."""
    owner: int
    """The site, or the page itself if the site is unknown: such pages count as unrelated,
    though they may share a site's boilerplate."""
    host: tuple[str, ...]
    path: tuple[str, ...]
    date: str | None
    title: int
    """A number for the title of the document, 0 if it has none."""
    digest: int | None
    """Equal for pages with the same long sentences; None for a page without any."""
    sentences: list[LongSentence]
    links: list[Link]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads pages; picklable, so that worker processes can use it."""

    options: SimilarOptions
    contents: Contents | None = None
    """Returns the block-level elements of a page's content, for `region="content"`."""

    def __post_init__(self) -> None:
        if self.contents is None and self.options.region == "content":
            raise HonbunError(
                'region="content" needs a function that returns the content: contents=...'
            )

    def read(self, page: Page) -> PageRow:
        """The row of a page; raises UnreadablePage for input that is not a web page."""
        tree = page.parse()
        address = page.resolve_url(tree)
        blocks, declared = split(tree), declared_metadata(tree, address)
        found = self._sentences(blocks, declared, address)
        parts = url_parts(address)
        digest = _digest(found)
        return PageRow(
            url=_writable(address),
            source=_writable(page.source),
            address=url_key(address),
            site=key_number(parts.site) if parts.site else 0,
            owner=key_number(parts.site or f"page {address or digest}"),
            host=parts.host,
            path=parts.path,
            date=declared.published,
            title=title_number(head.title(tree)),
            digest=digest,
            sentences=found,
            links=_links(tree, address),
        )

    def _sentences(
        self, blocks: Blocks, declared: DeclaredMetadata, address: str
    ) -> list[LongSentence]:
        tree = blocks.tree
        every = sentences(tree, blocks)
        content, inside = self._regions(blocks, declared, address, every)
        inside = [flag and not form for flag, form in zip(inside, in_form(tree, every))]
        # A page of links only: use all of it rather than nothing.
        inside = inside if any(inside) else [True] * len(every)
        code = in_code(tree, every)
        # In code, quotation marks are part of the language.
        marked = [mark and not flag for mark, flag in zip(quoted(tree, every), code)]
        flagged = map(FlaggedSentence, every, marked, content, code)
        counted = [one for one, flag in zip(flagged, inside) if flag]
        return long_sentences(tree.text, counted, self.options)

    def _regions(
        self,
        blocks: Blocks,
        declared: DeclaredMetadata,
        address: str,
        every: Sequence[Sentence],
    ) -> tuple[list[bool], list[bool]]:
        """Which sentences are content, and which are content or beside it on the same site."""
        tree = blocks.tree
        whole = [True] * len(every)
        if self.options.region == "paper":
            return whole, region(tree, every)
        if self.contents is None or self.options.region == "page":
            return whole, whole
        nodes = self.contents(blocks, declared, address)
        content = [one.node in nodes for one in every]
        return content, [a or b for a, b in zip(content, region(tree, every, neighbours=True))]


def title_number(title: str | None) -> int:
    """A number for a title, equal for titles that are compared as equal."""
    return fingerprint(title) if title else 0


def _writable(name: str) -> str:
    """A name that every table can store: lone surrogates are escaped."""
    return name.encode("utf-8", "backslashreplace").decode()


def _digest(found: Sequence[LongSentence]) -> int | None:
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
    for node, href in zip(nodes, tree.values(nodes, "href")):
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
