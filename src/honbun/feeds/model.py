"""The results of `honbun.feed`, and its options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.document.model import EMPTY, Document
from honbun.errors import HonbunError
from honbun.field_docs import explain_fields
from honbun.options import option
from honbun.scoring import SignBounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# The sign that each weight may have, for ranking and for the gate. Weights are trained on few
# pages, so a feature that happens to occur with wrong lists must not count against all.

BIAS = "bias"
"""The constant term of the gate."""
PAGE_FEATURES = (
    "page_article", "page_dated", "page_declared", "page_form", "page_listed", "page_number",
    "page_pages", "page_root", "page_slug",
)  # fmt: skip
"""Features of the page itself, for the gate; the list also has its `score` there."""


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


@explain_fields
@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list."""

    title: str
    """Its title as the list shows it; the beginning of its text where it has none."""
    link: str | None
    """Absolute; the page's own URL with a fragment if the item has only an anchor."""
    published: str | None
    """The date in ISO 8601, as precise as it is known. Never the time of fetching."""
    summary: str | None
    """What the list says besides the title; paragraphs are separated by blank lines."""
    author: str | None
    """Who wrote it, as the list shows it."""
    image: str | None
    """URL of its picture."""
    categories: tuple[str, ...]
    """Tags and sections that the list shows."""
    xpath: str
    """The element of the item or of its title."""
    document: Document = field(default=EMPTY, compare=False, repr=False)
    """The summary with its structure: the whole entry on pages that show it, such as diaries."""

    @property
    def text(self) -> str:
        """The text of the item on the list page, with its structure."""
        return self.document.text.rstrip("\n")

    @property
    def markdown(self) -> str:
        """The text of the item on the list page, as CommonMark."""
        return self.document.markdown

    @property
    def html(self) -> str:
        """The text of the item on the list page, as clean HTML."""
        return self.document.html


@dataclass(frozen=True, slots=True)
class Article:
    """The page that an item links to, as far as it belongs in a feed."""

    text: str
    """Its text with paragraphs, lists, code and tables; empty where it has none."""
    author: str | None = None
    date: str | None = None
    """ISO 8601."""
    image: str | None = None
    markdown: str = ""
    html: str = ""
    """The same as clean HTML."""


@explain_fields
@dataclass(frozen=True, slots=True, repr=False)
class ItemList:
    """One list of a page, its items in page order."""

    items: tuple[Item, ...]
    """The items, in page order."""
    heading: str | None
    """The heading above the list."""
    score: float
    """How much it looks like a list that a reader would subscribe to; comparable within a page
    only."""

    def __repr__(self) -> str:
        return f"ItemList(heading={self.heading!r}, {len(self.items)} items)"


@explain_fields
@dataclass(frozen=True, slots=True)
class FeedLink:
    """A feed that the page links to."""

    url: str
    """Its URL."""
    title: str | None
    """Its title, as the page declares it."""
    type: str
    """Its media type: `application/rss+xml`, `application/atom+xml`, `application/feed+json`."""


@explain_fields
@dataclass(frozen=True, slots=True, repr=False)
class Feed:
    """The lists of one page, the main one first."""

    url: str
    """The page's address: the one it was read from, or its canonical link."""
    source: str
    """Where it was read: a file, a record of an archive, a URL."""
    title: str | None
    """The title of the page."""
    description: str | None
    """What the page says about itself."""
    language: str | None
    """A language tag such as en or pt-BR, as the page declares it."""
    feeds: tuple[FeedLink, ...]
    """Feeds that the page links to: with one of these, no feed needs to be made."""
    next: str | None
    """The page that continues the list, usually with older items."""
    previous: str | None
    """The page before it, usually with newer items."""
    lists: tuple[ItemList, ...]
    """The lists, the main one first; empty if there is none."""
    reason: str | None
    """Why there is no list."""
    encoding: str
    """The encoding that the page was decoded with, by its name in the Encoding Standard."""
    replaced: int
    """Number of characters that could not be decoded."""
    truncated: tuple[str, ...] = ()
    """Parts of the page that are missing or were not read, one phrase each."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of the main list; empty if there is none."""
        return self.lists[0].items if self.lists else ()

    def __repr__(self) -> str:
        return f"Feed({self.url or self.source!r}, title={self.title!r}, {len(self.items)} items)"


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the features of a list."""

    rank: Mapping[str, float]
    """For ranking the lists of a page."""
    gate: Mapping[str, float]
    """For deciding whether the best list is a list of articles. `bias` is the constant term."""

    def __post_init__(self) -> None:
        _check_names(self.rank, RANK.names)
        _check_names(self.gate, (BIAS, *GATE.names))


def _check_names(weights: Mapping[str, float], known: Iterable[str]) -> None:
    if unknown := set(weights).difference(known):
        raise HonbunError(f"no measures of a list: {', '.join(sorted(unknown))}")


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """How lists are found."""

    faithful: bool = option(
        False,
        "Use the paper's method. It differs in bounds on work (60 nodes of a subtree, 60 common "
        "paths, 16 kinds of subtrees) and where the paper is silent (weights of the distance, "
        "further conditions). Full list: docs/papers/001.md.",
    )
    weights: Weights | None = None
    """Weights of the features of a list; None for those that ship with honbun."""
