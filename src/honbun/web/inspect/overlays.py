"""The content of a page: what every block is, and why."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from honbun.api import extract_page, feed, posts
from honbun.content.model import ContentOptions
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
from honbun.web.inspect.pairs import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.content.model import BlockDecision, Content
    from honbun.errors import Failure
    from honbun.feeds.model import Item, ItemList
    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.posts.model import Post, Thread
    from honbun.similar.model import Shared
    from honbun.similar.sentences import Sentence
    from honbun.web.inspect.pairs import Numbered
    from honbun.web.inspect.results import Rooms

# Spots: where on a page an XPath of ours leads, as numbers that the frame knows.
#
# Results name their places by XPaths (`tree.path`, `thread.xpath`), the frame knows the numbers of
# elements and of runs of text. This is the way back.

_STEP = re.compile(r"(?P<name>text\(\)|\*|[^/\[\]]+)(?:\[(?P<position>[0-9]+)\])?")
_TEXT = "text()"
_ANY = "*"


@dataclass(frozen=True, slots=True)
class Spot:
    """What a result is made of on its page."""

    nodes: tuple[int, ...]
    ends: tuple[int, ...]
    """For each element one past the last that is inside it."""
    runs: tuple[int, ...]
    lead: int | None
    """The first element; where a text comes first, the one that it stands in."""


class Spots:
    """Finds the elements and texts of one page."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def of(self, xpaths: Iterable[str]) -> Spot:
        """What some XPaths lead to; those that lead nowhere are left out."""
        tree = self._tree
        nodes: list[int] = []
        runs: list[int] = []
        leads: list[int] = []
        for xpath in xpaths:
            path, _, last = xpath.rpartition("/")
            if last.startswith(_TEXT):
                node = self.node(path)
                run = None if node is None else _chosen(self._runs.get(node, []), last)
                if run is not None:
                    runs.append(run)
                    leads.append(tree.run_owner[run])
            elif (node := self.node(xpath)) is not None:
                nodes.append(node)
                leads.append(node)
        ends = tuple(tree.end[node] for node in nodes)
        return Spot(tuple(nodes), ends, tuple(runs), leads[0] if leads else None)

    def node(self, xpath: str) -> int | None:
        """The element that an XPath leads to, if any."""
        node: int | None = -1
        for step in xpath.split("/")[1:]:
            name = step.partition("[")[0]
            children = self._children if name == _ANY else self._named
            node = _chosen(children.get((node, name), []), step)
            if node is None:
                return None
        return None if node == -1 else node

    @cached_property
    def _named(self) -> dict[tuple[int | None, str], list[int]]:
        """The children of an element that have a tag."""
        found: dict[tuple[int | None, str], list[int]] = defaultdict(list)
        for node, parent_tag in enumerate(zip(self._tree.parent, self._tree.tag)):
            found[parent_tag].append(node)
        return dict(found)

    @cached_property
    def _children(self) -> dict[tuple[int | None, str], list[int]]:
        found: dict[tuple[int | None, str], list[int]] = defaultdict(list)
        for node, parent in enumerate(self._tree.parent):
            found[parent, _ANY].append(node)
        return dict(found)

    @cached_property
    def _runs(self) -> dict[int, list[int]]:
        """The runs of text that stand in an element directly."""
        found: dict[int, list[int]] = defaultdict(list)
        for run, owner in enumerate(self._tree.run_owner):
            found[owner].append(run)
        return dict(found)


def _chosen(among: list[int], step: str) -> int | None:
    """The one that a step means; without a position it is the only one."""
    found = _STEP.fullmatch(step)
    if found is None:
        return None
    position = int(found["position"] or 1)
    return among[position - 1] if 1 <= position <= len(among) else None


def alone_content(page: Page) -> Content:
    """The content of a page by itself, explained; raises UnreadablePage where it is none."""
    return extract_page(page, options=ContentOptions(explain=True))


@dataclass(frozen=True, slots=True)
class Told:
    """How content is told."""

    number: Callable[[str], int | None]
    """The page of the collection with an address."""

    def __call__(self, content: Content, tree: Tree) -> dict[str, Any]:
        """A page's content, block by block; blocks are known by their elements."""
        spots = Spots(tree)
        roles = {block.xpath: block.role for block in content.blocks}
        counts = Counter(roles.values())
        return {
            "method": content.method,
            "reason": content.reason,
            "title": content.title,
            "author": content.author,
            "date": content.date,
            "site": content.site,
            "language": content.language,
            "text": content.text,
            "counts": {role.value: number for role, number in counts.items()},
            "rules": {judged.why.value: judged.why.sentence for judged in content.explanation},
            "blocks": [
                self._block(judged, node, roles.get(judged.xpath))
                for judged in content.explanation
                if (node := spots.node(judged.xpath)) is not None
            ],
        }

    def _block(self, judged: BlockDecision, node: int, role: str | None) -> dict[str, Any]:
        return {
            "node": node,
            "role": role,
            "rule": judged.why.value,
            "others": judged.others,
            "pages": [{"address": page, "number": self.number(page)} for page in judged.pages],
            "place": judged.place,
            "score": judged.score,
        }


# The lists of a page, and where their items stand.

