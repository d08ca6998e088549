"""Posts to rows and to text."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.io.rows import Kind, Row
    from honbun.thread.model import Post, Thread

COLUMNS: dict[str, Kind] = {
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
