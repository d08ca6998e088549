"""Results with the numbers of the elements and texts they are made of, for highlighting.

Results name nodes by XPath, while the browser knows the numbers of elements and text runs in the
page's tree; shared sentences become ranges of text runs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from honbun.api import extract_page, feed, posts
from honbun.content.model import ContentOptions, Role
from honbun.content.pipeline import content_nodes
from honbun.errors import UnreadablePage
from honbun.outputs.pairs_html import differences, reasons
from honbun.posts.model import PostsOptions
from honbun.runner.run import Run
from honbun.similar.reading import Reader
from honbun.similar.sentences import sentences
from honbun.text.similarity import sentence_key
from honbun.text.unicode import collapse
from honbun.text.urls import http_url
from honbun.web.inspect.analysis import SIMILAR_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.content.model import BlockDecision, Content
    from honbun.errors import Failure
    from honbun.feeds.model import Item, ItemList
    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.posts.model import Post, Thread
    from honbun.similar.model import Shared
    from honbun.similar.sentences import Sentence
    from honbun.web.inspect.analysis import Analysis, NumberedPair

FindNumber = Callable[[str], int | None]
"""The number of the page with an address."""

_STEP = re.compile(r"(?P<name>text\(\)|\*|[^/\[\]]+)(?:\[(?P<position>[0-9]+)\])?")
_TEXT = "text()"
_ANY = "*"
_MAX_LISTS = 50
_MAX_ITEMS = 1000
"""Shown of a page: a page for people has fewer."""
_MAX_JOINED = 60
"""Sentences that one shared sentence may be joined from: they are short."""
_MAX_COMPARED = 2000
"""Characters of a sentence that are compared word by word."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The part of a page that a result is made of."""

    nodes: tuple[int, ...]
    ends: tuple[int, ...]
    """For each element, one past the last element inside it."""
    runs: tuple[int, ...]
    lead: int | None
    """The first element, or the parent of the first text."""


