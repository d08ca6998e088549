"""Posts to rows and to text."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from textwrap import indent
from typing import TYPE_CHECKING, BinaryIO, TypeGuard
from urllib.parse import quote, urldefrag, urljoin, urlsplit

from honbun.outputs import rows, syndication
from honbun.outputs.syndication import EPOCH, Channel, Entry
from honbun.text.dates.iso import earliest
from honbun.text.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from honbun.outputs.rows import ColumnType, Row
    from honbun.posts.identity import KeyedThread
    from honbun.posts.model import Post, Thread

COLUMNS: dict[str, ColumnType] = {
    "url": str,
    "source": str,
    "index": int,
    "number": str,
    "author": str,
    "date": str,
    "published": str,
    "body": str,
    "text": str,
    "reply_to": str,
    "permalink": str,
    "xpaths": [str],
}
"""The columns of a post and what they hold, in the order in which they are written."""


def row(thread: Thread, post: Post) -> Row:
    """A post as plain values, every key present; what its page was cut by, where it was."""
    values = {name: getattr(post, name) for name in list(COLUMNS)[2:]}
    cut = {"cut": list(thread.cut)} if thread.cut else {}
    return {
        "url": thread.url,
        "source": thread.source,
        **values,
        "xpaths": list(post.xpaths),
        **cut,
    }


def flat_row(thread: Thread, post: Post) -> Row:
    """The same where a value cannot be a list: spaces, which no XPath of ours has, part them."""
    return row(thread, post) | {"xpaths": " ".join(post.xpaths)}


def text(thread: Thread) -> str:
    """The posts as one reads them: who and when on a line, and the message below it."""
    return "\n".join(f"{_heading(post)}\n{_message(post)}" for post in thread.posts)


def called(number: str) -> str:
    """What a post is called: numbers get the sign that they are read with.

    >>> called("12"), called("#12"), called("comment-5")
    ('#12', '#12', 'comment-5')
    """
    return f"#{number}" if number.isdecimal() else number


def _heading(post: Post) -> str:
    name = called(post.number) if post.number else f"[{post.index + 1}]"
    answered = f"to {called(post.reply_to)}" if post.reply_to else None
    return "  ".join(part for part in (name, post.author, post.date, answered) if part)


def _message(post: Post) -> str:
    # Indented, no line of a message can pass for the heading of another post.
    return indent(post.body or post.text, "    ", lambda _: True) + "\n"


# The posts of some pages as one feed, the newest first.
#
# Readers of feeds tell entries by their ids alone: an id that changes shows an old post again, and
# one that two posts share hides the second. So a post's permalink is its id where no other post
# has it, else the key that it is identified by.

_TITLE = 80
"""Characters of a message that its title shows: what fits on the line of a list."""
_UNTITLED = "Posts"


def feed(pages: Iterable[KeyedThread]) -> Channel:
    """The posts of all pages as one feed."""
    found = list(pages)
    links = Counter(_permalink(page.thread, post) for page in found for post in page.thread.posts)
    dated: list[tuple[datetime, Entry]] = []
    for page in found:
        for when, post, key in _newest_first(page):
            link = _permalink(page.thread, post)
            whole = (page.address, _page(page.thread.url))
            own = link is not None and links[link] == 1 and link not in whole
            dated.append((when, _entry(page, post, link if own else None, key)))
    dated.sort(key=itemgetter(0), reverse=True)
    # The first thread is what the feed is about: the other pages are mostly more of it.
    link = found[0].address if found else None
    title = _title([page.thread for page in found])
    return Channel(title, link, entries=tuple(entry for _, entry in dated))


def _title(threads: Sequence[Thread]) -> str:
    titles = {thread.title or thread.url for thread in threads}
    if len(titles) == 1:
        return titles.pop()
    hosts = {_host(thread.url) for thread in threads}
    return f"{_UNTITLED} on {hosts.pop()}" if len(hosts) == 1 and "" not in hosts else _UNTITLED


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # "http://[" and the like
        return ""


def _newest_first(page: KeyedThread) -> list[tuple[datetime, Post, str]]:
    """The posts with their keys and with the times to order them by.

    One without a date stands where its page has it: it is as old as the post before it in time.
    """
    rows = list(zip(page.thread.posts, page.keys))
    if not _runs_down(page.thread.posts):
        rows.reverse()
    when = next((known for post, _ in rows if (known := earliest(post.published))), EPOCH)
    placed: list[tuple[datetime, Post, str]] = []
    for post, key in rows:
        when = earliest(post.published) or when
        placed.append((when, post, key))
    return placed[::-1]


def _runs_down(posts: Sequence[Post]) -> bool:
    """Whether later posts stand further down: by dates, else by numbers, else by custom."""
    dates = [when for post in posts if (when := earliest(post.published))]
    if dates and dates[0] != dates[-1]:
        return dates[0] < dates[-1]
    numbers = [int(post.number) for post in posts if _is_number(post.number)]
    return not numbers or numbers[0] <= numbers[-1]


def _is_number(name: str | None) -> TypeGuard[str]:
    # Python refuses to read thousands of digits, and no thread has so many posts.
    return name is not None and name.isdecimal() and len(name) < 20


def _entry(page: KeyedThread, post: Post, permalink: str | None, key: str) -> Entry:
    return Entry(
        id=permalink or uuid.UUID(key).urn,
        title=_entry_title(post),
        link=permalink or _place(page.thread.url, post),
        published=post.published,
        author=post.author,
        content=post.body or post.text,
    )


def _entry_title(post: Post) -> str:
    """Who says what; where the message cannot be told from the rest, who says it, and its number.

    A whole post begins with its header, which would be all that a title shows.
    """
    if post.body:
        return f"{post.author}: {_beginning(post.body)}" if post.author else _beginning(post.body)
    name = " ".join(part for part in (post.number and called(post.number), post.author) if part)
    return name or _beginning(post.text)


def _beginning(text: str) -> str:
    """The first words of a text, on one line."""
    line = " ".join(text[: 4 * _TITLE].split())
    if len(line) <= _TITLE:
        return line
    cut = line[: _TITLE + 1]
    words = cut.rpartition(" ")[0]
    # Where words are not set apart, or the last is very long, it is cut anywhere.
    return (words if len(words) > _TITLE // 2 else cut[:_TITLE]) + "…"


def _permalink(thread: Thread, post: Post) -> str | None:
    try:
        return http_url(urljoin(thread.url, post.permalink)) if post.permalink else None
    except ValueError:
        return None


def _place(url: str, post: Post) -> str:
    """The post on its page, as well as it can be pointed to."""
    page = _page(url)
    return f"{page}#{quote(post.number.lstrip('#'), errors='replace')}" if post.number else page


def _page(url: str) -> str:
    try:
        return urldefrag(url).url
    except ValueError:
        return url


# The formats that posts are written in; each can hold one page or many.


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write posts."""

    endings: tuple[str, ...]
    """File endings that mean this format; the first is given to files of single pages."""
    write: Callable[[Iterable[KeyedThread], BinaryIO], None]
    """The posts of all pages into one file."""


