"""What comes out of a page that lists articles, and the options that decide how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.options import option
from honbun.scoring import SignBounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Sides: which way a measure may count, when groups are ranked and when a list stands at the gate.
#
# Weights are learnt, and pages are few: a measure that happens to go with the wrong lists of some
# pages would be held against all. So each is bound to the side that its meaning allows. A list
# that covers more of its page is never the worse for it.

BIAS = "bias"
"""At the gate, what a list begins with."""
PAGE_FEATURES = (
    "page_article", "page_dated", "page_declared", "page_form", "page_listed", "page_number",
    "page_pages", "page_root", "page_slug",
)  # fmt: skip
"""What is known of the page itself, at the gate; its list also has a `score` there."""


def _named(names: str) -> frozenset[str]:
    return frozenset(names.split())


RANK = SignBounds(
    positive=_named(
        "article below covers dated even falling headline same_lead same_reach same_tag same_unit "
        "shape share share_root site slug title"
    ),
    negative=_named(
        "above alphabetical aside beside boxes crowded dated_half down inner inner_lists late "
        "late_far left link_same many_dates missed own parts plain prose_outside ranked "
        "same_line same_path sections short small strays three title_date title_day title_long "
        "title_same two unordered wordless"
    ),
    either=_named("bare count digits flat headed line linked pictured text"),
    unused=_named("resets"),
)
GATE = SignBounds(
    positive=_named(
        "bare below count covers dated digits even falling headed headline linked "
        "page_listed page_pages page_root pictured same_reach same_unit score share share_root "
        "site slug text title"
    ),
    negative=_named(
        "alphabetical aside beside crowded dated_half down late left own page_article "
        "page_dated page_declared page_form page_number page_slug parts plain prose_outside "
        "ranked resets same_line sections short small strays three title_date two unordered"
    ),
    unused=_named(
        "above article boxes flat inner inner_lists late_far line link_same many_dates missed "
        "same_lead same_path same_tag shape title_day title_long title_same wordless"
    ),
)


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
class Article:
    """The page that an item links to, as far as it belongs in a feed."""

    text: str
    """Its paragraphs, separated by blank lines; empty where it has no text."""
    author: str | None = None
    date: str | None = None
    """ISO 8601."""
    image: str | None = None


@dataclass(frozen=True, slots=True)
class ItemList:
    """One list of a page, its items in the order of the page."""

    items: tuple[Item, ...]
    heading: str | None
    """What the page writes above the list."""
    score: float
    """How much it looks like what a reader would subscribe to; comparable within a page only."""


@dataclass(frozen=True, slots=True)
class FeedLink:
    """A feed that the page itself names."""

    url: str
    title: str | None
    type: str
    """Its media type: `application/rss+xml`, `application/atom+xml`, `application/feed+json`."""


@dataclass(frozen=True, slots=True)
class Feed:
    """The lists of one page, the main one first."""

    url: str
    source: str
    title: str | None
    description: str | None
    language: str | None
    feeds: tuple[FeedLink, ...]
    """The feeds that the page names: where there is one, nobody needs to make another."""
    next: str | None
    """The page that continues the list (older items, as a rule)."""
    previous: str | None
    lists: tuple[ItemList, ...]
    reason: str | None
    """Why there is no list."""
    encoding: str
    """The encoding that the page was read as, by its name in the Encoding Standard."""
    replaced: int
    """Characters of the page that this encoding could not give."""
    truncated: tuple[str, ...] = ()
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

    faithful: bool = option(False, "Use the paper's method unchanged.")
    weights: Weights | None = None
    """What the measures of lists count; None for the weights that come with honbun."""
