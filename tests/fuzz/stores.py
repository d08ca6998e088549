"""Store files with changed bytes are read, or refused in one line."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager, closing, suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

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
from tests.fuzz.packages import WHEN
from tests.fuzz.target import check_failure, patched, refusing, temp_file

if TYPE_CHECKING:
    from collections.abc import Callable

_URL = "https://e.org/list"
_VALUE = bytes(range(256)) * 3
_ITEM = Item("One", "https://e.org/1", "2024-05-01", "text", None, None, (), "/html")
_PAGES = [
    Page(
        f"<title>{n} - Site</title><nav><a href=/>Home</a></nav><h1>Story {n}</h1>"
        f"<p>Only page {n} has this text.</p><footer>All rights reserved</footer>",
        url=f"https://e.org/{n}",
    )
    for n in range(6)
]


_VALUES = (None, -1, 1 << 62, 1e300, "", "text", "\ufffd" * 9, b"", b"\xff\0", b"x\x9cK\0")
"""Values of cells, of any type."""


def damaged(whole: bytes, data: bytes) -> bytes:
    """A database with changed bytes or changed cells."""
    if not data or data[0] % 2:
        return patched(whole, data[1:])
    path = temp_file("damaged.db", whole)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        columns = [
            (table, column)
            for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
            for _, column, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall()
        ]
        for at, value in zip(data[1::2], data[2::2]):
            table, column = columns[at % len(columns)]
            change = f"UPDATE {table} SET {column} = ?"
            with suppress(sqlite3.Error):  # some columns check their type
                connection.execute(change, (_VALUES[value % len(_VALUES)],))
    return path.read_bytes()


def _fill_memory(path: Path) -> None:
    with SiteMemory(path) as memory:
        list(extract(_PAGES, memory=memory))


def _fill_seen(path: Path) -> None:
    with SeenPosts(path) as seen:
        seen.save({_URL: ["0" * 32, "1" * 32]})


def _fill_subscriptions(path: Path) -> None:
    with FeedState(path) as store:
        [entry] = store.update(_URL, [_ITEM], WHEN)
        store.subscribe(_URL, "A list", 0, WHEN)
        store.keep_articles(_URL, {entry.id: Article("text", "Ann", "2024-05-01", None)})
        store.keep(_URL, CachedPage(b"<p>x", "text/html", _URL, '"e"', None, WHEN))


def _fill_labels(path: Path) -> None:
    with Labels(path) as store:
        digest = store.add_page(_PAGES[0], "https://e.org/0")
        [first, *_] = [place for place in labellable_blocks(_PAGES[0]) if place.text]
        store.act("Ann", digest, {first: Kind.TITLE}, State.DONE)
        store.act("Ann", digest, {BlockRef(9, "/html/x", "gone"): Kind.BODY})
        store.undo("Ann", digest)


def _fill_journal(path: Path) -> None:
    with Journal(path.parent) as store:
        store.put(b"key", _VALUE)
        store.put(b"other", _VALUE[::-1])


def _sites(store: SiteMemory) -> None:
    for site in store.sites():
        store.pages(site.site)


def _memory(store: SiteMemory) -> None:
    list(extract(_PAGES[:3], memory=store, run=Run(on_failure=check_failure)))
    store.forget("e.org")


def _seen(store: SeenPosts) -> None:
    assert all(len(bytes.fromhex(key)) < 1000 for key in store.keys(_URL))
    store.save({_URL: ["2" * 32]})
    store.keys(_URL)


def _journal(store: Journal) -> None:
    """A journal returns the stored value or nothing."""
    assert store.get(b"key") in (None, _VALUE)
    store.put(b"key", b"new")
    # With a damaged index the old value is not replaced, or neither value is found.
    assert store.get(b"key") in (None, _VALUE, b"new")


def _open_journal(path: Path) -> Journal:
    path.chmod(0o600)  # a journal that others may write to is refused
    return Journal(path.parent)


class Store(NamedTuple):
    """A kind of file: how it is made and opened, and calls, each on a newly opened store."""

    file: str
    fill: Callable[[Path], None]
    open: Callable[[Path], AbstractContextManager[Any]]
    calls: tuple[Callable[[Any], object], ...]


STORES = {
    "site memory": Store("memory.db", _fill_memory, SiteMemory, (_sites, _memory)),
    "posts seen": Store("seen.db", _fill_seen, SeenPosts, (_seen,)),
    "subscribed pages": Store(
        "feeds.db",
        _fill_subscriptions,
        FeedState,
        (
            lambda store: store.subscribed(),
            lambda store: store.cached(_URL),
            lambda store: store.articles(_URL),
            lambda store: store.update(_URL, [_ITEM], WHEN),
            lambda store: store.subscribe(_URL, None, 0, WHEN),
        ),
    ),
    "labels": Store(
        "any.labels",
        _fill_labels,
        Labels,
        (
            lambda store: (store.annotators(), store.states("Ann")),
            choose,
            lambda store: [store.page(one.digest) for one in store.pages()],
            lambda store: list(store.all_labels()),
            lambda store: [store.undo("Ann", one.digest) for one in store.pages()],
            lambda store: [store.redo("Ann", one.digest) for one in store.pages()],
            lambda store: [store.earlier("Ann", one.url, "", one.source) for one in store.pages()],
        ),
    ),
    "journal": Store("journal.sqlite", _fill_journal, _open_journal, (_journal,)),
}


@cache
def _whole(name: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / STORES[name].file
        STORES[name].fill(path)
        return path.read_bytes()


def run(name: str, data: bytes) -> None:
    """Read and change a damaged store."""
    store = STORES[name]
    path = temp_file(store.file, damaged(_whole(name), data))
    for call in store.calls:
        with refusing(), store.open(path) as opened:
            call(opened)


RUN: dict[str, Callable[[bytes], None]] = {name: partial(run, name) for name in STORES}
