"""Which found texts are which true ones: matched one to one, in order, by their extent.

Two extents agree when all but a tenth of the longer text is the other one: at one end or at both
something may be missing or too much (the shorter is contained in the longer), or somewhere between
(they begin alike and end alike). So a button or a counter is forgiven. Half a post is not, and nor
is what paper 004 rules out whatever its length: several posts as one, or a part of a post beside
the rest of it. These are told by the neighbours: a text that holds a neighbour of its partner,
which the partner itself does not hold, has swallowed it.

Only texts of nearly the same length are compared, each pair in a time that grows with the length
and not with its square. Of the pairs that agree, the greatest number that can stand together, each
text in one pair and the pairs in order, is the heaviest chain of increasing numbers (as in the
algorithm of Hunt and Szymanski for the longest common subsequence), found in one walk over the
pairs. Of several such choices the one with most texts exactly equal is taken, so that posts which
say nearly the same are not mistaken for each other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import unquote_to_bytes, urlsplit

from honbun.evaluation.lists import title_digest
from honbun.text import dates
from honbun.text.unicode import collapse, strip_control

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from honbun.evaluation.lists import ListPage
    from honbun.feeds.model import Item

_UNSEEN = re.compile(r"[\s\u200b\u200c\u200d\u2060\ufeff\u00ad]+")
_WHOLE, _SHARE = 10, 9
"""Of ten parts of the longer text, nine must be the other: in whole numbers, to be exact."""


class _Chain(NamedTuple):
    """A pair, and the pairs before it."""

    found: int
    true: int
    before: _Chain | None


def squash(text: str) -> str:
    """What a reader sees of a text: white space depends on the parser, and is removed.

    >>> squash(" a\\u3000b\\u200b \\x00c ")
    'abc'
    """
    return _UNSEEN.sub("", strip_control(text))


def agree(one: str, other: str) -> bool:
    """Whether two squashed texts have the same extent, within a tenth of the longer.

    >>> agree("ReplyAlongmessage", "Alongmessage"), agree("Alongmessage#1", "Alongmessage#12")
    (False, True)
    """
    short, long = sorted((one, other), key=len)
    if _WHOLE * len(short) < _SHARE * len(long):
        return False
    if short in long:
        return True
    ends = _alike(short, long) + _alike(short[::-1], long[::-1])
    return _WHOLE * ends >= _SHARE * len(long)


def match(found: Sequence[str], true: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of squashed texts that agree, as numbers, in order."""

    def right(i: int, j: int) -> bool:
        if not agree(found[i], true[j]):
            return False
        return not (_swallows(found[i], true, j) or _swallows(true[j], found, i))

    return _match(found, true, right)


