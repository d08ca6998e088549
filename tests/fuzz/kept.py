"""Files that outlive a run, with bytes changed: they are read, or refused in one line."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.model import BlockRef, Kind, State
from honbun.annotation.records import choose
from honbun.api import extract
from honbun.feeds.model import Article, Item
from honbun.page import Page
from honbun.runner.run import Run
from honbun.stores.feed_state import CachedPage, FeedState
from honbun.stores.journal import Journal
from honbun.stores.labels import Labels
from honbun.stores.seen_posts import SeenPosts
from honbun.stores.site_memory import SiteMemory
from tests.fuzz.rooms import WHEN
from tests.fuzz.target import patched, refusing, scratch, told

if TYPE_CHECKING:
    from collections.abc import Callable

_URL = "https://e.org/list"
_VALUE = bytes(range(256)) * 3
_ITEM = Item("One", "https://e.org/1", "2024-05-01", "said", None, None, (), "/html")
_PAGES = [
    Page(
        f"<title>{n} - Site</title><nav><a href=/>Home</a></nav><h1>Story {n}</h1>"
        f"<p>What page {n} tells is its own.</p><footer>All rights reserved</footer>",
        url=f"https://e.org/{n}",
    )
    for n in range(6)
]


_VALUES = (None, -1, 1 << 62, 1e300, "", "text", "\ufffd" * 9, b"", b"\xff\0", b"x\x9cK\0")
"""What may stand in a cell, whatever its column is for."""


def damaged(whole: bytes, data: bytes) -> bytes:
    """A database with bytes changed, or with cells that hold something else, one for each byte."""
    if not data or data[0] % 2:
        return patched(whole, data[1:])
    path = scratch("damaged.db", whole)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        columns = [
            (table, column)
            for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
            for _, column, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall()
        ]
        for at, value in zip(data[1::2], data[2::2]):
            table, column = columns[at % len(columns)]
            change = f"UPDATE {table} SET {column} = ?"
            with suppress(sqlite3.Error):  # some columns hold what they are for, and nothing else
                connection.execute(change, (_VALUES[value % len(_VALUES)],))
    return path.read_bytes()


def _made(name: str, fill: Callable[[Path], None]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        fill(path)
        return path.read_bytes()


@cache
def _memory() -> bytes:
    return _made("memory.db", _learn)


def _learn(path: Path) -> None:
    with SiteMemory(path) as memory:
        list(extract(_PAGES, memory=memory))


def memory(data: bytes) -> None:
    """A site memory, asked and added to."""
    path = scratch("any-memory.db", damaged(_memory(), data))
    with refusing(), SiteMemory(path) as kept:
        kept.sites()
        for kind in kept.templates():
            kept.template(kind.number)
            kept.samples(kind.number)
    with refusing(), SiteMemory(path) as kept:
        list(extract(_PAGES[:3], memory=kept, run=Run(on_failure=told)))
        kept.forget("e.org")


@cache
def _seen() -> bytes:
    return _made("seen.db", _see)


def _see(path: Path) -> None:
    with SeenPosts(path) as seen:
        seen.save({_URL: ["0" * 32, "1" * 32]})


def seen(data: bytes) -> None:
    """A record of posts seen."""
    with refusing(), SeenPosts(scratch("any-seen.db", damaged(_seen(), data))) as kept:
        assert all(len(bytes.fromhex(key)) < 1000 for key in kept.keys(_URL))
        kept.save({_URL: ["2" * 32]})
        kept.keys(_URL)


@cache
def _subscriptions() -> bytes:
    return _made("feeds.db", _subscribe)


def _subscribe(path: Path) -> None:
    with FeedState(path) as kept:
        [entry] = kept.update(_URL, [_ITEM], WHEN)
        kept.subscribe(_URL, "A list", 0, WHEN)
        kept.keep_articles(_URL, {entry.id: Article("text", "Ann", "2024-05-01", None)})
        kept.keep(_URL, CachedPage(b"<p>x", "text/html", _URL, '"e"', None, WHEN))


def subscriptions(data: bytes) -> None:
    """A record of subscribed pages, each of its questions asked."""
    path = scratch("any-feeds.db", damaged(_subscriptions(), data))
    questions: tuple[Callable[[FeedState], object], ...] = (
        lambda kept: kept.subscribed(),
        lambda kept: kept.cached(_URL),
        lambda kept: kept.articles(_URL),
        lambda kept: kept.update(_URL, [_ITEM], WHEN),
        lambda kept: kept.subscribe(_URL, None, 0, WHEN),
    )
    for ask in questions:
        with refusing(), FeedState(path) as kept:
            ask(kept)


@cache
def _labels() -> bytes:
    return _made("any.labels", _label)


def _label(path: Path) -> None:
    with Labels(path) as kept:
        digest = kept.add_page(_PAGES[0], "https://e.org/0")
        [first, *_] = [place for place in labellable_blocks(_PAGES[0]) if place.text]
        kept.act("Ann", digest, {first: Kind.TITLE}, State.DONE)
        kept.act("Ann", digest, {BlockRef(9, "/html/x", "gone"): Kind.BODY})
        kept.undo("Ann", digest)


def labels(data: bytes) -> None:
    """A file of labels, each of its questions asked."""
    path = scratch("any-kept.labels", damaged(_labels(), data))
    questions: tuple[Callable[[Labels], object], ...] = (
        lambda kept: (kept.annotators(), kept.states("Ann")),
        choose,
        lambda kept: [kept.page(one.digest) for one in kept.pages()],
        lambda kept: list(kept.all_labels()),
        lambda kept: [kept.undo("Ann", one.digest) for one in kept.pages()],
        lambda kept: [kept.redo("Ann", one.digest) for one in kept.pages()],
        lambda kept: [kept.earlier("Ann", one.url, "", one.source) for one in kept.pages()],
    )
    for ask in questions:
        with refusing(), Labels(path) as kept:
            ask(kept)


@cache
def _journal() -> bytes:
    return _made("journal.sqlite", _write_down)


def _write_down(path: Path) -> None:
    with Journal(path.parent) as kept:
        kept.put(b"key", _VALUE)
        kept.put(b"other", _VALUE[::-1])


def journal(data: bytes) -> None:
    """A journal: what it gives back is what it was given, or nothing."""
    path = scratch("journal.sqlite", damaged(_journal(), data))
    path.chmod(0o600)  # one that others may write to is not read at all
    with refusing(), Journal(path.parent) as kept:
        assert kept.get(b"key") in (None, _VALUE)
        kept.put(b"key", b"new")
        # Where the index is damaged the earlier one is not replaced, or neither is found.
        assert kept.get(b"key") in (None, _VALUE, b"new")
