"""The paper's method from pages to posts: main element, pattern, cutting, joining.

Algorithm 1, which turns texts into elements, is `honbun.html.nodes`.
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun._core.signature import signature
from honbun.html.templates import group_pages
from honbun.papers.posts_004.cut import cut, join
from honbun.papers.posts_004.main_element import levels, main_elements
from honbun.papers.posts_004.pattern import pattern
from honbun.posts.pipeline import (
    SAME_TEMPLATE,
    STEP,
    build_thread,
    node_keys,
)
from honbun.runner.pages import Step, map_pages
from honbun.runner.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.html.nodes import NodeSequence
    from honbun.page import Page
    from honbun.posts.model import PostsOptions, Thread
    from honbun.runner.run import Run

    Spans = list[tuple[int, int]]


def segment_pages(sequences: Sequence[NodeSequence], options: PostsOptions) -> list[list[Spans]]:
    """The posts of each page of one template, as ranges of its node sequence."""
    mains = main_elements(sequences, options)
    return [posts_below(sequence, main) for sequence, main in zip(sequences, mains)]


def posts_below(sequence: NodeSequence, main: int) -> list[Spans]:
    """The posts in an element of a page.

    A post extends from its first node to the end of its last one, with the nodes that the cut
    skipped. Posts without text are left out.
    """
    found = pattern(levels(sequence, main)) if len(sequence) else None
    if found is None:
        return []
    cuts = [[found.level.nodes[at] for at in post] for post in cut(*found)]
    joined = join(cuts, sequence.parent)
    spans = [(post[0], int(sequence.end[post[-1]])) for post in joined]
    return [[span] for span in spans if sequence.sizes[span[1]] > sequence.sizes[span[0]]]


_TOGETHER = 256
"""Pages of a template in memory at once; a page is compared with a few others only."""


@dataclass(frozen=True, slots=True)
class _Signed:
    """A page with its template signature."""

    page: Page
    signature: bytes


def posts(pages: Iterable[Page], options: PostsOptions, run: Run) -> Iterator[Thread]:
    """The posts of every page, in input order; the counterpart of `honbun.posts`."""
    return _threads(map_pages(Step(_sign, options, STEP), pages, run), options)


def _sign(page: Page, _: PostsOptions) -> _Signed:
    return _Signed(page, signature(page.parse()))


def _threads(signed: Iterable[_Signed], options: PostsOptions) -> Iterator[Thread]:
    with Spool() as pages, Spool() as results:
        signatures: list[bytes] = []
        for record in signed:
            pages.append(pickle.dumps(record.page))
            signatures.append(record.signature)
        templates = group_pages(Counter(signatures), SAME_TEMPLATE)
        members: dict[int, list[int]] = defaultdict(list)
        for number, signed_as in enumerate(signatures):
            # With `alone`, each page is a template of its own.
            members[number if options.alone else templates[signed_as]].append(number)
        place: dict[int, int] = {}
        for numbers in members.values():
            for first in range(0, len(numbers), _TOGETHER):
                some = numbers[first : first + _TOGETHER]
                for number, thread in zip(some, _template(pages, some, options)):
                    place[number] = len(place)
                    results.append(pickle.dumps(thread))
        for number in range(len(signatures)):
            yield pickle.loads(results[place[number]])


def _template(pages: Spool, numbers: list[int], options: PostsOptions) -> Iterator[Thread]:
    """The posts of some pages of one template; the fields are read by `honbun.posts`."""
    loaded = [pickle.loads(pages[number]) for number in numbers]
    decoded = [page.decode() for page in loaded]
    keys = [node_keys(page.parse(text)) for page, text in zip(loaded, decoded)]
    found = segment_pages([each.sequence for each in keys], options)
    for page, text, own, spans in zip(loaded, decoded, keys, found):
        reason = None if spans else "nothing on the page comes again"
        yield build_thread(page, text, own, spans, reason)
