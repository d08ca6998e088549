"""A collection of pages in, their documents out.

Three passes, of which only the first parses. The first makes a draft of every page and puts it on
a shelf. The second goes along the shelf, once all pages are known: it notes the links among them,
and counts what neighbouring links say together in the sentences of the collection. The third
completes the drafts. No pass holds more than a few pages in memory.
"""

from __future__ import annotations

import pickle
import sqlite3
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import Failure, HonbunError, log_failure
from honbun.html import blocks as block
from honbun.html.links import base_url, safe_url
from honbun.papers.similar_003.analysers import analyser, annotated
from honbun.papers.similar_003.compounds import CompoundCounts, Compounds, candidates
from honbun.papers.similar_003.offsets import places
from honbun.papers.similar_003.offsets import title as title_range
from honbun.papers.similar_003.standard import (
    Document,
    Link,
    Linked,
    Sentence,
    StandardOptions,
    Title,
    writable,
)
from honbun.runner.map import ordered_map
from honbun.runner.pages import Step, map_pages, map_results, report_failures
from honbun.runner.run import Run
from honbun.runner.spool import Spool
from honbun.similar.link_rows import link_rows
from honbun.similar.sentences import sentences
from honbun.text.language import is_japanese, is_japanese_sentence
from honbun.text.unicode import normalise
from honbun.text.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.runner.limits import Limits
    from honbun.runner.run import Journal
    from honbun.similar.sentences import Sentence as Found

# The links of a page: what each says, and where it leads.

_NO_PAGES = ("mailto:", "tel:", "ftp:")
_MOST = 10_000
"""Links of one page that are kept: more are a list made by a machine, for machines."""


class Anchor(NamedTuple):
    """A link of a page."""

    text: str
    url: str
    target: int
    """The key of the address, the same for all spellings of it."""


def anchors(tree: Tree, address: str, *, japanese: bool) -> list[Anchor]:
    """The links of a page to others in document order, those with one text and target once."""
    base = base_url(tree, address)
    own = url_key(address)
    nodes = tree.find("a", "area")
    found: dict[tuple[str, int], Anchor] = {}
    for node, href in zip(nodes, tree.values(nodes, "href")):
        if not href or href.startswith("#") or (link := _target(base, href)) is None:
            continue
        url, target = link
        if target == own:
            continue
        said = _said(tree, node)
        text = normalise(said, japanese=is_japanese_sentence(said, japanese))
        found.setdefault((text, target), Anchor(text, url, target))
        if len(found) == _MOST:
            break
    return list(found.values())


@lru_cache(maxsize=1 << 16)
def _target(base: str, href: str) -> tuple[str, int] | None:
    url = safe_url(base, href)
    if url is None or url.lower().startswith(_NO_PAGES):
        return None
    return url, url_key(url)


def _said(tree: Tree, node: int) -> str:
    """The text of a link; of one without, what stands for its pictures where they are not seen."""
    text = tree.subtree_text(node)
    if text and not text.isspace():
        return text
    pictures = [at for at in range(node, tree.end[node]) if tree.tag[at] in ("img", "area")]
    return " ".join(filter(None, tree.values(pictures, "alt")))


# Draft: a page as far as it can be told without the others.
#
# What waits for the collection: which pages links lead to and come from, and which neighbouring
# links make up one name. A draft takes it that none do, and keeps the page for the case that some
# turn out to.

