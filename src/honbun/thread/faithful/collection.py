"""The paper's method on a collection: its pages by format, and the posts of each."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from honbun.shelf import Shelf
from honbun.thread.faithful.posts import posts
from honbun.thread.read import Glance, keys_of, thread_of
from honbun.tree.kind import group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.thread.model import PostsOptions, Thread

_TOGETHER = 256
"""Pages of a format that are held at once; a page is compared with a few others only."""


def threads(glances: Iterable[Glance], options: PostsOptions, alike: float) -> Iterator[Thread]:
    """The posts of every page, in the order of the pages."""
    with Shelf() as pages, Shelf() as results:
        signatures: list[bytes] = []
        for glance in glances:
            pages.append(pickle.dumps(glance.page))
            signatures.append(glance.signature)
        formats = group(Counter(signatures), alike=alike).of
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
    keys = [keys_of(page.parsed(text)) for page, text in zip(loaded, decoded)]
    found = posts([each.strand for each in keys], options)
    for page, text, each, spans in zip(loaded, decoded, keys, found):
        reason = None if spans else "nothing on the page comes again"
        yield thread_of(page, text, each, spans, reason)
