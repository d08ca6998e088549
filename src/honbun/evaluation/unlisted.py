"""Pairs that were found and are not listed as true: how many of them are likely false.

Truth lists what was planted. Pages of one site share text by themselves, and a planted page shares
it with all who have the same text, so that pairs of theirs may well be true. What two pages of
different sites share of which neither was planted is most likely nothing.

Where it is known what each page was made from (`planting`), that decides: pages of two sites that
were made from nothing in common share nothing either. Else it follows from what was planted which
pages were: a page whose host has hardly any other page in the collection, whether truth names it or
its pairs were too near a threshold to be listed; a page that holds several others of its site; and
two pages of one site that were given the same text. Where the real sites have few pages too, all
pages count as planted, and nothing as likely false.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.similar.model import Relation
from honbun.text.url_similarity import url_parts
from honbun.text.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from honbun.evaluation.similar_truth import TrueCollection, TruePair
    from honbun.similar.model import Pair

FEW = 3
"""Pages that the host of a planted page has at most."""


@dataclass(frozen=True, slots=True)
class Unlisted:
    """Pairs that truth does not list, by where their pages stand."""

    within: tuple[Pair, ...]
    """Of one site."""
    planted: tuple[Pair, ...]
    """Of two sites, but planted so that they may share text."""
    false: tuple[Pair, ...]
    """Of two sites, and nothing was planted that they could share: most likely false."""


def sort(pairs: Iterable[Pair], collection: TrueCollection) -> Unlisted:
    """Pairs that truth does not list, by where their pages stand."""
    is_planted = _planting(collection)
    within, some, none = [], [], []
    for pair in pairs:
        if site(pair.a) == site(pair.b):
            within.append(pair)
        elif is_planted(pair):
            some.append(pair)
        else:
            none.append(pair)
    return Unlisted(tuple(within), tuple(some), tuple(none))


def _planting(collection: TrueCollection) -> Callable[[Pair], bool]:
    """Whether a pair may share what was planted: one origin, or a planted page as far as known."""
    if origins := collection.origins:
        return lambda pair: not origins[pair.a].isdisjoint(origins[pair.b])
    pages = planted(collection)
    return lambda pair: pair.a in pages or pair.b in pages


def planted(collection: TrueCollection) -> frozenset[str]:
    """The URLs of the pages that were planted, as far as truth tells."""
    if collection.origins is not None:
        return frozenset(url for url, made in collection.origins.items() if made != {url})
    urls = [page.url or "" for page in collection.pages]
    hosts = Counter(map(_host, urls))
    small = {url for url in urls if hosts[_host(url)] <= FEW}
    held = Counter(
        url
        for pair in collection.pairs
        if pair.relation is Relation.ARCHIVE
        for url in (pair.a, pair.b)
    )
    archives = {url for url, times in held.items() if times > 1}
    given = {
        url
        for pair in collection.pairs
        if pair.relation is Relation.SAME_SITE
        for url in (pair.a, pair.b)
    }
    return frozenset(small | archives | given)


def real_site(pair: TruePair, planted: frozenset[str]) -> str:
    """The site of the page of a pair that was not planted; `-` for planted ones of two sites."""
    if pair.a in planted and pair.b in planted and site(pair.a) != site(pair.b):
        return "-"
    return site(pair.b if pair.a in planted else pair.a)


def site(url: str) -> str:
    """The domain that somebody registered, by which sites are told apart."""
    return url_parts(url).site


def _host(url: str) -> str:
    return split_url(url).host
