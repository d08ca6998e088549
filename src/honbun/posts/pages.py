"""The pages of one thread, in order, without repeated posts.

The URL of page 2 differs from that of page 1 in one number, or by one added number; the pages link
to each other; and their titles are the same except for the page number. Different threads of a
forum share the first two properties, but not the third.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

import xxhash

from honbun.html.links import safe_url
from honbun.union_find import UnionFind

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from honbun.html.tree import Tree
    from honbun.posts.model import Post, Thread

_PART = re.compile(r"[^/?&;=._\-:,]+")
_WORD = re.compile(r"[^\W\d_]+")
_MORE_WORDS = 2
"""Words that the title of a further page may have in addition ("Page 2")."""
_MOST = 64
"""Maximum number of links that are stored per page."""


@dataclass(frozen=True, slots=True)
class ThreadPosition:
    """What identifies the pages of a thread."""

    address: str
    title: str | None
    url_hash: int
    """Hash of the page's URL."""
    linked_hashes: tuple[int, ...]
    """Hashes of the linked URLs that could be pages of the same thread."""


def thread_position(tree: Tree, url: str, base: str, title: str | None) -> ThreadPosition:
    """The position of a page in its thread, from its links."""
    own = without_fragment(url)
    size = len(_PART.findall(own))
    others: dict[int, None] = {}
    for href in dict.fromkeys(tree.values(tree.find("a", "link"), "href")):
        # Filtered before URLs are made absolute, which would take most of the time.
        if not href or href.startswith("#") or len(_PART.findall(href)) > size + 2:
            continue
        address = safe_url(base, href)
        if address and differ_by_page(own, other := without_fragment(address)):
            others[_number(other)] = None
            if len(others) >= _MOST:
                break
    return ThreadPosition(own, title, _number(own), tuple(others))


def differ_by_page(one: str, other: str) -> bool:
    """Whether two URLs differ in one number only, or by one number and its name.

    >>> differ_by_page("https://a.example/t/5", "https://a.example/t/5/page-2")
    True
    >>> differ_by_page("https://a.example/t/5", "https://a.example/u/5")
    False
    """
    if one == other or abs(len(_PART.findall(one)) - len(_PART.findall(other))) > 2:
        return False
    more, less = _difference(one, other), _difference(other, one)
    words = [part for part in (*more, *less) if not part.isdecimal()]
    numbers = [sum(part.isdecimal() for part in parts) for parts in (more, less)]
    return len(words) <= 1 and max(numbers) == 1


def group_threads(pages: Sequence[ThreadPosition]) -> list[list[int]]:
    """Group pages into threads, each in page order; threads in the order of their first page."""
    place = {page.url_hash: number for number, page in enumerate(pages)}
    threads: UnionFind[int] = UnionFind()
    for number, page in enumerate(pages):
        threads.find(number)
        for linked in page.linked_hashes:
            if linked in place and _same_title(page, pages[place[linked]]):
                threads.join(number, place[linked])
    return [_in_order(pages, sorted(numbers)) for numbers in threads]


def without_repeats(threads: Iterable[Thread], seen: set[Hashable]) -> Iterator[Thread]:
    """Remove posts that an earlier page has; `seen` collects the posts of the thread."""
    first: str | None = None
    for thread in threads:
        first = first or thread.address
        marks = [_mark(post) for post in thread.posts]
        posts = [post for post, mark in zip(thread.posts, marks) if mark not in seen]
        seen.update(marks)
        yield replace(thread, posts=tuple(posts), address=first)


def _mark(post: Post) -> Hashable:
    """What identifies a post within a thread."""
    return (post.author, post.body.text or post.text, post.published or post.date, post.number)


def _in_order(pages: Sequence[ThreadPosition], numbers: list[int]) -> list[int]:
    """Sort pages by the number that distinguishes them; the page without one comes first."""
    if len(numbers) == 1:
        return numbers
    parts = {number: Counter(_PART.findall(pages[number].address)) for number in numbers}
    shared = parts[numbers[0]].copy()
    for counted in parts.values():
        shared &= counted
    own = {n: [int(p) for p in (parts[n] - shared).elements() if p.isdecimal()] for n in numbers}
    return sorted(numbers, key=lambda number: own[number] or [-1])


def _same_title(one: ThreadPosition, other: ThreadPosition) -> bool:
    """Whether two titles are the same, except for a word or two that one has in addition."""
    first, second = (_WORD.findall((page.title or "").casefold()) for page in (one, other))
    shorter, longer = sorted((Counter(first), Counter(second)), key=Counter.total)
    return not shorter - longer and (longer - shorter).total() <= _MORE_WORDS


def _difference(one: str, other: str) -> list[str]:
    counted = Counter(_PART.findall(one)) - Counter(_PART.findall(other))
    return list(counted.elements())


def without_fragment(url: str) -> str:
    """A URL without its fragment; a broken one stays as it is."""
    try:
        return urldefrag(url).url
    except ValueError:  # "http://[" and the like
        return url


def _number(address: str) -> int:
    return xxhash.xxh3_64_intdigest(address.encode("utf-8", "surrogatepass"))
