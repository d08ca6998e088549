"""What the start page shows of a fetched page: its content as Markdown, or its posts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from starlette.responses import Response

from honbun import api, outputs
from honbun.page import Page
from honbun.posts.model import PostsOptions
from honbun.web.cache import SingleFlightCache
from honbun.web.feeds import parse_page_url
from honbun.web.responses import NO_STORE
from honbun.web.start import with_scheme

if TYPE_CHECKING:
    from starlette.requests import Request

    from honbun.posts.model import Thread
    from honbun.stores.feed_state import CachedPage
    from honbun.web.freshness import FreshPages
    from honbun.web.jobs import PageProcesses, Threads

_MAX_READINGS = 200
_MAX_BYTES = 32_000_000
"""Limits of the cache of readings."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The content and the posts of a page that is read by itself."""

    markdown: str
    file: bytes
    """The Markdown with front matter, as `honbun extract -f markdown` writes it."""
    kind: str
    confidence: float
    language: str | None
    reason: str | None
    """Why there is no content."""
    thread: Thread

    @property
    def size(self) -> int:
        """The bytes that it holds, approximately."""
        return 2 * len(self.file) + sum(len(post.text) for post in self.thread.posts)


def read(version: CachedPage) -> Reading:
    """Extract a page; raises UnreadablePage if it is not a web page."""
    page = Page(
        version.body,
        url=version.url,
        content_type=version.content_type,
        fetched_at=version.fetched,
    )
    content = api.extract_page(page)
    [thread] = api.posts([page], PostsOptions(alone=True))
    return Reading(
        markdown=content.markdown,
        file=outputs.render_page("content", "markdown", content),
        kind=content.kind,
        confidence=content.confidence,
        language=content.language,
        reason=content.reason,
        thread=thread,
    )


@dataclass(frozen=True, slots=True)
class Readings:
    """Reads pages in worker processes, each version of a page once."""

    pages: FreshPages
    threads: Threads
    processes: PageProcesses
    cache: SingleFlightCache[Reading] = field(
        default_factory=lambda: SingleFlightCache(_MAX_READINGS, _MAX_BYTES, lambda one: one.size)
    )

    async def of(self, url: str) -> Reading:
        """The reading of a page; raises HonbunError if it cannot be fetched or read."""
        version = (await self.pages.get(url)).version
        work = partial(self.threads.run, self.processes.run, read, version)
        return await self.cache.get(url, work, version)

    async def download(self, request: Request) -> Response:
        """The Markdown of a page as a file."""
        url = with_scheme(request.query_params.get("url", "").strip())
        reading = await self.of(parse_page_url(url))
        headers = {**NO_STORE, "Content-Disposition": 'attachment; filename="page.md"'}
        return Response(reading.file, headers=headers, media_type="text/markdown; charset=utf-8")
