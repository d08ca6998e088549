"""Post keys that stay the same when a post is seen again.

What surrounds a post changes: its index, its page, its relative date, its number of likes. Its
anchor or permalink stays and makes the key. A post without one is identified by the thread's URL
and its text without dates and numbers; equal texts are numbered, so a second "+1" is another post.
Author and body are not used: they are inferred by comparing posts, and a new post can change them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from honbun.posts.pages import without_fragment
from honbun.text import dates

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from honbun.posts.model import Post, Thread

_DIGITS = re.compile(r"\d+")
_SEPARATOR = "\x1f"
"""Counts as white space, so no field contains it once white space is collapsed."""


@dataclass(frozen=True, slots=True)
class KeyedThread:
    """A thread with the keys of its posts."""

    thread: Thread
    address: str
    """The URL that identifies the thread on all its pages."""
    keys: tuple[str, ...]

    def without(self, known: Container[str]) -> KeyedThread:
        """The thread with only the posts whose keys are not in `known`."""
        kept = [number for number, key in enumerate(self.keys) if key not in known]
        posts = tuple(self.thread.posts[number] for number in kept)
        keys = tuple(self.keys[number] for number in kept)
        return replace(self, thread=replace(self.thread, posts=posts), keys=keys)


def page_address(thread: Thread) -> str:
    """The URL of a thread without fragment."""
    return without_fragment(thread.address)


def add_keys(
    threads: Iterable[Thread], address: Callable[[Thread], str] = page_address
) -> Iterator[KeyedThread]:
    """Add keys to threads; `address` returns the URL of a thread."""
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
    """The key of a post, 32 hexadecimal digits; `before` is the number of equal posts before it."""
    fields = (*(_linked(address, post.permalink) or (address, _stable_text(post))), str(before))
    joined = _SEPARATOR.join(" ".join(field.split()) for field in fields)
    return blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _linked(address: str, permalink: str | None) -> tuple[str, ...]:
    """The anchor of a post in its thread, or its own URL."""
    if not permalink:
        return ()
    page, _, anchor = permalink.partition("#")
    return (address, "#", anchor) if anchor else (page,)


def _stable_text(post: Post) -> str:
    """The part of a post's text that does not change."""
    text = post.text.replace(post.date, " ") if post.date else post.text
    for found in reversed(dates.find(text)):
        text = text[: found.start] + " " + text[found.stop :]
    return _DIGITS.sub("", text)
