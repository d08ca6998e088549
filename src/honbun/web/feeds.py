"""`/feed`: a list of a page as a feed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.io.subscriptions import Subscriptions
from honbun.listing.write.feed import chosen, feed
from honbun.listing.write.formats import FORMATS
from honbun.web import asked
from honbun.web.conditional import respond

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.listing.model import Lists
    from honbun.web.limits import Limits
    from honbun.web.readings import Readings
    from honbun.web.visits import Now, Reading
    from honbun.web.workers import Workers


@dataclass(frozen=True, slots=True)
class Feeds:
    """Feeds of pages; whoever asks for one subscribes to it."""

    readings: Readings
    working: Workers
    limits: Limits
    state: Path
    max_age: int
    now: Now

    async def get(self, request: Request) -> Response:
        """A feed, unless the client has it already."""
        self.limits.admit(request)
        query = request.query_params
        page = asked.page(query.get("url", "").strip())
        number = asked.number(query)
        form = asked.form(query)
        reading = (await self.readings.of(page)).having(number, self.now())
        if said := missing(reading.lists, number):
            raise HTTPException(404, said)
        address = asked.feed_address(str(request.base_url), page, form, number)
        subscribes = request.method == "GET"  # HEAD only asks how things stand
        write = partial(self._write, page, reading, number, form, address, subscribes)
        age = max(0, int((self.now() - reading.checked).total_seconds()))
        return respond(
            request,
            await self.working.do(write),
            asked.FORMATS[form].media_type,
            {"Cache-Control": f"max-age={self.max_age}", "Age": str(age)},
            reading.changed,
        )

    def _write(
        self, page: str, reading: Reading, number: int, form: str, address: str, subscribes: bool
    ) -> bytes:
        now = self.now()
        lists = reading.lists
        # By the address that was asked for: where it leads may change.
        with Subscriptions(self.state) as subscriptions:
            entries = subscriptions.entries(page, chosen(lists, number), now, number - 1)
            made = feed(lists, entries, number=number, self_link=address)
            if subscribes:
                subscriptions.subscribe(page, made.title, number - 1, now)
        file = BytesIO()
        FORMATS[form].write(made, file)
        return file.getvalue()


def missing(lists: Lists, number: int) -> str | None:
    """What is said of a list that a page does not have; None for one that it has."""
    if not lists.lists:
        return "no list on that page"
    if number > len(lists.lists):
        return f"no list {number} on that page: it has {len(lists.lists)}"
    return None