def _write_jsonl(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    rows.write_jsonl(_rows(row, pages), file)


def _write_csv(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    rows.write_csv(_rows(flat_row, pages), list(COLUMNS), file)


def _write_parquet(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    rows.write_parquet(_rows(row, pages), COLUMNS, file)


def _rows(
    of_post: Callable[[Thread, Post], rows.Row], pages: Iterable[KeyedThread]
) -> Iterator[rows.Row]:
    return (of_post(page.thread, post) for page in pages for post in page.thread.posts)


def _write_text(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    for page in pages:
        if page.thread.posts:
            # The heading that `head` and `tail` set over each of several files.
            heading = f"==> {page.thread.url} <=="
            file.write(f"{heading}\n{text(page.thread)}\n".encode())


def _write_feed(
    of_feed: Callable[[Channel], bytes],
) -> Callable[[Iterable[KeyedThread], BinaryIO], None]:
    def write(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
        file.write(of_feed(feed(pages)))

    return write


FORMATS = {
    "jsonl": Format((".jsonl", ".ndjson"), _write_jsonl),
    "csv": Format((".csv",), _write_csv),
    "parquet": Format((".parquet",), _write_parquet),
    "text": Format((".txt", ".text"), _write_text),
    "rss": Format((".rss", ".xml"), _write_feed(syndication.render_rss)),
    "atom": Format((".atom",), _write_feed(syndication.render_atom)),
    "json": Format((".json",), _write_feed(syndication.render_jsonfeed)),
}
