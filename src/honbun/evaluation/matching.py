"""Which found post is which true one, by extent; which found item is which true one, by link.

Two extents agree if all but a tenth of the longer text is the other one: something may be missing
or extra at the ends (the shorter text is contained in the longer) or in between (they begin and end
alike). So a button or a counter is forgiven. Half a post is not, and neither is what paper 004
rules out at any length: several posts as one, or a part of a post next to the rest of it. These
show in the neighbours: a text has swallowed a neighbour of its partner if it contains it and the
partner does not.

Only texts of similar length are compared, each pair in time linear in the length. Among the pairs
that agree, the largest set in which every text is used once and the order is kept is the heaviest
chain of increasing numbers, as in the algorithm of Hunt and Szymanski for the longest common
subsequence. Of several such sets the one with most equal texts is chosen, so that posts that say
nearly the same are not confused.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import unquote_to_bytes, urlsplit

from honbun.evaluation.truth.lists import title_digest
from honbun.text.dates import scan
from honbun.text.unicode import strip_control

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from honbun.evaluation.truth.lists import ListPage
    from honbun.feeds.model import Item

_INVISIBLE = re.compile(r"[\s\u200b\u200c\u200d\u2060\ufeff\u00ad]+")
_WHOLE, _SHARE = 10, 9
"""Nine tenths of the longer text must be the other one; whole numbers are exact."""


class _Chain(NamedTuple):
    """A pair, and the pairs before it."""

    found: int
    true: int
    before: _Chain | None


def squash(text: str) -> str:
    """A text without white space, which depends on the parser, and without control characters.

    >>> squash(" a\\u3000b\\u200b \\x00c ")
    'abc'
    """
    return _INVISIBLE.sub("", strip_control(text))


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
    ends = _common_prefix(short, long) + _common_prefix(short[::-1], long[::-1])
    return _WHOLE * ends >= _SHARE * len(long)


def match(found: Sequence[str], true: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of squashed texts that agree, as indices, in order."""

    def right(i: int, j: int) -> bool:
        if not agree(found[i], true[j]):
            return False
        return not (_swallows(found[i], true, j) or _swallows(true[j], found, i))

    return _match(found, true, right)


