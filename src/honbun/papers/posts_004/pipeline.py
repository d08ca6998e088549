"""The paper's method on a collection: its pages by format, and the posts of each."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from honbun.html.templates import group_pages
from honbun.papers.posts_004.cut import cut, join
from honbun.papers.posts_004.main_element import levels, main_elements
from honbun.papers.posts_004.pattern import pattern
from honbun.posts.reading import Glance, keys_of, thread_of
from honbun.runner.spool import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.posts.model import PostsOptions, Thread

# The paper's method from pages to posts: main element, pattern, cutting, joining.
#
# Algorithm 1 of the paper, which makes elements of texts, is the strand.

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.html.nodes import NodeSequence
    from honbun.posts.model import PostsOptions

    Spans = list[tuple[int, int]]


def posts(strands: Sequence[NodeSequence], options: PostsOptions) -> list[list[Spans]]:
    """The posts of each of some pages of one format, as ranges of its strand."""
    mains = main_elements(strands, options)
    return [posts_below(strand, main) for strand, main in zip(strands, mains)]


def posts_below(strand: NodeSequence, main: int) -> list[Spans]:
    """The posts in an element of a page.

    Each reaches from its first node to the end of its last: what the cut passed over in it belongs
    to it. Posts without text are left out.
    """
    found = pattern(levels(strand, main)) if len(strand) else None
    if found is None:
        return []
    cuts = [[found.level.nodes[at] for at in post] for post in cut(*found)]
    joined = join(cuts, strand.parent)
    spans = [(post[0], int(strand.end[post[-1]])) for post in joined]
    return [[span] for span in spans if strand.sizes[span[1]] > strand.sizes[span[0]]]


_TOGETHER = 256
"""Pages of a format that are held at once; a page is compared with a few others only."""


def threads(glances: Iterable[Glance], options: PostsOptions, alike: float) -> Iterator[Thread]:
    """The posts of every page, in the order of the pages."""
    with Shelf() as pages, Shelf() as results:
        signatures: list[bytes] = []
        for glance in glances:
            pages.append(pickle.dumps(glance.page))
            signatures.append(glance.signature)
        formats = group_pages(Counter(signatures), alike=alike).of
        members: dict[int, list[int]] = defaultdict(list)
        for number, signed in enumerate(signatures):
            # A page alone is a format of its own.
            members[number if options.alone else formats[signed]].append(number)
        place: dict[int, int] = {}
        for numbers in members.values():
            for first in range(0, len(numbers), _TOGETHER):
                some = numbers[first : first + _TOGETHER]
                for number, thread in zip(some, _format(pages, some, options)):
                    place[number] = len(place)
                    results.append(pickle.dumps(thread))
        for number in range(len(signatures)):
            yield pickle.loads(results[place[number]])


def _format(pages: Shelf, numbers: list[int], options: PostsOptions) -> Iterator[Thread]:
    """The posts of some pages of one format; their fields are read as always."""
    loaded = [pickle.loads(pages[number]) for number in numbers]
    decoded = [page.decode() for page in loaded]
    keys = [keys_of(page.parse(text)) for page, text in zip(loaded, decoded)]
    found = posts([each.strand for each in keys], options)
    for page, text, each, spans in zip(loaded, decoded, keys, found):
        reason = None if spans else "nothing on the page comes again"
        yield thread_of(page, text, each, spans, reason)
