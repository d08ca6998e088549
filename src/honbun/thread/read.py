"""Reading: one page, cut in the best way that it has by itself, and what other pages need of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.thread.cut.choose import rank
from honbun.thread.cut.keys import Keys
from honbun.thread.dated import dated
from honbun.thread.fields.fields import Setting
from honbun.thread.fields.fields import posts as with_fields
from honbun.thread.gate import refusal
from honbun.thread.model import Thread
from honbun.thread.sequence import standing
from honbun.thread.strand import TEXT, strand
from honbun.thread.trim import trimmed
from honbun.tree import head
from honbun.tree.address import base_address
from honbun.tree.kind import signature

if TYPE_CHECKING:
    from honbun.page import Page
    from honbun.thread.cut.choose import Ballot, Ranked
    from honbun.thread.model import Post, PostsOptions
    from honbun.thread.sequence import Standing
    from honbun.tree.encoding import Decoded
    from honbun.tree.tree import Tree


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
    tree = page.parsed(decoded)
    keys = _keys(tree)
    ranked = rank(keys, options.weights)
    thread = _thread(page, decoded, keys, ranked, 0)
    return Reading(
        page,
        thread,
        _signature(keys),
        ranked.ballot,
        standing(tree, thread.url, base_address(tree, thread.url), thread.title),
    )


def reread(page: Page, place: int, options: PostsOptions) -> Thread:
    """A page with its posts by another of its cuts."""
    decoded = page.decode()
    keys = _keys(page.parsed(decoded))
    return _thread(page, decoded, keys, rank(keys, options.weights), place)


def _keys(tree: Tree) -> Keys:
    row = strand(tree)
    return Keys(row, dated(row))


def _thread(page: Page, decoded: Decoded, keys: Keys, ranked: Ranked, place: int) -> Thread:
    tree = keys.strand.tree
    url = page.address(tree)
    posts: tuple[Post, ...] = ()
    if not keys.strand.sizes[-1]:
        reason: str | None = "the page has no text"
    elif not ranked.cuts:
        reason = "nothing on the page comes again"
    else:
        cut = ranked.cuts[place]
        setting = Setting(url, base_address(tree, url), head.language(tree), page.when)
        posts = with_fields(keys, trimmed(keys, cut), setting)
        reason = refusal(ranked.measures[place], ranked.ballot.scores[place], posts)
    return Thread(
        url=url,
        source=page.source,
        address=url,
        title=head.title(tree),
        posts=() if reason else posts,
        reason=reason,
        encoding=decoded.encoding,
        replaced=decoded.replaced,
    )


def _signature(keys: Keys) -> bytes:
    row = keys.strand
    names = [[f".{name}" for name in names.split()] for names in keys.classes]
    tags = ["" if tag is TEXT else tag for tag in row.tag]
    return signature(tags, names, row.parent.tolist())