_QUICKLY = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of a page by itself."""

    url: str
    source: str
    address: int
    """The key that links to the page have as their target."""
    encoding: str
    replaced: int
    cut: tuple[str, ...]
    japanese: bool
    title: Title | None
    sentences: tuple[Sentence, ...]
    in_rows: frozenset[int]
    """Which of the sentences are rows of links or stand in one, by their place in the order."""
    anchors: list[Anchor]
    asked: frozenset[str]
    """What neighbouring links would say together, by its key."""
    page: bytes
    """The page, where anything was asked; packed."""


def read(page: Page, options: StandardOptions) -> Draft | None:
    """The draft of a page; None for one that is not Japanese, where only those are wanted."""
    decoded = page.decode()
    tree = page.parse(decoded)
    japanese = is_japanese(tree.text, decoded.encoding)
    if options.japanese_only and not japanese:
        return None
    address = page.resolve_url(tree)
    blocks = block.split(tree)
    found = sentences(tree, blocks)
    asked = frozenset(candidates(tree, blocks))
    title = title_range(tree)
    ranges = [(one.start, one.stop) for one in found]
    placed = places(page.html, decoded, tree, ranges if title is None else [*ranges, title])
    return Draft(
        url=writable(address),
        source=page.source,
        address=url_key(address),
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        cut=page.truncations(tree),
        japanese=japanese,
        title=None if title is None else Title(_title(tree, title, japanese), *placed[-1]),
        sentences=_numbered(found, placed),
        in_rows=_in_rows(tree, blocks, found),
        anchors=anchors(tree, address, japanese=japanese),
        asked=asked,
        page=zlib.compress(pickle.dumps(page), _QUICKLY) if asked else b"",
    )


def reread(packed: bytes, compounds: Callable[[str], bool]) -> tuple[Sentence, ...]:
    """The sentences of a packed page where it is known which links make up one name."""
    page: Page = pickle.loads(zlib.decompress(packed))
    decoded = page.decode()
    tree = page.parse(decoded)
    found = sentences(tree, None, compounds)
    ranges = [(one.start, one.stop) for one in found]
    return _numbered(found, places(page.html, decoded, tree, ranges))


def _in_rows(tree: Tree, blocks: Blocks, found: Sequence[Found]) -> frozenset[int]:
    """Which sentences are rows of links when no row is taken apart, or are parts of those."""
    links = link_rows(blocks)
    if not links.after:
        return frozenset()
    whole = sentences(tree, blocks, lambda _: True)
    prose = {(one.start, one.stop) for one in whole if not links.inside(one.start, one.stop)}
    return frozenset(
        number for number, one in enumerate(found) if (one.start, one.stop) not in prose
    )


def _title(tree: Tree, title: tuple[int, int], page: bool) -> str:
    raw = tree.text[slice(*title)]
    return normalise(raw, japanese=is_japanese_sentence(raw, page))


def _numbered(found: Sequence[Found], placed: Sequence[tuple[int, int]]) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(number, one.text, offset, length, one.japanese)
        for number, (one, (offset, length)) in enumerate(zip(found, placed), 1)
    )


# The links among the pages of a collection, on disk.
#
# A link that leads to no page of the collection is kept nowhere but in the draft of its own page.
# Of pages with one address, the first is the one that is linked to.

_TABLES = """
    PRAGMA journal_mode = OFF;
    PRAGMA cache_size = -65536;
    CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT);
    CREATE TABLE address (key INTEGER PRIMARY KEY, page INTEGER);
    CREATE TABLE link (target INTEGER, source INTEGER, place INTEGER, text TEXT,
        PRIMARY KEY (target, source, place)) WITHOUT ROWID;
