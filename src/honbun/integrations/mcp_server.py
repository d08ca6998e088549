"""A server of the Model Context Protocol: pages from the web as tools for language models.

Addresses are refused as by the fetcher everywhere else. A call fetches a bounded number of pages in
bounded time, and every page is processed in a worker process with limits. Long answers are divided:
`next_offset` of an answer is the `offset` of the next call, which fetches nothing again.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import asdict
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from honbun import __version__, api
from honbun.document.chunks import count_tokens
from honbun.errors import FetchError, HonbunError, MissingExtra
from honbun.html.links import base_url, safe_url
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.runner.run import Run
from honbun.text.urls import canonical_url, http_url, split_url

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import Field
except ImportError as missing:
    raise MissingExtra("the MCP server", "mcp") from missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.content.model import Content
    from honbun.errors import Failure
    from honbun.feeds.model import Feed
    from honbun.inputs.options import ReadOptions
    from honbun.page import Page
    from honbun.runner.limits import Limits

Answer = dict[str, Any]
Value = TypeVar("Value")

_INSTRUCTIONS = (
    "Tools that read web pages without menus, advertisements and footers. Long answers are "
    "divided: if `truncated` is true, call again with `offset` set to `next_offset`."
)
_SECONDS = 60.0
"""Time to fetch the pages of one call; a page that is being fetched may take its own time."""
_SITE_PAGES = 30
_SIMILAR_PAGES = 30
_KEPT = 32
"""Results kept for the next part of an answer."""

Url = Annotated[str, Field(description="An http(s) URL.")]
MaxTokens = Annotated[
    int, Field(ge=50, le=100_000, description="Longest text of the answer, in tokens (estimated).")
]
Offset = Annotated[int, Field(ge=0, description="`next_offset` of the answer before, else 0.")]
SitePages = Annotated[int, Field(ge=1, le=_SITE_PAGES, description="How many pages are read.")]
Urls = Annotated[
    list[str],
    Field(min_length=2, max_length=_SIMILAR_PAGES, description="http(s) URLs to compare."),
]


class Tools:
    """The tools, and what they share: connections, robots.txt and recent results."""

    def __init__(self, reading: ReadOptions, limits: Limits) -> None:
        self._fetcher = Fetcher(reading, patience=_SECONDS)
        self._limits = limits
        self._recent: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self._lock = Lock()

    def read_page(self, url: Url, max_tokens: MaxTokens = 4000, offset: Offset = 0) -> Answer:
        """Read one web page: its main content as Markdown, with title, author and date."""
        content = self._known(("page", url), lambda: self._content(url))
        return {**_about(content), **_passage(content.markdown, max_tokens, offset)}

    def read_site(
        self,
        url: Url,
        max_pages: SitePages = 10,
        max_tokens: MaxTokens = 8000,
        offset: Offset = 0,
    ) -> Answer:
        """Read a page and the pages of its site that it links to, as Markdown.

        The pages are compared with each other, so text that all of them repeat is left out.
        """
        contents, failed = self._known(("site", url, max_pages), lambda: self._site(url, max_pages))
        text = "\n".join(f"<!-- {one.url} -->\n\n{one.markdown}" for one in contents)
        pages = [{**_about(one), "tokens": count_tokens(one.markdown)} for one in contents]
        answer = _passage(text, max_tokens, offset)
        # The list of pages is in the first part only.
        return answer if offset else {"pages": pages, "failed": failed, **answer}

    def posts(self, url: Url, max_tokens: MaxTokens = 4000, offset: Offset = 0) -> Answer:
        """Read the posts of a forum thread, comment page or guestbook, with author and time."""
        content, thread = self._known(("posts", url), lambda: self._thread(url))
        rows = [asdict(post) for post in thread.posts]
        for row in rows:
            del row["xpaths"]
        found = {**_about(content), "title": thread.title, "reason": thread.reason}
        return {**found, **_selected("posts", rows, max_tokens, offset)}

    def feed(self, url: Url, max_tokens: MaxTokens = 4000, offset: Offset = 0) -> Answer:
        """Read the items of a page that lists articles, news or releases, with links and dates."""
        content, found = self._known(("feed", url), lambda: self._feed(url))
        rows = [asdict(item) for item in found.items]
        for row in rows:
            row.pop("xpath", None)
        about = {**_about(content), "title": found.title, "reason": found.reason}
        return {**about, **_selected("items", rows, max_tokens, offset)}

    def similar(self, urls: Urls, max_tokens: MaxTokens = 4000, offset: Offset = 0) -> Answer:
        """Compare web pages: which share text, how much, and who probably copied whom."""
        key = ("similar", *urls)
        pages, rows, failed = self._known(key, lambda: self._pairs(urls))
        about = {"pages": pages, "failed": failed}
        return {**about, **_selected("pairs", rows, max_tokens, offset)}

    def close(self) -> None:
        """Close all connections."""
        self._fetcher.close()

    def _known(self, key: tuple[object, ...], make: Callable[[], Value]) -> Value:
        """A result of an earlier call, or a new one; errors become errors of the tool."""
        with self._lock:
            if key in self._recent:
                self._recent.move_to_end(key)
                found: Value = self._recent[key]
                return found
        try:
            made = make()
        except HonbunError as error:
            raise ToolError(str(error)) from error
        with self._lock:
            self._recent[key] = made
            if len(self._recent) > _KEPT:
                self._recent.popitem(last=False)
        return made

    def _content(self, url: str) -> Content:
        return self._only(partial(api.extract, alone=True), self._fetcher.fetch(url))

    def _thread(self, url: str) -> tuple[Content, Any]:
        page = self._fetcher.fetch(url)
        return self._only(partial(api.extract, alone=True), page), self._only(api.posts, page)

    def _feed(self, url: str) -> tuple[Content, Any]:
        from honbun.runner.pages import Step, map_pages

        page = self._fetcher.fetch(url)
        step: Step[Page, None, Feed] = Step(api.feed, None, "feed")
        found = self._only(lambda pages, run: map_pages(step, pages, run), page)
        return self._only(partial(api.extract, alone=True), page), found

    def _site(self, url: str, most: int) -> tuple[list[Content], list[str]]:
        first = self._fetcher.fetch(url)
        wanted = [link for link in _site_links(first) if link != url][: most - 1]
        pages, failed = self._fetched(wanted)
        run, failures = self._run()
        contents = list(api.extract([first, *pages], run=run))
        return contents, failed + [str(one) for one in failures]

    def _pairs(self, urls: Sequence[str]) -> tuple[list[Answer], list[Answer], list[str]]:
        from honbun.outputs.pairs import PAIRS

        pages, failed = self._fetched(list(dict.fromkeys(urls)))
        run, failures = self._run()
        rows = list(PAIRS.rows(api.similar(pages, run=run)))
        about = [_about(one) for one in api.extract(pages, alone=True, run=run)]
        return about, rows, failed + [str(one) for one in failures]

    def _fetched(self, urls: Sequence[str]) -> tuple[list[Page], list[str]]:
        """The pages that can be fetched in time, and why the others cannot."""
        deadline = time.monotonic() + _SECONDS
        pages: list[Page] = []
        failed: list[str] = []
        for number, url in enumerate(urls):
            if time.monotonic() > deadline:
                failed += [f"{url}: not fetched within {_SECONDS:.0f} s" for url in urls[number:]]
                break
            try:
                pages.append(self._fetcher.fetch(url))
            except FetchError as error:
                failed.append(str(error))
        return pages, failed

    def _run(self) -> tuple[Run, list[Failure]]:
        failures: list[Failure] = []
        return Run(1, self._limits, on_failure=failures.append), failures

    def _only(self, step: Callable[..., Iterable[Value]], page: Page) -> Value:
        """The result for one page; raises HonbunError if the page fails."""
        run, failures = self._run()
        found = list(step([page], run=run))
        if not found:
            raise HonbunError(str(failures[0]) if failures else f"{page.url}: not read")
        return found[0]


def server(tools: Tools) -> MCPServer:
    """The MCP server of these tools."""
    made = MCPServer("honbun", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING")
    for tool in (tools.read_page, tools.read_site, tools.posts, tools.feed, tools.similar):
        made.add_tool(tool)
    return made


def _about(content: Content) -> Answer:
    about = content.to_dict(
        "url", "title", "author", "date", "language", "kind", "confidence", "reason"
    )
    return {name: value for name, value in about.items() if value is not None}


def _passage(text: str, max_tokens: int, offset: int) -> Answer:
    """A part of a text that ends between paragraphs, lines or words if it can."""
    stop = len(text)
    if count_tokens(text[offset:]) > max_tokens:
        low, high = offset + 1, stop
        while low < high:
            middle = (low + high + 1) // 2
            fits = count_tokens(text[offset:middle]) <= max_tokens
            low, high = (middle, high) if fits else (low, middle - 1)
        breaks = (text.rfind(mark, offset + 1, low) + len(mark) for mark in ("\n\n", "\n", " "))
        # A break in the second half: a short first paragraph is no reason for a short answer.
        stop = next((place for place in breaks if place - offset > (low - offset) // 2), low)
    return _part({"text": text[offset:stop]}, count_tokens(text), stop, len(text))


def _selected(name: str, rows: Sequence[Answer], max_tokens: int, offset: int) -> Answer:
    """As many rows from an offset as fit, and at least one."""
    sizes = [count_tokens(" ".join(str(value) for value in row.values() if value)) for row in rows]
    stop, total = offset, 0
    while stop < len(rows) and (stop == offset or total + sizes[stop] <= max_tokens):
        total += sizes[stop]
        stop += 1
    return _part({name: list(rows[offset:stop])}, sum(sizes), stop, len(rows))


def _part(found: Answer, total_tokens: int, stop: int, end: int) -> Answer:
    truncated = stop < end
    return {
        **found,
        "total_tokens": total_tokens,
        "truncated": truncated,
        "next_offset": stop if truncated else None,
    }


def _site_links(page: Page) -> list[str]:
    """The pages of its own host that a page links to, in order."""
    tree = page.parse()
    here = page.resolve_url(tree)
    base, host = base_url(tree, here), split_url(here).host
    found: dict[str, str] = {}
    for node in tree.find("a"):
        url = http_url(safe_url(base, tree.attribute(node, "href")))
        if url and split_url(url).host == host:
            found.setdefault(canonical_url(url), url.partition("#")[0])
    found.pop(canonical_url(here), None)
    return list(found.values())
