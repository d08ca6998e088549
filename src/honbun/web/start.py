"""`/`: the form for the address of a page, and the page's content, posts or feed.

It works without JavaScript.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.errors import HonbunError
from honbun.outputs import FORMATS
from honbun.web import feeds
from honbun.web.inspect.uploads import FILES
from honbun.web.responses import Problem, problem, render

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.feeds.model import Feed, Item, ItemList
    from honbun.web.freshness import Clock, FreshPages
    from honbun.web.reading import Reading, Readings

VIEWS = ("content", "posts", "feed")
"""What can be shown of a page, the default first."""
_MAX_ITEMS = 100
"""Items or posts that are shown."""
_UNFOLDED = 4
"""Lists that are shown unfolded: later ones are mostly menus."""


@dataclass(frozen=True, slots=True)
class FormatLink:
    """The URL of a feed in one format."""

    form: str
    name: str
    media_type: str
    url: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The lists of a page and the links of the chosen feed."""

    lists: Feed
    number: int
    words: str
    links: tuple[FormatLink, ...]

    @property
    def missing(self) -> str | None:
        """Why there is nothing to subscribe to."""
        return feeds.missing_list(self.lists, self.number)

    @property
    def listing(self) -> ItemList:
        """The chosen list, unless it is missing."""
        return self.lists.lists[self.number - 1]

    @property
    def items(self) -> list[Item]:
        """The items of the chosen list that have the words."""
        return [item for item in self.listing.items if feeds.has_words(item, self.words)]


@dataclass(frozen=True, slots=True)
class StartPage:
    """The view of `/`."""

    pages: FreshPages
    readings: Readings
    now: Clock

    async def get(self, request: Request) -> Response:
        """The form; with `url=` also what was found on that page, or why nothing was."""
        text = request.query_params.get("url", "").strip()
        show = request.query_params.get("show", VIEWS[0])
        if show not in VIEWS:
            raise HTTPException(400, f"show= is one of {', '.join(VIEWS)}")
        if not text:
            return _page("", show, None)
        try:
            page = feeds.parse_page_url(with_scheme(text))
            if show == "feed":
                preview = await self._preview(request, page)
                missing = Problem(404, preview.missing) if preview.missing else None
                return _page(text, show, missing, found=preview)
            return _page(text, show, None, reading=await self.readings.of(page))
        except (HonbunError, HTTPException) as error:
            return _page(text, show, problem(error))

    async def _preview(self, request: Request, page: str) -> Preview:
        number = feeds.parse_list_number(request.query_params)
        words = feeds.parse_words(request.query_params)
        found = (await self.pages.get(page)).having(number, self.now())
        base = str(request.base_url)
        links = (
            FormatLink(
                form,
                FORMATS[form].label,
                FORMATS[form].media_type,
                feeds.feed_url(base, page, form, number, words),
            )
            for form in feeds.FEED_FORMATS
        )
        return Preview(found.lists, number, words, tuple(links))


def with_scheme(text: str) -> str:
    """An address as people type it, with the scheme that browsers do not show.

    >>> with_scheme("a.example/b"), with_scheme("http://a.example")
    ('https://a.example/b', 'http://a.example')
    """
    return text if "://" in text else f"https://{text}"


def _page(
    text: str,
    show: str,
    found_problem: Problem | None,
    *,
    found: Preview | None = None,
    reading: Reading | None = None,
) -> Response:
    return render(
        f"start_{show}.html",
        found_problem.status if found_problem else 200,
        found_problem.headers if found_problem else None,
        asked=text,
        show=show,
        views=VIEWS,
        found=found,
        reading=reading,
        problem=found_problem,
        files=FILES,
        few=_UNFOLDED,
        most=_MAX_ITEMS,
    )
