"""An item pipeline for Scrapy: pages are stored while the spider runs, and judged when it closes.

    ITEM_PIPELINES = {"honbun.integrations.scrapy.ContentPipeline": 900}
    HONBUN_OUTPUT = "content.jsonl"  # or .parquet, .csv, .md, a folder/
    HONBUN_JOBS = 1  # worker processes; 0 for one per core
    HONBUN_MEMORY = "sites.db"  # pages of earlier crawls to compare with; none by default

The spider yields pages (`page`), or items with the fields `url` and `html`.
"""

from __future__ import annotations

import logging
import pickle
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread

from honbun import api
from honbun.outputs import Output
from honbun.page import Page
from honbun.runner.limits import Limits
from honbun.runner.run import Run
from honbun.runner.spool import Spool
from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from honbun.content.model import Content
    from honbun.errors import Failure

_log = logging.getLogger(__name__)


def page(response: Response) -> Page:
    """The page that a response holds, with the charset of its header: an item to yield."""
    header = response.headers.get("Content-Type")
    return Page(
        response.body,
        url=response.url,
        source=response.url,
        content_type=header.decode("latin-1") if header else None,
    )


class ContentPipeline:
    """Writes the main content of all pages of a crawl to one file or folder.

    Items that are not pages pass through, and so do pages: put it behind the others.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        # A wrong name of the output stops the crawl before its first page.
        self._output = Output.of("content", settings.get("HONBUN_OUTPUT", "content.jsonl"))
        self._memory: str | None = settings.get("HONBUN_MEMORY")
        self._jobs = settings.getint("HONBUN_JOBS", 1)
        self._crawler = crawler
        self._pages = Spool()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ContentPipeline:
        """Called by Scrapy."""
        return cls(crawler)

    def process_item(self, item: Any, spider: Any = None) -> Any:
        """Store the page of an item on disk."""
        found = _page_of(item)
        if found is not None:
            self._pages.append(pickle.dumps(found))
            self._count("pages")
        return item

    async def close_spider(self, spider: Any = None) -> None:
        """Judge all pages as one collection; the reactor goes on meanwhile."""
        await maybe_deferred_to_future(deferToThread(self._write))

    def _write(self) -> None:
        run = Run(jobs=self._jobs, limits=Limits(), on_failure=self._report)
        with ExitStack() as stack:
            pages = stack.enter_context(self._pages)
            memory = stack.enter_context(SiteMemory(Path(self._memory))) if self._memory else None
            stored = (pickle.loads(pages[number]) for number in range(len(pages)))
            self._output.write(self._written(api.extract(stored, memory=memory, run=run)))

    def _written(self, contents: Iterator[Content]) -> Iterator[Content]:
        for content in contents:
            self._count("written" if content.blocks else "without_content")
            yield content

    def _report(self, failure: Failure) -> None:
        self._count("failed")
        _log.warning("%s: %s", failure.url or failure.source, failure.message)

    def _count(self, name: str) -> None:
        if self._crawler.stats is not None:
            self._crawler.stats.inc_value(f"honbun/{name}")


def _page_of(item: Any) -> Page | None:
    """The page that an item is or has, if any."""
    if isinstance(item, Page):
        return item
    fields = ItemAdapter(item)
    html, url = fields.get("html"), fields.get("url")
    if not isinstance(html, str | bytes) or not isinstance(url, str):
        return None
    return Page(html, url=url, source=url)