_MOST_LISTS = 50
_MOST_ITEMS = 1000
"""Shown of a page: what lists more is no page for people."""


def told_lists(page: Page, tree: Tree) -> dict[str, Any]:
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
            _listing(listing, spots)
            | {"feed": f"/?{urlencode({'url': address, 'list': number})}" if address else None}
            for number, listing in enumerate(lists.lists[:_MOST_LISTS], 1)
        ],
    }


def _listing(listing: ItemList, spots: Spots) -> dict[str, Any]:
    return {
        "heading": listing.heading,
        "count": len(listing.items),
        "items": [_item(item, spots) for item in listing.items[:_MOST_ITEMS]],
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


# The posts of a page, and where they stand.


def alone_posts(page: Page) -> Thread:
    """The posts of a page by itself; raises UnreadablePage where it is none."""
    failures: list[Failure] = []
    for thread in posts([page], PostsOptions(alone=True), run=Run(on_failure=failures.append)):
        return thread
    raise UnreadablePage(failures[0].message)


def told_posts(thread: Thread, tree: Tree) -> dict[str, Any]:
    """The posts of a page."""
    spots = Spots(tree)
    return {
        "title": thread.title,
        "reason": thread.reason,
        "posts": [_post(post, spots) for post in thread.posts],
    }


def _post(post: Post, spots: Spots) -> dict[str, Any]:
    fields = {name: value for name, value in asdict(post).items() if name != "xpaths"}
    spot = asdict(spots.of(post.xpaths))
    return fields | {"permalink": http_url(post.permalink)} | spot


# Passages: where on its page a sentence stands that two pages share.

_MOST = 60
"""Sentences that one shared sentence may be put together from: they are short."""


class Point(NamedTuple):
    """A place in the text of a page."""

    run: int
    offset: int
    """In characters of the run."""


class Passage(NamedTuple):
    """A stretch of a page's text."""

    start: Point
    stop: Point
    node: int
    """The element that it begins in."""


def passages(page: Page, texts: Iterable[str]) -> list[Passage | None]:
    """Where each of some shared sentences stands first; None for one that is not found."""
    tree = page.parse()
    found = ranges(page, tree, texts)
    return [None if one is None else passage(tree, *one) for one in found]


def ranges(page: Page, tree: Tree, texts: Iterable[str]) -> list[tuple[int, int] | None]:
    """The same as ranges of the tree's text."""
    starts = {one.text: one.start for one in Reader(OPTIONS, content_nodes).read(page).sentences}
    every = sentences(tree)
    number = {sentence.start: at for at, sentence in enumerate(every)}
    found: list[tuple[int, int] | None] = []
    for text in texts:
        start = starts.get(text)
        at = None if start is None else number.get(start)
        found.append(None if at is None else _range(tree, every[at : at + _MOST], text))
    return found


def passage(tree: Tree, start: int, stop: int) -> Passage:
    """A range of the tree's text, by the runs that it begins and ends in."""
    first = _point(tree, start)
    last = _point(tree, stop - 1)
    return Passage(first, Point(last.run, last.offset + 1), tree.run_owner[first.run])


def _point(tree: Tree, offset: int) -> Point:
    run = bisect_right(tree.run_start, offset, hi=len(tree.run)) - 1
    return Point(run, offset - tree.run_start[run])


def _range(tree: Tree, following: Sequence[Sentence], text: str) -> tuple[int, int]:
    """From the first sentence to the last that the shared one was put together from."""
    start, rest = following[0].start, text
    for sentence in following:
        written = collapse(tree.text[start : sentence.stop])
        # A long one is cut off in the results.
        if written[: len(text)] == text:
            return start, sentence.stop
        if rest.startswith(sentence.text[: len(rest)]):
            rest = rest[len(sentence.text) :].lstrip(" ")
            if not rest:
                return start, sentence.stop
    return start, following[0].stop


# The pages that share text with one, and the shared sentences where they stand on both.

_LONGEST = 2000
"""Characters of a sentence that are compared word by word."""


def beside(rooms: Rooms, number: int) -> list[dict[str, Any]]:
    """The pages that share text with a page, those that share most first."""
    return [_summary(rooms, number, pair) for pair in rooms.pairs.of(number)]


def both(rooms: Rooms, number: int, found: Numbered) -> dict[str, Any]:
    """A page and another, with the places of what they share on either."""
    pair, other = found.pair, found.other(number)
    first = number == found.a
    own = [one.a if first else one.b for one in pair.shared]
    others = [one.b if first else one.a for one in pair.shared]
    here = passages(rooms.collection.page(number), own)
    there = passages(rooms.collection.page(other), others)
    return {
        **_summary(rooms, number, found),
        "sentences": [
            _sentence(*place, one, first=first) for place, one in zip(zip(here, there), pair.shared)
        ],
    }


def _summary(rooms: Rooms, number: int, found: Numbered) -> dict[str, Any]:
    pair, other = found.pair, found.other(number)
    head = rooms.head(other)
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
    sides = differences(shared.a[:_LONGEST], shared.b[:_LONGEST])
    own, other = sides if first else sides[::-1]
    return {
        "changed": sentence_key(shared.a) != sentence_key(shared.b),
        "own": own,
        "other": other,
        "here": here and here._asdict(),
        "there": there and there._asdict(),
    }
