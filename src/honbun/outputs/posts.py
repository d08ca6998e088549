"""Posts as rows, text and feeds."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from operator import itemgetter
from textwrap import indent
from typing import TYPE_CHECKING, BinaryIO, TypeGuard
from urllib.parse import quote, urldefrag, urljoin, urlsplit

from honbun.document.inlines import plain
from honbun.outputs import syndication
from honbun.outputs.rows import Table
from honbun.outputs.syndication import EPOCH, Channel, Entry, beginning
from honbun.text.dates.iso import earliest
from honbun.text.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
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
    "body_markdown": str,
    "title": str,
    "text": str,
    "reply_to": str,
    "permalink": str,
    "signature": str,
    "xpaths": [str],
    "cut": [str],
    "input": str,
}
_TITLE = 80
"""Characters of a message in the title of its feed entry: about one line of a list."""
_UNTITLED = "Posts"


def _rows(pages: Iterable[KeyedThread]) -> Iterator[Row]:
    return (row(page.thread, post) for page in pages for post in page.thread.posts)


def row(thread: Thread, post: Post) -> Row:
    """A post as plain values; `cut` and `input` only if there is something to say of the page."""
    said: Row = {"cut": list(thread.truncated)} if thread.truncated else {}
    if thread.input:
        said["input"] = json.loads(thread.input)
    known = {
        "url": thread.url,
        "source": thread.source,
        "body": post.body.text.strip() or None,
        "body_markdown": post.body.markdown.strip() or None,
        "title": thread.title,
        "xpaths": list(post.xpaths),
    }
    of_post = list(COLUMNS)[:-2]
    return {name: known[name] if name in known else getattr(post, name) for name in of_post} | said


TABLE: Table[KeyedThread] = Table(COLUMNS, _rows, separator=" ")
"""Our XPaths contain no spaces, so a space separates them in CSV."""


def write_text(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    """Write the posts of each page under a heading with its URL, as `head` and `tail` do."""
    for page in pages:
        if page.thread.posts:
            file.write(f"==> {page.thread.url} <==\n{text(page.thread)}\n".encode())


def text(thread: Thread) -> str:
    """The posts for reading: author and date on one line, the message below."""
    return "\n".join(f"{_heading(post)}\n{_message(post)}" for post in thread.posts)


def _heading(post: Post) -> str:
    name = post_label(post.number) if post.number else f"[{post.index + 1}]"
    reply = f"to {post_label(post.reply_to)}" if post.reply_to else None
    return "  ".join(part for part in (name, post.author, post.date, reply) if part)


def post_label(number: str) -> str:
    """A post's number for display: decimal numbers get a "#".

    >>> post_label("12"), post_label("#12"), post_label("comment-5")
    ('#12', '#12', 'comment-5')
    """
    return f"#{number}" if number.isdecimal() else number


def _message(post: Post) -> str:
    # Indented, so that no line of a message looks like the heading of another post.
    return indent(post.body.text.strip("\n") or post.text, "    ", lambda _: True) + "\n"


def write_rss(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    """Write all posts as one RSS feed."""
    syndication.write_rss([channel(pages)], file)


def write_atom(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    """Write all posts as one Atom feed."""
    syndication.write_atom([channel(pages)], file)


def write_json(pages: Iterable[KeyedThread], file: BinaryIO) -> None:
    """Write all posts as one JSON Feed."""
    syndication.write_json([channel(pages)], file)


def channel(pages: Iterable[KeyedThread]) -> Channel:
    """The posts of all pages as one feed, newest first.

    Feed readers identify entries by their ids: an id that changes shows an old post again, and an
    id that two posts share hides one of them. So the id of a post is its permalink if no other
    post has the same one, else its key.
    """
    found = list(pages)
    links = Counter(_permalink(page.thread, post) for page in found for post in page.thread.posts)
    dated: list[tuple[datetime, Entry]] = []
    for page in found:
        for when, post, key in _newest_first(page):
            link = _permalink(page.thread, post)
            page_urls = (page.address, _without_fragment(page.thread.url))
            unique = link is not None and links[link] == 1 and link not in page_urls
            dated.append((when, _entry(page, post, link if unique else None, key)))
    dated.sort(key=itemgetter(0), reverse=True)
    # The first thread names the feed: the other pages are usually its continuation.
    link = found[0].address if found else None
    title = _channel_title([page.thread for page in found])
    return Channel(title, link, entries=tuple(entry for _, entry in dated))


def _channel_title(threads: Sequence[Thread]) -> str:
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
    """The posts of a page with the times that order them, and with their keys.

    A post without a date gets the time of the post before it in time.
    """
    posts = list(zip(page.thread.posts, page.keys))
    if not _oldest_first(page.thread.posts):
        posts.reverse()
    when = next((known for post, _ in posts if (known := earliest(post.published))), EPOCH)
    ordered: list[tuple[datetime, Post, str]] = []
    for post, key in posts:
        when = earliest(post.published) or when
        ordered.append((when, post, key))
    return ordered[::-1]


def _oldest_first(posts: Sequence[Post]) -> bool:
    """Whether a page shows later posts further down: by dates, else by numbers, else yes."""
    dates = [when for post in posts if (when := earliest(post.published))]
    if dates and dates[0] != dates[-1]:
        return dates[0] < dates[-1]
    numbers = [int(post.number) for post in posts if _is_number(post.number)]
    return not numbers or numbers[0] <= numbers[-1]


def _is_number(name: str | None) -> TypeGuard[str]:
    # int() refuses thousands of digits, and no thread has that many posts.
    return name is not None and name.isdecimal() and len(name) < 20


def _entry(page: KeyedThread, post: Post, permalink: str | None, key: str) -> Entry:
    return Entry(
        id=permalink or uuid.UUID(key).urn,
        title=_entry_title(post),
        link=permalink or _link_on_page(page.thread.url, post),
        published=post.published,
        author=post.author,
        content=post.body.text.strip() or post.text,
        html=post.body.html or None,
    )


def _entry_title(post: Post) -> str:
    """Author and beginning of the message; number and author if the message was not found.

    The whole text of a post begins with its header, and many a message with a quotation: each would
    fill the title.
    """
    own = [piece for piece in post.body.pieces if piece.frame[0][0] != "blockquote"]
    message = " ".join(plain(one.inlines) for one in own or post.body.pieces)
    if words := beginning(message, _TITLE):
        return f"{post.author}: {words}" if post.author else words
    name = " ".join(part for part in (post.number and post_label(post.number), post.author) if part)
    return name or beginning(post.text, _TITLE)


def _permalink(thread: Thread, post: Post) -> str | None:
    try:
        return http_url(urljoin(thread.url, post.permalink)) if post.permalink else None
    except ValueError:
        return None


def _link_on_page(url: str, post: Post) -> str:
    page = _without_fragment(url)
    return f"{page}#{quote(post.number.lstrip('#'), errors='replace')}" if post.number else page


def _without_fragment(url: str) -> str:
    try:
        return urldefrag(url).url
    except ValueError:
        return url