def match_exactly(found: Sequence[str], true: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of squashed texts that are equal, as indices, in order."""
    return _match(found, true, lambda i, j: found[i] == true[j])


def _match(
    found: Sequence[str], true: Sequence[str], right: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    # One more pair outweighs any number of equal texts.
    pair = min(len(found), len(true)) + 1
    # The heaviest chain for each last true text, unless an earlier one ends a chain as heavy.
    ends: list[int] = []
    weights: list[int] = []
    chains: list[_Chain] = []
    for i, j in _similar_lengths(found, true):
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


def _similar_lengths(found: Sequence[str], true: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Pairs whose lengths allow them to agree; for each found text the last true ones first."""
    by_length = sorted((len(text), j) for j, text in enumerate(true))
    lengths = [length for length, _ in by_length]
    for i, text in enumerate(found):
        first = bisect_left(lengths, _SHARE * len(text) / _WHOLE)
        stop = bisect_right(lengths, _WHOLE * len(text) / _SHARE)
        for j in sorted((j for _, j in by_length[first:stop]), reverse=True):
            yield i, j


def _common_prefix(one: str, other: str) -> int:
    """The length of the common prefix, by bisection: slices compare fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _swallows(text: str, others: Sequence[str], partner: int) -> bool:
    """Whether a text contains a neighbour of its partner that the partner does not contain."""
    neighbours = (*others[max(partner - 1, 0) : partner], *others[partner + 1 : partner + 2])
    return any(
        neighbour and text.count(neighbour) > others[partner].count(neighbour)
        for neighbour in neighbours
    )


_NOW = datetime(2000, 1, 1)
"""Any day: it gives relative dates a value."""
_DAY = re.compile(r"-\d\d-\d\d")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_LONGEST_DATE = 60
"""Visible characters of a date: true ones have up to 41. A longer text only contains a date."""


def same_date(found: str | None, true: str, language: str, published: str | None = None) -> bool:
    """Whether a found date is the true one, both as the page shows them.

    They are the same if the texts are equal, if the true one is in the found one, if the found one
    is in the true one and names a day, or if both are read as the same time; that of the found one
    may be given as `published` (ISO 8601).

    >>> same_date("11/12/2015 - 18:18", "Fri, 11/12/2015 - 18:18", "en")
    True
    >>> same_date("18:18", "Fri, 11/12/2015 - 18:18", "en")
    False
    """
    shown = found or ""
    if squash(shown).casefold() == squash(true).casefold():
        return True
    if len(squash(shown)) > _LONGEST_DATE:
        return False
    if _holds(shown, true) or (_holds(true, shown) and _names_day(shown, language)):
        return True
    value = scan.read(true, language=language)
    return value is not None and value in (published, scan.read(shown, language=language))


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


def _names_day(text: str, language: str) -> bool:
    """Whether a text names a day, or how long ago it was: not only a time of day or a year."""
    relative = scan.find(text, language=language, now=_NOW)
    absolute = scan.find(text, language=language)
    return any(
        now.value and (one.value is None or _DAY.search(now.value))
        for now, one in zip(relative, absolute)
    )


Value = TypeVar("Value")
Key = tuple[bytes, ...]
"""The parts of a URL, the fragment last."""

_PORTS = {"http": 80, "https": 443}


def match_items(found: Sequence[Item], truth: ListPage) -> list[tuple[int, int]]:
    """Which found item is which true one, as indices; each is used at most once.

    A true item with a link of its own is identified by that link, others by their title. One that
    is an anchor of the page itself is identified by its title too if the found item has no link.
    """
    true = [(link_key(item.link), item.digest) for item in truth.items]
    ours = [(link_key(item.link), title_digest(item.title)) for item in found]
    shared = Counter(link for link, _ in true)
    here = link_key(truth.page.url)
    by_link = {j: link for j, (link, _) in enumerate(true) if link and shared[link] == 1}
    by_title = {j: title for j, (_, title) in enumerate(true) if j not in by_link}
    anchors = {j: true[j][1] for j, link in by_link.items() if without_fragment(link) == here}
    matched: dict[int, int] = {}
    # First what agrees in both: of several found items with one link, the one with the title.
    _pair_equal(matched, dict(enumerate(ours)), dict(enumerate(true)))
    _pair_equal(matched, {i: link for i, (link, _) in enumerate(ours) if link}, by_link)
    _pair_equal(matched, {i: title for i, (_, title) in enumerate(ours)}, by_title)
    _pair_equal(matched, {i: title for i, (link, title) in enumerate(ours) if not link}, anchors)
    return sorted((i, j) for j, i in matched.items())


def _pair_equal(
    matched: dict[int, int], found: Mapping[int, Value], true: Mapping[int, Value]
) -> None:
    """Add pairs of equal values that are not matched yet, in the order of the page."""
    taken = set(matched.values())
    free: defaultdict[Value, list[int]] = defaultdict(list)
    for i in sorted(found.keys() - taken, reverse=True):
        free[found[i]].append(i)
    for j, value in true.items():
        if j not in matched and free[value]:
            matched[j] = free[value].pop()


def link_key(link: str | None) -> Key | None:
    """What all spellings of one URL have in common.

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
    except ValueError:  # "http://[" and the like are equal only to themselves
        return (link.encode(),)
    host = parts.hostname or ""
    if port not in (None, _PORTS.get(parts.scheme)):
        host += f":{port}"
    written = (parts.scheme, host, parts.path or "/", parts.query, parts.fragment)
    return tuple(map(unquote_to_bytes, written))


def without_fragment(key: Key) -> Key:
    """The key of the page that a link leads to."""
    return (*key[:-1], b"")