def match_strictly(found: Sequence[str], true: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of squashed texts that are equal, as numbers, in order."""
    return _match(found, true, lambda i, j: found[i] == true[j])


def _match(
    found: Sequence[str], true: Sequence[str], right: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    # However many texts of a choice are equal, one pair more outweighs them.
    pair = min(len(found), len(true)) + 1
    ends: list[int] = []
    weights: list[int] = []
    chains: list[_Chain] = []
    # For each last true text, unless an earlier one ends a chain as heavy, the heaviest chain.
    for i, j in _near(found, true):
        if not right(i, j):
            continue
        at = bisect_left(ends, j)
        weight = pair + (found[i] == true[j]) + (weights[at - 1] if at else 0)
        if at < len(ends) and ends[at] == j and weights[at] >= weight:
            continue
        stop = at
        while stop < len(ends) and weights[stop] <= weight:
            stop += 1
        chain = _Chain(i, j, chains[at - 1] if at else None)
        ends[at:stop], weights[at:stop], chains[at:stop] = [j], [weight], [chain]
    return list(_links(chains[-1] if chains else None))[::-1]


def _links(chain: _Chain | None) -> Iterator[tuple[int, int]]:
    while chain is not None:
        yield chain.found, chain.true
        chain = chain.before


def _near(found: Sequence[str], true: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Pairs whose lengths allow them to agree; of one found text the last true ones first."""
    by_length = sorted((len(text), j) for j, text in enumerate(true))
    lengths = [length for length, _ in by_length]
    for i, text in enumerate(found):
        first = bisect_left(lengths, _SHARE * len(text) / _WHOLE)
        stop = bisect_right(lengths, _WHOLE * len(text) / _SHARE)
        for j in sorted((j for _, j in by_length[first:stop]), reverse=True):
            yield i, j


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with in common, by halving: slices compare fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _swallows(text: str, others: Sequence[str], partner: int) -> bool:
    """Whether a text holds a neighbour of its partner that the partner does not hold."""
    beside = (*others[max(partner - 1, 0) : partner], *others[partner + 1 : partner + 2])
    return any(
        neighbour and text.count(neighbour) > others[partner].count(neighbour)
        for neighbour in beside
    )


# What was read from posts beside what stands in them: body, author and date.

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.evaluation.threads import TruePost
    from honbun.posts.model import Post

    Pairs = Sequence[tuple[Post, TruePost]]
    """Posts whose extent was found, beside the true ones."""

_NOW = datetime(2000, 1, 1)
"""Any day: with it, what is told by the distance from today has a value too."""
_DAY = re.compile(r"-\d\d-\d\d")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_LONGEST = 60
"""Visible characters of a date: true ones have up to 41. What is longer only holds one."""


@dataclass(frozen=True, slots=True)
class Field:
    """How well one field of posts was read."""

    true: int = 0
    """True posts that have it."""
    matched: int = 0
    """Those of them whose extent was found."""
    right: int = 0
    bare: int = 0
    """Posts whose extent was found, and which do not have it."""
    invented: int = 0
    """Those of them for which one was given."""

    def __add__(self, other: Field) -> Field:
        return Field(
            self.true + other.true,
            self.matched + other.matched,
            self.right + other.right,
            self.bare + other.bare,
            self.invented + other.invented,
        )

    @property
    def rate(self) -> float | None:
        """Of the posts whose extent was found; None where there was nothing to read."""
        return self.right / self.matched if self.matched else None

    @property
    def rate_of_all(self) -> float | None:
        """Of all true posts that have it."""
        return self.right / self.true if self.true else None

    @property
    def invented_rate(self) -> float | None:
        return self.invented / self.bare if self.bare else None


def bodies(truths: Sequence[TruePost], pairs: Pairs) -> Field:
    """Bodies, right when their extent is."""
    return _field("body", truths, pairs, _same_body)


def authors(truths: Sequence[TruePost], pairs: Pairs) -> Field:
    """Authors, right when they are equal but for case and white space."""
    return _field("author", truths, pairs, _same_author)


def days(truths: Sequence[TruePost], pairs: Pairs, language: str) -> Field:
    """Dates, right by `same_date`."""
    return _field("date", truths, pairs, partial(_same_day, language=language))


def _field(
    name: str,
    truths: Sequence[TruePost],
    pairs: Sequence[tuple[Post, TruePost]],
    right: Callable[[Post, TruePost], bool],
) -> Field:
    having = [(post, true) for post, true in pairs if getattr(true, name)]
    bare = [post for post, true in pairs if not getattr(true, name)]
    return Field(
        true=sum(bool(getattr(true, name)) for true in truths),
        matched=len(having),
        right=sum(right(post, true) for post, true in having),
        bare=len(bare),
        invented=sum(bool(getattr(post, name)) for post in bare),
    )


def _same_body(post: Post, true: TruePost) -> bool:
    return agree(squash(post.body or ""), squash(true.body or ""))


def _same_author(post: Post, true: TruePost) -> bool:
    return collapse(post.author or "").casefold() == collapse(true.author or "").casefold()


def _same_day(post: Post, true: TruePost, language: str) -> bool:
    return same_date(post.date, true.date or "", language, post.published)


def same_date(found: str | None, true: str, language: str, published: str | None = None) -> bool:
    """Whether a found date is the true one, both as a page shows them.

    They are the same when they say the same; when the true one stands in the found one; when the
    found one stands in the true one and tells a day; and when both are read as the same time, which
    may have been found in ISO 8601 alone.

    >>> same_date("11/12/2015 - 18:18", "Fri, 11/12/2015 - 18:18", "en")
    True
    >>> same_date("18:18", "Fri, 11/12/2015 - 18:18", "en")
    False
    """
    shown = found or ""
    if squash(shown).casefold() == squash(true).casefold():
        return True
    if len(squash(shown)) > _LONGEST:
        return False
    if _holds(shown, true) or (_holds(true, shown) and _tells_day(shown, language)):
        return True
    value = dates.read(true, language=language)
    return value is not None and value in (published, dates.read(shown, language=language))


def _holds(longer: str, shorter: str) -> bool:
    """Whether one text is in another: in one piece, or with all numbers and some of the words."""
    whole, part = (_TOKEN.findall(text.casefold()) for text in (longer, shorter))
    starts = range(len(whole) - len(part) + 1)
    if part and any(whole[at : at + len(part)] == part for at in starts):
        return True
    rest = iter(whole)
    return _numbers(whole) == _numbers(part) != [] and all(token in rest for token in part)


def _numbers(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if token.isdecimal()]


def _tells_day(text: str, language: str) -> bool:
    """Whether a text names a day, or how long ago it was: not a time of day or a year alone."""
    found = dates.find(text, language=language, now=_NOW)
    told = dates.find(text, language=language)
    return any(
        now.value and (one.value is None or _DAY.search(now.value)) for now, one in zip(found, told)
    )


# Which found item is which true one: by link where it is one item's alone, else by title.

Value = TypeVar("Value")
Key = tuple[bytes, ...]
"""The parts of an address, its fragment last."""

_PORTS = {"http": 80, "https": 443}


def pairs(found: Sequence[Item], truth: ListPage) -> list[tuple[int, int]]:
    """Which found item is which true one, by their places, each at most once.

    A true item whose link no other has is known by that link, others by their title. One that is
    an anchor of the page itself is known by its title too, where the found item has no link.
    """
    true = [(link_key(item.link), item.digest) for item in truth.items]
    ours = [(link_key(item.link), title_digest(item.title)) for item in found]
    shared = Counter(link for link, _ in true)
    here = link_key(truth.page.url)
    alone = {j: link for j, (link, _) in enumerate(true) if link and shared[link] == 1}
    others = {j: title for j, (_, title) in enumerate(true) if j not in alone}
    anchors = {j: true[j][1] for j, link in alone.items() if _without_fragment(link) == here}
    pairing = _Pairing()
    # What agrees in both first: of several found items with one link, the one with the title.
    pairing.match(dict(enumerate(ours)), dict(enumerate(true)))
    pairing.match({i: link for i, (link, _) in enumerate(ours) if link}, alone)
    pairing.match({i: title for i, (_, title) in enumerate(ours)}, others)
    pairing.match({i: title for i, (link, title) in enumerate(ours) if not link}, anchors)
    return sorted((i, j) for j, i in pairing.of.items())


class _Pairing:
    """Which found item each true one is, as far as it is known."""

    def __init__(self) -> None:
        self.of: dict[int, int] = {}

    def match(self, found: Mapping[int, Value], true: Mapping[int, Value]) -> None:
        """Pair what is equal and still alone, by their places, in the order of the page."""
        taken = set(self.of.values())
        free: defaultdict[Value, list[int]] = defaultdict(list)
        for i in sorted(found.keys() - taken, reverse=True):
            free[found[i]].append(i)
        for j, value in true.items():
            if j not in self.of and free[value]:
                self.of[j] = free[value].pop()


def link_key(link: str | None) -> Key | None:
    """What two ways to write one address have in common.

    >>> link_key("HTTP://A.example:80") == link_key("http://a.example/")
    True
    >>> link_key("http://a.example/%e3%81%82#b") == link_key("http://a.example/あ#b")
    True
    """
    if not link:
        return None
    try:
        parts = urlsplit(link.strip())
        port = parts.port
    except ValueError:  # "http://[" and the like: equal to nothing but itself
        return (link.encode(),)
    host = parts.hostname or ""
    if port not in (None, _PORTS.get(parts.scheme)):
        host += f":{port}"
    written = (parts.scheme, host, parts.path or "/", parts.query, parts.fragment)
    return tuple(map(unquote_to_bytes, written))


def _without_fragment(key: Key) -> Key:
    return (*key[:-1], b"")
