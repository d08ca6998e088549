"""The method: pages in, the posts of each page out.

Each page is segmented on its own (`segment`): all candidate segmentations are scored, and the best
one is read into posts. Pages that share a template then vote on one segmentation for all of them,
and a page whose own choice differs is segmented again.
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from honbun._core.signature import signature
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.html.templates import group_pages
from honbun.metadata import head
from honbun.posts.boundaries import refine_boundaries
from honbun.posts.choose import choose_segmentation, preferred_rank, rank_segmentations
from honbun.posts.fields import build_posts
from honbun.posts.fields.date import dated_nodes
from honbun.posts.fields.title import board_names, find_title, without_board_name
from honbun.posts.gate import LINKS, are_links, rejection_reason, teaser_share
from honbun.posts.keys import NodeKeys
from honbun.posts.model import Thread
from honbun.posts.pages import group_threads, thread_position, without_repeats
from honbun.runner.map import Done
from honbun.runner.pages import Step, map_pages, map_results, report_failures
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from honbun.html.decode import Decoded
    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.posts.choose import RankedSegmentations, Votes
    from honbun.posts.fields.cells import Span
    from honbun.posts.model import PostsOptions
    from honbun.posts.pages import ThreadPosition
    from honbun.runner.run import Run

SAME_TEMPLATE = 0.5
"""Minimum similarity of page signatures within a template. Lower than for articles: pages without
classes have few features, so similar pages share fewer of them."""
STEP = "find posts"
_MAX_VOTERS = 256
"""Pages of a template that vote; more do not change the result."""


def posts(pages: Iterable[Page], options: PostsOptions, run: Run) -> Iterator[Thread]:
    """Yield one `Thread` per page.

    The pages of a thread follow each other in page order, at the position of the first one; posts
    that an earlier page of the thread has are left out. Unless `alone` is set, nothing is yielded
    before the last page has been read.
    """
    records = map_pages(Step(segment, options, STEP), pages, run)
    if options.alone:
        return (record.thread for record in records)
    return _with_templates(records, options, run)


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A page with the result of its own segmentation, and what other pages need to know."""

    page: Page
    thread: Thread
    signature: bytes
    votes: Votes
    position: ThreadPosition


def segment(page: Page, options: PostsOptions) -> PageRecord:
    """Segment a page on its own."""
    decoded = page.decode()
    tree = page.parse(decoded)
    keys = node_keys(tree)
    ranked = rank_segmentations(keys, options.weights)
    thread = _read_thread(page, decoded, keys, ranked, rank=0)
    return PageRecord(
        page,
        thread,
        signature(tree),
        ranked.votes,
        thread_position(tree, thread.url, base_url(tree, thread.url), head.title(tree)),
    )


def resegment(page: Page, rank: int, options: PostsOptions) -> Thread:
    """Read a page again with another of its segmentations; `rank` counts from the best, 0.

    The page is decoded, parsed and ranked again: storing every page's columns until the vote would
    take more time and space than the few pages that change.
    """
    decoded = page.decode()
    keys = node_keys(page.parse(decoded))
    return _read_thread(page, decoded, keys, rank_segmentations(keys, options.weights), rank)


def _with_templates(
    records: Iterable[PageRecord], options: PostsOptions, run: Run
) -> Iterator[Thread]:
    """Let the pages of each template vote, then yield threads with their pages in order."""
    with Spool() as spool:
        templates, positions, titles = _store(records, spool)
        chosen = _vote(spool, templates)
        threads_pages = group_threads(positions)
        names = board_names(
            (titles[pages[0]], positions[pages[0]].title) for pages in threads_pages
        )
        choices = (
            _choice(_load(spool, number), chosen.get(templates[number]))
            for number in chain.from_iterable(threads_pages)
        )
        threads = map_results(Step(_resegment, options, STEP), choices, run)
        seen: defaultdict[int, set[Hashable]] = defaultdict(set)
        for numbers in threads_pages:
            declared = positions[numbers[0]].title
            pages = (
                replace(thread, title=without_board_name(thread.title, declared, names))
                for thread in report_failures(islice(threads, len(numbers)), run)
            )
            # A URL that occurs again was fetched twice: its posts are repeats, too.
            yield from without_repeats(pages, seen[positions[numbers[0]].url_hash])


