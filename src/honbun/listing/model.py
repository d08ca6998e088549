"""What comes out of a page that lists articles, and the options that decide how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.listing.sides import BIAS, GATE, RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list: what it is called, where it leads, and what the list says of it."""

    title: str
    link: str | None
    """Absolute; the page's own address with a fragment where the item has only an anchor."""
    published: str | None
    """The date in ISO 8601, as precisely as it is known. Never the time of reading."""
    summary: str | None
    author: str | None
    image: str | None
    categories: tuple[str, ...]
    xpath: str
    """The element that the item, or its title, stands in."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One list of a page, its items in the order of the page."""

    items: tuple[Item, ...]
    heading: str | None
    """What the page writes above the list."""
    score: float
    """How much it looks like what a reader would subscribe to; comparable within a page only."""


@dataclass(frozen=True, slots=True)
class NamedFeed:
    """A feed that the page itself names."""

    url: str
    title: str | None
    type: str
    """Its media type: `application/rss+xml`, `application/atom+xml`, `application/feed+json`."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of one page, the main one first."""

    url: str
    source: str
    title: str | None
    description: str | None
    language: str | None
    feeds: tuple[NamedFeed, ...]
    """The feeds that the page names: where there is one, nobody needs to make another."""
    next: str | None
    """The page that continues the list (older items, as a rule)."""
    previous: str | None
    lists: tuple[Listing, ...]
    reason: str | None
    """Why there is no list."""
    encoding: str
    """The encoding that the page was read as, by its name in the Encoding Standard."""
    replaced: int
    """Characters of the page that this encoding could not give."""
    cut: tuple[str, ...] = ()
    """What of the page is missing or was not taken as it stands, a phrase for each."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of the main list; none where the page has no list."""
        return self.lists[0].items if self.lists else ()


@dataclass(frozen=True, slots=True)
class Weights:
    """What each measure counts."""

    rank: Mapping[str, float]
    """Of a group beside the others of its page."""
    gate: Mapping[str, float]
    """Of the best group: whether it is a list at all. `bias` is what it begins with."""

    def __post_init__(self) -> None:
        _check_names(self.rank, RANK.names)
        _check_names(self.gate, (BIAS, *GATE.names))


def _check_names(weights: Mapping[str, float], known: Iterable[str]) -> None:
    if unknown := set(weights).difference(known):
        raise HonbunError(f"no measures of a list: {', '.join(sorted(unknown))}")


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """How lists are found."""

    faithful: bool = False
    """The paper's method and nothing else."""
    weights: Weights | None = None
    """What the measures of lists count; None for the weights that come with honbun."""
