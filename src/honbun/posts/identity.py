"""Identity: a key for every post, the same whenever the post is seen again.

What stands around a post changes: its place on the page, the page it stands on, how long ago it was
written, how many liked it. The anchor or address that leads to it stays, and makes its key. A post
without one is known by what it says, without dates and numbers, and by the address of the
thread; of posts that agree in that, by how many came before it: a second "+1" is another post.
Author and body are not asked: they are told by comparing posts, and a new post can change them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from honbun.text import dates

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from honbun.posts.model import Post, Thread

_DIGITS = re.compile(r"\d+")
_SEPARATOR = "\x1f"
"""Counts as white space, so that no field holds it once its white space is collapsed."""


@dataclass(frozen=True, slots=True)
class KeyedThread:
    """A thread, with the key of each of its posts."""

    thread: Thread
    address: str
    """What the thread is known by, on whichever page its posts stand."""
    keys: tuple[str, ...]

    def without(self, known: Container[str]) -> KeyedThread:
        """The same with only the posts whose keys are not known."""
        kept = [number for number, key in enumerate(self.keys) if key not in known]
        posts = tuple(self.thread.posts[number] for number in kept)
        keys = tuple(self.keys[number] for number in kept)
        return replace(self, thread=replace(self.thread, posts=posts), keys=keys)


def page_address(thread: Thread) -> str:
    """The address of a thread, whichever of its pages this is and wherever in it it points to."""
    try:
        return urldefrag(thread.address).url
    except ValueError:  # "http://[" and the like
        return thread.address


def add_keys(
    threads: Iterable[Thread], address: Callable[[Thread], str] = page_address
) -> Iterator[KeyedThread]:
    """The threads as they come, identified by their `address`."""
    times: Counter[str] = Counter()
    for thread in threads:
        name = address(thread)
        keys: list[str] = []
        for post in thread.posts:
            first = post_key(name, post)
            keys.append(post_key(name, post, times[first]))
            times[first] += 1
        yield KeyedThread(thread, name, tuple(keys))


def post_key(address: str, post: Post, before: int = 0) -> str:
    """The key of a post, `before` of whose like came before it: 128 bits in hexadecimal digits."""
    fields = (*(_linked(address, post.permalink) or (address, _said(post))), str(before))
    joined = _SEPARATOR.join(" ".join(field.split()) for field in fields)
    return blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _linked(address: str, permalink: str | None) -> tuple[str, ...]:
    """The anchor of a post in its thread, on whichever page that stands, or its own address."""
    if not permalink:
        return ()
    page, _, anchor = permalink.partition("#")
    return (address, "#", anchor) if anchor else (page,)


def _said(post: Post) -> str:
    """As much of what a post says as stays the same."""
    text = post.text.replace(post.date, " ") if post.date else post.text
    for found in reversed(dates.find(text)):
        text = text[: found.start] + " " + text[found.stop :]
    return _DIGITS.sub("", text)