def _store(
    records: Iterable[PageRecord], spool: Spool
) -> tuple[list[int], list[ThreadPosition], list[str | None]]:
    """Spool the records; return the template, the thread position and the title of each page."""
    signatures: list[bytes] = []
    positions: list[ThreadPosition] = []
    titles: list[str | None] = []
    interned: dict[bytes, bytes] = {}
    for record in records:
        spool.append(pickle.dumps(record))
        signatures.append(interned.setdefault(record.signature, record.signature))
        positions.append(record.position)
        titles.append(record.thread.title)
    template_of = group_pages(Counter(signatures), SAME_TEMPLATE)
    return [template_of[each] for each in signatures], positions, titles


def _load(spool: Spool, number: int) -> PageRecord:
    record: PageRecord = pickle.loads(spool[number])
    return record


def _vote(spool: Spool, templates: list[int]) -> dict[int, int | None]:
    """The segmentation chosen for each template that has several pages."""
    members: dict[int, list[int]] = defaultdict(list)
    for number, template in enumerate(templates):
        members[template].append(number)
    chosen: dict[int, int | None] = {}
    for template, numbers in members.items():
        if len(numbers) > 1:
            voters = numbers[:: -(-len(numbers) // _MAX_VOTERS)]  # evenly spaced
            chosen[template] = choose_segmentation([_load(spool, n).votes for n in voters])
    return chosen


@dataclass(frozen=True, slots=True)
class _Resegmentation:
    """A page to be read again with the segmentation of this rank."""

    page: Page
    rank: int

    @property
    def source(self) -> str:
        return self.page.source

    @property
    def url(self) -> str | None:
        return self.page.url


def _choice(record: PageRecord, chosen: int | None) -> _Resegmentation | Done[Thread]:
    """The finished thread of a page, or what to do where its template prefers another."""
    rank = preferred_rank(chosen, record.votes)
    return _Resegmentation(record.page, rank) if rank else Done(record.thread)


def _resegment(page: _Resegmentation, options: PostsOptions) -> Thread:
    return resegment(page.page, page.rank, options)


def _read_thread(
    page: Page, decoded: Decoded, keys: NodeKeys, ranked: RankedSegmentations, rank: int
) -> Thread:
    """The posts of one segmentation, or none and the reason where these are no posts."""
    if not keys.sequence.sizes[-1]:
        return build_thread(page, decoded, keys, (), "the page has no text")
    if not ranked.segmentations:
        return build_thread(page, decoded, keys, (), "nothing on the page comes again")
    features, score = ranked.features[rank], ranked.votes.scores[rank]
    if are_links(features):  # cheap, so before the fields are read
        return build_thread(page, decoded, keys, (), LINKS)
    spans = refine_boundaries(keys, ranked.segmentations[rank])
    thread = build_thread(page, decoded, keys, spans, None)
    reason = rejection_reason(features, score, thread.posts, teaser_share(keys, spans))
    return replace(thread, posts=(), reason=reason) if reason else thread


def build_thread(
    page: Page,
    decoded: Decoded,
    keys: NodeKeys,
    spans: Sequence[Sequence[Span]],
    reason: str | None,
) -> Thread:
    """The thread of a page whose posts are these node ranges; `reason` explains why it has none."""
    tree = keys.sequence.tree
    url = page.resolve_url(tree)
    found = build_posts(keys, spans, url, head.language(tree), page.fetched_at) if spans else ()
    return Thread(
        url=url,
        source=page.source,
        address=url,
        title=find_title(tree, url) if found else head.title(tree),
        posts=found,
        reason=reason,
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        truncated=page.truncations(tree),
        input=page.input,
    )


def node_keys(tree: Tree) -> NodeKeys:
    """The node sequence of a page with its keys."""
    row = node_sequence(tree)
    return NodeKeys(row, dated_nodes(row))
