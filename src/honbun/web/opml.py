"""`/opml`: all pages that were subscribed to, for a reader of feeds to take over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from honbun.io.subscriptions import Subscription, Subscriptions
from honbun.syndication import element
from honbun.web import asked
from honbun.web.conditional import respond

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.web.limits import Limits
    from honbun.web.workers import Workers


@dataclass(frozen=True, slots=True)
class Opml:
    """The pages subscribed to."""

    working: Workers
    limits: Limits
    state: Path

    async def get(self, request: Request) -> Response:
        """All of them as OPML, unless the client has it already."""
        self.limits.admit(request)
        body = await self.working.do(partial(self._write, str(request.base_url)))
        return respond(request, body, "text/x-opml", {"Cache-Control": "no-cache"})

    def _write(self, base: str) -> bytes:
        with Subscriptions(self.state) as subscriptions:
            return render(subscriptions.subscribed(), base)


def render(subscribed: Iterable[Subscription], base: str) -> bytes:
    """The feeds of a server at `base` as OPML 2.0."""
    root = element.root("opml", {"version": "2.0"})
    head = ET.SubElement(root, "head")
    element.add(head, "title", "Pages with feeds by honbun")
    body = ET.SubElement(root, "body")
    for one in subscribed:
        title = one.title or one.url
        address = asked.feed_address(base, one.url, "rss", one.number + 1)
        outline = {"type": "rss", "text": title, "title": title, "xmlUrl": address}
        element.add(body, "outline", "", outline | {"htmlUrl": one.url})
    return element.document(root)
