"""`/`: a page where one pastes an address, sees what a feed of it would hold, and takes it along.

It is whole without JavaScript. What pages say is text here, never HTML: the templates escape it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.errors import HonbunError
from honbun.outputs import FORMATS
from honbun.web import feeds
from honbun.web.errors import Trouble, trouble
from honbun.web.feeds import missing
from honbun.web.rendering import sheet

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.feeds.model import Feed, ItemList
    from honbun.web.freshness import Now, Readings
    from honbun.web.security import Limits

_SHOWN = 100
"""Items shown of a list; enough to see whether it is the one that was meant."""
_FEW = 4
"""Lists shown unfolded: beyond the first few are menus."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a feed is to be had in some format."""

    form: str
    name: str
    media_type: str
    url: str


@dataclass(frozen=True, slots=True)
class Found:
    """What is shown of another page."""

    lists: Feed
    number: int
    addresses: tuple[Address, ...]

    @property
    def missing(self) -> str | None:
        """Why there is nothing to subscribe to."""
        return missing(self.lists, self.number)

    @property
    def listing(self) -> ItemList:
        """The list that was chosen, where it is not missing."""
        return self.lists.lists[self.number - 1]


@dataclass(frozen=True, slots=True)
class Start:
    """The page for people."""

    readings: Readings
    limits: Limits
    now: Now

    async def get(self, request: Request) -> Response:
        """The empty page, or what was found on another page, or why nothing was."""
        text = request.query_params.get("url", "").strip()
        if not text:
            return _page("", None, None)
        try:
            found = await self._found(request, text)
        except (HonbunError, HTTPException) as error:
            return _page(text, None, trouble(error))
        return _page(text, found, Trouble(404, found.missing) if found.missing else None)

    async def _found(self, request: Request, text: str) -> Found:
        self.limits.admit(request)
        # People leave out what their browser does not show them.
        page = feeds.page_asked(text if "://" in text else f"https://{text}")
        number = feeds.number_asked(request.query_params)
        reading = (await self.readings.of(page)).having(number, self.now())
        base = str(request.base_url)
        addresses = (
            Address(
                form,
                format_.label,
                format_.media_type,
                feeds.feed_address(base, page, form, number),
            )
            for form, format_ in FORMATS.items()
            if format_.media_type
        )
        return Found(reading.lists, number, tuple(addresses))


def _page(text: str, found: Found | None, said: Trouble | None) -> Response:
    return sheet(
        "start.html",
        said.status if said else 200,
        said.headers if said else None,
        asked=text,
        found=found,
        trouble=said,
        few=_FEW,
        most=_SHOWN,
    )
