"""`/`: the form for the address of a page, with a preview of its feed. Works without JavaScript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.errors import HonbunError
from honbun.outputs import FORMATS
from honbun.web import feeds
from honbun.web.responses import Problem, problem, render

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.feeds.model import Feed, ItemList
    from honbun.web.freshness import Clock, FreshPages

_MAX_ITEMS = 100
"""Items in the preview of a list."""
_UNFOLDED = 4
"""Feed that are shown unfolded: later ones are mostly menus."""


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
    links: tuple[FormatLink, ...]

    @property
    def missing(self) -> str | None:
        """Why there is nothing to subscribe to."""
        return feeds.missing_list(self.lists, self.number)

    @property
    def listing(self) -> ItemList:
        """The chosen list, unless it is missing."""
        return self.lists.lists[self.number - 1]


async def start_page(pages: FreshPages, now: Clock, request: Request) -> Response:
    """The form; with `url=` also a preview of the feed, or the reason why there is none."""
    text = request.query_params.get("url", "").strip()
    if not text:
        return _page("", None, None)
    try:
        preview = await _preview(pages, now, request, with_scheme(text))
    except (HonbunError, HTTPException) as error:
        return _page(text, None, problem(error))
    return _page(text, preview, Problem(404, preview.missing) if preview.missing else None)


def with_scheme(text: str) -> str:
    """An address as people type it, with the scheme that browsers do not show.

    >>> with_scheme("a.example/b"), with_scheme("http://a.example")
    ('https://a.example/b', 'http://a.example')
    """
    return text if "://" in text else f"https://{text}"


async def _preview(pages: FreshPages, now: Clock, request: Request, text: str) -> Preview:
    page = feeds.parse_page_url(text)
    number = feeds.parse_list_number(request.query_params)
    found = (await pages.get(page)).having(number, now())
    base = str(request.base_url)
    links = (
        FormatLink(
            form,
            FORMATS[form].label,
            FORMATS[form].media_type,
            feeds.feed_url(base, page, form, number),
        )
        for form in feeds.FEED_FORMATS
    )
    return Preview(found.lists, number, tuple(links))


def _page(text: str, preview: Preview | None, found: Problem | None) -> Response:
    return render(
        "start.html",
        found.status if found else 200,
        found.headers if found else None,
        asked=text,
        found=preview,
        problem=found,
        few=_UNFOLDED,
        most=_MAX_ITEMS,
    )