"""
_AT_ONCE = 500
"""Keys looked up by one query: some builds of SQLite take no more than 999 values."""


class Links:
    """Which page links to which, and by what text."""

    def __init__(self) -> None:
        # A database without a name: a temporary file of SQLite's own, gone when it is closed.
        self._tables = sqlite3.connect("", isolation_level=None)
        self._tables.executescript(_TABLES)
        self._tables.execute("BEGIN")

    def __enter__(self) -> Links:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tables.close()

    def add_page(self, number: int, address: int, url: str) -> None:
        """Make a page known. All are, before the first link is added."""
        self._tables.execute("INSERT INTO page VALUES (?, ?)", (number, url))
        self._tables.execute("INSERT OR IGNORE INTO address VALUES (?, ?)", (address, number))

    def add_links(self, number: int, anchors: Sequence[Anchor]) -> None:
        """Add the links of a page."""
        pages = self._pages({anchor.target for anchor in anchors})
        self._tables.executemany(
            "INSERT INTO link VALUES (?, ?, ?, ?)",
            (
                (pages[anchor.target].id, number, place, anchor.text)
                for place, anchor in enumerate(anchors)
                if anchor.target in pages
            ),
        )

    def outgoing(self, anchors: Sequence[Anchor]) -> tuple[Link, ...]:
        """The links of a page, with the numbers of those pages that belong to the collection."""
        pages = self._pages({anchor.target for anchor in anchors})
        return _by_text(
            (anchor.text, pages.get(anchor.target) or Linked(anchor.url, None))
            for anchor in anchors
        )

    def incoming(self, number: int, most: int) -> tuple[Link, ...]:
        """The links to a page from others, the earliest in the collection first."""
        rows = self._tables.execute(
            "SELECT text, url, source FROM link JOIN page ON page.id = source"
            " WHERE target = ? ORDER BY source, place LIMIT ?",
            (number, most),
        )
        return _by_text((text, Linked(url, source)) for text, url, source in rows)

    def _pages(self, keys: set[int]) -> dict[int, Linked]:
        """The pages that some keys of addresses stand for."""
        found: dict[int, Linked] = {}
        wanted = sorted(keys)
        for begin in range(0, len(wanted), _AT_ONCE):
            some = wanted[begin : begin + _AT_ONCE]
            rows = self._tables.execute(
                "SELECT key, url, id FROM address JOIN page ON page.id = address.page"
                f" WHERE key IN ({','.join('?' * len(some))})",
                some,
            )
            found.update((key, Linked(url, number)) for key, url, number in rows)
        return found


def _by_text(found: Iterable[tuple[str, Linked]]) -> tuple[Link, ...]:
    """The links with one text together, in the order of the first of each."""
    texts: dict[str, dict[Linked, None]] = {}
    for text, page in found:
        texts.setdefault(text, {})[page] = None
    return tuple(Link(text, tuple(pages)) for text, pages in texts.items())


_STEP = "convert"
_REMEMBERED = 200_000
"""Sentences that are not counted again when they come again, as those of a site's frame do on each
of its pages: they would make no difference, and looking at them takes time."""
_PART = 20_000
"""Sentences counted at once: to tell a process what to look for takes as long as some hundred."""


def documents(
    pages: Iterable[Page],
    options: StandardOptions | None = None,
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Document]:
    """Every page in the standard format, in the order of the pages.

    A document's number is that of its page, whether or not pages before it failed or were left
    out. Nothing comes out before the last page was read. A page that fails is told to `on_failure`,
    and so is one with sentences that an analyser failed on.
    """
    options = options or StandardOptions()
    if not isinstance(options, StandardOptions):
        raise HonbunError(f"options are StandardOptions, not {type(options).__name__}")
    for name in options.analysers:
        analyser(name)  # one that is missing is told now, not after hours of reading
    return _documents(pages, options, Run(jobs, limits, journal, on_failure))


def _documents(
    pages: Iterable[Page],
    options: StandardOptions,
    run: Run,
) -> Iterator[Document]:
    with Spool() as shelf, Links() as links:
        numbers, asked = _shelve(pages, options, run, shelf, links)
        prose = _prose(shelf, numbers, links)
        compounds = _written_together(prose, CompoundCounts(asked, options.together), run.jobs)
        works = _works(shelf, numbers, links, compounds, options)
        # To complete a draft takes less than to send it to another process, unless there is much,
        # and without parsing it again, or native code of others, there is nothing to limit.
        if not options.analysers and not compounds.names:
            run = replace(run, jobs=1, limits=None)
        completed = map_results(Step(_complete, options, _STEP), works, run)
        for document, failure in report_failures(completed, run):
            if failure is not None:
                run.on_failure(failure)
            yield document


def _shelve(
    pages: Iterable[Page],
    options: StandardOptions,
    run: Run,
    shelf: Spool,
    links: Links,
) -> tuple[list[int], frozenset[str]]:
    """Put the draft of every page on the shelf; the numbers of those pages, and what they ask."""
    failures = 0

    report = run.on_failure

    def failed(failure: Failure) -> None:
        nonlocal failures
        failures += 1
        report(failure)

    numbers: list[int] = []
    asked: set[str] = set()
    run = replace(run, on_failure=failed)
    drafts = map_pages(Step(read, options, _STEP), pages, run)
    for number, draft in enumerate(drafts, 1):
        if draft is not None:
            numbers.append(number + failures)
            links.add_page(numbers[-1], draft.address, draft.url)
            shelf.append(pickle.dumps(draft))
            asked |= draft.asked
    return numbers, frozenset(asked)


def _prose(shelf: Spool, numbers: list[int], links: Links) -> Iterator[list[str]]:
    """The sentences of the collection that are no rows of links, many at a time.

    The links among the pages are noted on the way.
    """
    seen: set[str] = set()
    part: list[str] = []
    for place, number in enumerate(numbers):
        draft = _draft(shelf, place)
        links.add_links(number, draft.anchors)
        for at, sentence in enumerate(draft.sentences):
            if at not in draft.in_rows and sentence.text not in seen:
                seen.add(sentence.text)
                part.append(sentence.text)
        if len(part) > _PART:
            yield part
            part = []
        if len(seen) > _REMEMBERED:
            seen.clear()
    yield part


def _written_together(prose: Iterable[list[str]], counts: CompoundCounts, jobs: int) -> Compounds:
    """What is written in one, of all that neighbouring links say together."""
    counting = _Counting(counts.candidates, counts.least)
    for part in ordered_map(counting, prose, jobs, chunk=1, local=1):
        counts.merge(part)
    return counts.compounds()


@dataclass(frozen=True, slots=True)
class _Counting:
    """Counts a part of the sentences, in whatever process."""

    candidates: frozenset[str]
    least: int

    def __call__(self, sentences: list[str]) -> CompoundCounts:
        counts = CompoundCounts(self.candidates, self.least)
        for sentence in sentences if self.candidates else ():
            counts.count(sentence)
        # What was looked for is known where this is going.
        return CompoundCounts(frozenset(), self.least, counts.seen)


class _Work(NamedTuple):
    """A draft with what the collection has to say about it."""

    number: int
    draft: Draft
    compounds: Compounds
    """Those that the page asked for."""
    out_links: tuple[Link, ...]
    in_links: tuple[Link, ...]

    @property
    def source(self) -> str:
        return self.draft.source

    @property
    def url(self) -> str | None:
        return self.draft.url


def _works(
    shelf: Spool,
    numbers: list[int],
    links: Links,
    compounds: Compounds,
    options: StandardOptions,
) -> Iterator[_Work]:
    for place, number in enumerate(numbers):
        draft = _draft(shelf, place)
        yield _Work(
            number,
            draft,
            Compounds(draft.asked & compounds.names),
            links.outgoing(draft.anchors),
            links.incoming(number, options.in_links),
        )


def _complete(work: _Work, options: StandardOptions) -> tuple[Document, Failure | None]:
    """Make a document of a draft; some of its sentences may have failed."""
    number, draft, compounds, out_links, in_links = work
    sentences = reread(draft.page, compounds) if compounds.names else draft.sentences
    failure = None
    if options.analysers:
        analysers = [analyser(name) for name in options.analysers]
        sentences, message = annotated(sentences, analysers)
        if message:
            failure = Failure(draft.source, draft.url, "annotate", message)
    document = Document(
        id=number,
        url=draft.url,
        encoding=draft.encoding,
        replaced=draft.replaced,
        japanese=draft.japanese,
        title=draft.title,
        out_links=out_links,
        in_links=in_links,
        sentences=sentences,
        cut=draft.cut,
    )
    return document, failure


def _draft(shelf: Spool, place: int) -> Draft:
    draft: Draft = pickle.loads(shelf[place])
    return draft