class Spots:
    """Finds the elements and texts of one page by XPath."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def of(self, xpaths: Iterable[str]) -> Spot:
        """What some XPaths select; those that select nothing are skipped."""
        tree = self._tree
        nodes: list[int] = []
        runs: list[int] = []
        leads: list[int] = []
        for xpath in xpaths:
            path, _, last = xpath.rpartition("/")
            if last.startswith(_TEXT):
                node = self.node(path)
                run = None if node is None else _select(self._runs.get(node, []), last)
                if run is not None:
                    runs.append(run)
                    leads.append(tree.run_owner[run])
            elif (node := self.node(xpath)) is not None:
                nodes.append(node)
                leads.append(node)
        ends = tuple(tree.end[node] for node in nodes)
        return Spot(tuple(nodes), ends, tuple(runs), leads[0] if leads else None)

    def node(self, xpath: str) -> int | None:
        """The element that an XPath selects, if any."""
        node: int | None = -1
        for step in xpath.split("/")[1:]:
            node = _select(self._children.get((node, step.partition("[")[0]), []), step)
            if node is None:
                return None
        return None if node == -1 else node

    @cached_property
    def _children(self) -> dict[tuple[int | None, str], list[int]]:
        """The children of an element by the name in a step: their tag, or `*`."""
        found: dict[tuple[int | None, str], list[int]] = defaultdict(list)
        for node, (parent, tag) in enumerate(zip(self._tree.parent, self._tree.tag)):
            found[parent, tag].append(node)
            found[parent, _ANY].append(node)
        return dict(found)

    @cached_property
    def _runs(self) -> dict[int, list[int]]:
        """The text runs that are direct children of an element."""
        found: dict[int, list[int]] = defaultdict(list)
        for run, owner in enumerate(self._tree.run_owner):
            found[owner].append(run)
        return dict(found)


def _select(candidates: list[int], step: str) -> int | None:
    """The candidate at the position of a step, the first by default."""
    found = _STEP.fullmatch(step)
    if found is None:
        return None
    position = int(found["position"] or 1)
    return candidates[position - 1] if 1 <= position <= len(candidates) else None


def content_alone(page: Page) -> Content:
    """The content of a page without its collection, explained; raises UnreadablePage."""
    return extract_page(page, options=ContentOptions(explain=True))


def content_overlay(content: Content, tree: Tree, number: FindNumber) -> dict[str, Any]:
    """The content of a page, with the decision on every block."""
    spots = Spots(tree)
    texts: dict[str, list[BlockDecision]] = defaultdict(list)
    for judged in content.explanation:
        texts[judged.xpath].append(judged)
    pictures = [block.xpath for block in content.blocks if block.role is Role.FIGURE]
    blocks = [_block(xpath, judged, number) for xpath, judged in texts.items()]
    blocks += [_picture(xpath) for xpath in pictures if xpath not in texts]
    placed = [
        {"node": node, **block}
        for block in blocks
        if (node := spots.node(block.pop("xpath"))) is not None
    ]
    return {
        "kind": content.kind,
        "confidence": content.confidence,
        "compared": content.compared,
        "reason": content.reason,
        "title": content.title,
        "author": content.author,
        "date": content.date,
        "site": content.site,
        "language": content.language,
        "markdown": content.markdown,
        "counts": Counter(block["role"].value for block in placed if block["role"]),
        "blocks": sorted(placed, key=lambda block: block["node"]),
    }


def _block(xpath: str, texts: Sequence[BlockDecision], number: FindNumber) -> dict[str, Any]:
    """A block is shown by its longest text that is kept, or dropped if none is kept."""
    shown = max(texts, key=lambda judged: (judged.content, len(judged.text)))
    return {
        "xpath": xpath,
        "role": shown.role,
        "score": shown.score,
        "others": shown.others,
        "pages": [{"address": page, "number": number(page)} for page in shown.pages],
        "why": shown.why,
        "kept": sum(judged.content for judged in texts),
        "texts": len(texts),
    }


def _picture(xpath: str) -> dict[str, Any]:
    return {
        "xpath": xpath,
        "role": Role.FIGURE,
        "score": None,
        "others": 0,
        "pages": [],
        "why": ["a picture between texts that are kept"],
        "kept": 1,
        "texts": 1,
    }


def lists_overlay(page: Page, tree: Tree) -> dict[str, Any]:
    """The lists of a page, the main one first."""
    lists, spots = feed(page), Spots(tree)
    address = http_url(lists.url)
    return {
        "title": lists.title,
        "reason": lists.reason,
        "feeds": [
            {"url": url, "title": own.title} for own in lists.feeds if (url := http_url(own.url))
        ],
        "lists": [
            _list(listing, spots)
            | {"feed": f"/?{urlencode({'url': address, 'list': number})}" if address else None}
            for number, listing in enumerate(lists.lists[:_MAX_LISTS], 1)
        ],
    }


def _list(listing: ItemList, spots: Spots) -> dict[str, Any]:
    return {
        "heading": listing.heading,
        "count": len(listing.items),
        "items": [_item(item, spots) for item in listing.items[:_MAX_ITEMS]],
    }


def _item(item: Item, spots: Spots) -> dict[str, Any]:
    return {
        "title": item.title,
        "link": http_url(item.link),
        "published": item.published,
        "summary": item.summary,
        "author": item.author,
        **asdict(spots.of([item.xpath])),
    }


def posts_alone(page: Page) -> Thread:
    """The posts of a page without its collection; raises UnreadablePage."""
    failures: list[Failure] = []
    for thread in posts([page], PostsOptions(alone=True), run=Run(on_failure=failures.append)):
        return thread
    raise UnreadablePage(failures[0].message)


def posts_overlay(thread: Thread, tree: Tree) -> dict[str, Any]:
    """The posts of a page."""
    spots = Spots(tree)
    return {
        "title": thread.title,
        "reason": thread.reason,
        "posts": [_post(post, spots) for post in thread.posts],
    }


def _post(post: Post, spots: Spots) -> dict[str, Any]:
    named = [field.name for field in fields(post) if field.name not in ("body", "xpaths")]
    return {
        **{name: getattr(post, name) for name in named},
        "body": post.body.text.strip() or None,
        "permalink": http_url(post.permalink),
        **asdict(spots.of(post.xpaths)),
    }


class Point(NamedTuple):
    """A position in the text of a page."""

    run: int
    offset: int
    """In characters of the run."""


class Passage(NamedTuple):
    """A range of a page's text."""

    start: Point
    stop: Point
    node: int
    """The element in which it starts."""


