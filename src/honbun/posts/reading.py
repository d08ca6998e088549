"""Reading: one page, cut in the best way that it has by itself, and what other pages need of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.html.templates import signature
from honbun.metadata import head
from honbun.posts.boundaries import trimmed
from honbun.posts.choose import rank
from honbun.posts.dates import dated
from honbun.posts.fields import Setting
from honbun.posts.fields import posts as with_fields
from honbun.posts.gate import LINKS, are_links, headlines, refusal
from honbun.posts.keys import Keys
from honbun.posts.model import Thread
from honbun.posts.pages import standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.html.decode import Decoded
    from honbun.html.tree import Tree
    from honbun.page import Page
    from honbun.posts.choose import Ballot, Ranked
    from honbun.posts.fields.cells import Span
    from honbun.posts.model import PostsOptions
    from honbun.posts.pages import Standing


@dataclass(frozen=True, slots=True)
class Glance:
    """A page, and what its format is known by."""

    page: Page
    signature: bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """A page that has been read and cut by itself."""

    page: Page
    thread: Thread
    signature: bytes
    """What its format is known by."""
    ballot: Ballot
    standing: Standing


def read(page: Page, options: PostsOptions) -> Reading:
    """A page with its posts as it has them by itself."""
    decoded = page.decode()
    tree = page.parse(decoded)
    keys = keys_of(tree)
    ranked = rank(keys, options.weights)
    thread = _cut_thread(page, decoded, keys, ranked, 0)
    return Reading(
        page,
        thread,
        _signature(keys),
        ranked.ballot,
        standing(tree, thread.url, base_url(tree, thread.url), thread.title),
    )


def reread(page: Page, place: int, options: PostsOptions) -> Thread:
    """A page with its posts by another of its cuts."""
    decoded = page.decode()
    keys = keys_of(page.parse(decoded))
    return _cut_thread(page, decoded, keys, rank(keys, options.weights), place)


def glance(page: Page, _: PostsOptions) -> Glance:
    """A page with what its format is known by, and nothing else."""
    row = node_sequence(page.parse())
    return Glance(page, _signature(Keys(row, np.zeros(len(row), dtype=bool))))


def keys_of(tree: Tree) -> Keys:
    """A page as the row of its elements and texts, with their keys."""
    row = node_sequence(tree)
    return Keys(row, dated(row))


def _cut_thread(page: Page, decoded: Decoded, keys: Keys, ranked: Ranked, place: int) -> Thread:
    if not keys.strand.sizes[-1]:
        return thread_of(page, decoded, keys, (), "the page has no text")
    if not ranked.cuts:
        return thread_of(page, decoded, keys, (), "nothing on the page comes again")
    measures, score = ranked.measures[place], ranked.ballot.scores[place]
    if are_links(measures):  # without reading their fields
        return thread_of(page, decoded, keys, (), LINKS)
    spans = trimmed(keys, ranked.cuts[place])
    thread = thread_of(page, decoded, keys, spans, None)
    reason = refusal(measures, score, thread.posts, headlines(keys, spans))
    return replace(thread, posts=(), reason=reason) if reason else thread


def thread_of(
    page: Page,
    decoded: Decoded,
    keys: Keys,
    spans: Sequence[Sequence[Span]],
    reason: str | None,
) -> Thread:
    """The thread of a page whose posts stand at some ranges; `reason` says why it has none."""
    tree = keys.strand.tree
    url = page.resolve_url(tree)
    setting = Setting(url, base_url(tree, url), head.language(tree), page.fetched_at)
    return Thread(
        url=url,
        source=page.source,
        address=url,
        title=head.title(tree),
        posts=with_fields(keys, spans, setting) if spans else (),
        reason=reason,
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        cut=page.truncations(tree),
    )


def _signature(keys: Keys) -> bytes:
    row = keys.strand
    elements = np.flatnonzero(row.run < 0)
    # Elements made alike have the same names, so that the first of each make tells them.
    names: list[Sequence[str]] = [()] * len(elements)
    for place in np.unique(keys.make[elements], return_index=True)[1].tolist():
        names[place] = [f".{name}" for name in keys.classes[elements[place]].split()]
    place = np.cumsum(row.run < 0) - 1
    parents = np.where(row.parent >= 0, place[row.parent], -1)[elements]
    return signature([row.tag[at] for at in elements.tolist()], names, parents.tolist())