def passages(page: Page, texts: Iterable[str]) -> list[Passage | None]:
    """The first occurrence of each shared sentence; None if it is not found."""
    tree = page.parse()
    ranges = text_ranges(page, tree, texts)
    return [None if found is None else passage(tree, *found) for found in ranges]


def text_ranges(page: Page, tree: Tree, texts: Iterable[str]) -> list[tuple[int, int] | None]:
    """The same as ranges of the tree's text."""
    reader = Reader(SIMILAR_OPTIONS, content_nodes)
    starts = {one.text: one.start for one in reader.read(page).sentences}
    every = sentences(tree)
    number = {sentence.start: at for at, sentence in enumerate(every)}
    found: list[tuple[int, int] | None] = []
    for text in texts:
        start = starts.get(text)
        at = None if start is None else number.get(start)
        found.append(None if at is None else _range(tree, every[at : at + _MAX_JOINED], text))
    return found


def passage(tree: Tree, start: int, stop: int) -> Passage:
    """A range of the tree's text as a range of runs."""
    first = _point(tree, start)
    last = _point(tree, stop - 1)
    return Passage(first, Point(last.run, last.offset + 1), tree.run_owner[first.run])


def _point(tree: Tree, offset: int) -> Point:
    run = bisect_right(tree.run_start, offset, hi=len(tree.run)) - 1
    return Point(run, offset - tree.run_start[run])


def _range(tree: Tree, following: Sequence[Sentence], text: str) -> tuple[int, int]:
    """The range of the sentences that a shared sentence was joined from."""
    start, rest = following[0].start, text
    for sentence in following:
        joined = collapse(tree.text[start : sentence.stop])
        # Long sentences are truncated in the results.
        if joined[: len(text)] == text:
            return start, sentence.stop
        if rest.startswith(sentence.text[: len(rest)]):
            rest = rest[len(sentence.text) :].lstrip(" ")
            if not rest:
                return start, sentence.stop
    return start, following[0].stop


def similar_pages(analysis: Analysis, number: int) -> list[dict[str, Any]]:
    """The pages that share text with a page, those that share most first."""
    return [_summary(analysis, number, pair) for pair in analysis.similar(number)]


def pair_overlay(analysis: Analysis, number: int, found: NumberedPair) -> dict[str, Any]:
    """A page and a similar one, with the positions of shared sentences on both."""
    pair, other = found.pair, found.other(number)
    first = number == found.a
    own = [one.a if first else one.b for one in pair.shared]
    others = [one.b if first else one.a for one in pair.shared]
    here = passages(analysis.collection.page(number), own)
    there = passages(analysis.collection.page(other), others)
    return {
        **_summary(analysis, number, found),
        "sentences": [
            _sentence(*positions, one, first=first)
            for positions, one in zip(zip(here, there), pair.shared)
        ],
    }


def _summary(analysis: Analysis, number: int, found: NumberedPair) -> dict[str, Any]:
    pair, other = found.pair, found.other(number)
    head = analysis.head(other)
    return {
        "number": other,
        "title": head.title,
        "address": head.address,
        "relation": pair.relation.replace("-", " "),
        "extent": pair.extent.value,
        "overlap": pair.overlap,
        "containment": pair.containment,
        "because": list(reasons(pair)),
        "first": number == found.a,
        "shared": len(pair.shared),
    }


def _sentence(
    here: Passage | None, there: Passage | None, shared: Shared, *, first: bool
) -> dict[str, Any]:
    sides = differences(shared.a[:_MAX_COMPARED], shared.b[:_MAX_COMPARED])
    own, other = sides if first else sides[::-1]
    return {
        "changed": sentence_key(shared.a) != sentence_key(shared.b),
        "own": own,
        "other": other,
        "here": here and here._asdict(),
        "there": there and there._asdict(),
    }
