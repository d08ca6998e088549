"""The public functions, and the only module that combines packages.

Packages do not import each other: what one needs of another is passed to it here. The papers'
methods (`faithful=True`) are imported here, when they are asked for, and nowhere else.
"""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeVar

from honbun.errors import Failure, FetchError, HonbunError, MissingExtra
from honbun.page import Page
from honbun.runner.run import DEFAULT_RUN, Run

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from honbun.content.memory import MemoryStore
    from honbun.content.model import Comment, Content, ContentOptions
    from honbun.engines.base import Engine, PageShard
    from honbun.feeds.model import Article, Feed, FeedOptions, Item
    from honbun.inputs.options import ReadOptions
    from honbun.papers.similar_003.standard import Document
    from honbun.posts.model import Post, PostsOptions, Thread
    from honbun.similar.model import Pair, SimilarOptions
    from honbun.similar.pipeline import Reader, Relate

    Fetch = Callable[[str], Page]

Options = TypeVar("Options")
_ADDRESS = re.compile(
    r"\s*(?:https?://[^\s<]+|[^<>\n]{1,1000}\.(?:x?html?|php|aspx?|gz|warc|jsonl|parquet))\s*",
    re.IGNORECASE,
)
"""A URL or the name of a file, which is no page."""


def read(
    *inputs: str | os.PathLike[str], options: ReadOptions | None = None, run: Run = DEFAULT_RUN
) -> Iterator[Page]:
    """Read pages from files, folders, archives, URLs, or `-` for stdin, in order.

    Raises InputError immediately if an input does not exist. Pages fetched from the web are stored
    in the run's journal, and not fetched again.
    """
    from honbun.inputs.options import ReadOptions
    from honbun.inputs.read import read as read_inputs

    return read_inputs(
        *inputs,
        options=_checked(options, ReadOptions),
        journal=run.journal,
        on_failure=run.on_failure,
    )


def extract(
    pages: Iterable[Page],
    options: ContentOptions | None = None,
    *,
    alone: bool = False,
    duplicates: Iterable[tuple[str, str]] = (),
    memory: MemoryStore | None = None,
    update_memory: bool = True,
    run: Run = DEFAULT_RUN,
) -> Iterator[Content]:
    """Extract the main content of every page, in order.

    Pages of one site are compared with each other, so nothing is yielded before the last page has
    been read. With `alone`, each page is judged without the others, as soon as it is read.

    Near-duplicates are not counted as evidence against each other: those that are found, and the
    `duplicates`, pairs of URLs such as `honbun.similar` finds. With a `memory`, pages are compared
    with those of earlier runs too, and it is updated after the last result, unless `update_memory`
    is false.
    """
    from honbun.content import pipeline
    from honbun.content.duplicates import Duplicates
    from honbun.content.model import ContentOptions

    options = _checked(options, ContentOptions)
    pages = _checked_pages(pages)
    if options.comments:
        find = partial(
            extract,
            options=replace(options, comments=False),
            alone=alone,
            duplicates=duplicates,
            memory=memory,
            update_memory=update_memory,
            run=run,
        )
        return _with_comments(pages, find, run)
    same = Duplicates.from_pairs(duplicates)
    if alone and (options.faithful or memory is not None or same.group or options.site_record):
        raise HonbunError(
            "alone cannot be combined with faithful, memory, duplicates or site_record"
        )
    if options.faithful and memory is not None:
        raise HonbunError("faithful cannot be combined with memory")
    if options.faithful:
        from honbun.papers.content_000 import pipeline as paper

        return paper.extract(pages, options, run, same)
    if alone:
        return pipeline.extract_alone(pages, options, run)
    return pipeline.extract(
        pages, options, run, duplicates=same, memory=memory, update_memory=update_memory
    )


def extract_page(
    html: bytes | str | Page, url: str | None = None, options: ContentOptions | None = None
) -> Content:
    """Extract the main content of one page, given as bytes, text or a `Page`.

    If there are other pages of the site, `extract` is more accurate. Raises UnreadablePage if the
    input is not a web page.
    """
    from honbun.content import pipeline
    from honbun.content.model import ContentOptions

    options = _checked(options, ContentOptions)
    if options.faithful:
        raise HonbunError("faithful compares pages with each other: use extract")
    if options.site_record:
        raise HonbunError("site_record is what several pages say: use extract")
    page = _page(html, url, "honbun.extract(honbun.read(...))")
    content = pipeline.extract_page(page, options)
    if not options.comments:
        return content
    return next(_commented([content], [page], DEFAULT_RUN))


_TOGETHER = 64
"""Pages whose comments are looked for at once: enough for all worker processes."""


def _with_comments(
    pages: Iterable[Page], find: Callable[[Iterable[Page]], Iterator[Content]], run: Run
) -> Iterator[Content]:
    """Contents with the posts of their pages; the pages wait on disk until they are judged."""
    from honbun.runner.spool import Spool

    with Spool() as spool:
        place: dict[str, int] = {}

        def kept() -> Iterator[Page]:
            for page in pages:
                place[page.source] = len(place)
                spool.append(pickle.dumps(page))
                yield page

        contents = find(kept())
        while some := list(islice(contents, _TOGETHER)):
            stored = (pickle.loads(spool[place[content.source]]) for content in some)
            yield from _commented(some, stored, run)


def _commented(contents: Sequence[Content], pages: Iterable[Page], run: Run) -> Iterator[Content]:
    """Contents with the posts of their pages that have nothing of the content in them."""
    from honbun.posts.model import PostsOptions

    threads = {one.source: one for one in posts(pages, PostsOptions(alone=True), run=run)}
    for content in contents:
        found = threads.get(content.source)
        yield content.with_comments(_comments(content, found.posts)) if found else content


def _comments(content: Content, found: Sequence[Post]) -> tuple[Comment, ...]:
    """The posts after the last one with text of the content."""
    from honbun.content.model import Comment, Role

    # The date of a page without its own may be that of its first comment.
    body = [block.xpath for block in content.blocks if block.role in (Role.TITLE, Role.BODY)]
    inside = [any(_holds(post, xpath) for xpath in body) for post in found]
    last = max((place for place, holds in enumerate(inside) if holds), default=-1)
    return tuple(
        Comment(
            post.number,
            post.author,
            post.published or post.date,
            post.reply_to,
            post.body.text or post.text,
        )
        for post in found[last + 1 :]
    )


def _holds(post: Post, xpath: str) -> bool:
    return any(xpath == part or xpath.startswith(f"{part}/") for part in post.xpaths)


def posts(
    pages: bytes | str | Page | Iterable[Page],
    options: PostsOptions | None = None,
    *,
    url: str | None = None,
    run: Run = DEFAULT_RUN,
) -> Iterator[Thread]:
    """Extract the posts of every page, one `Thread` per page, in order.

    A page alone may be given as bytes, text or a `Page`, with its `url`.

    Pages that share a template are segmented alike. Further pages of a thread follow its first
    page, and a post that several pages repeat comes once. Nothing is yielded before the last page
    has been read, unless `options.alone` is set.
    """
    from honbun.posts.model import PostsOptions

    options = _checked(options, PostsOptions)
    if isinstance(pages, bytes | str | Page):
        pages = [_page(pages, url, "honbun.posts(honbun.read(...))")]
    elif url:
        raise HonbunError("url is that of a page alone; each of several pages has its own")
    pages = _checked_pages(pages)
    if options.faithful:
        from honbun.papers.posts_004.pipeline import posts as paper_posts

        return paper_posts(pages, options, run)
    from honbun.posts.pipeline import posts as find_posts

    return find_posts(pages, options, run)


def feed(
    page: bytes | str | Page, options: FeedOptions | None = None, *, url: str | None = None
) -> Feed:
    """Extract the item lists of a page, the main list first; `reason` says why there is none.

    The page is bytes, text or a `Page`.
    """
    from honbun.feeds.model import FeedOptions

    options = _checked(options, FeedOptions)
    page = _page(page, url, "honbun.feed(next(honbun.read(...)))")
    if options.faithful:
        from honbun.papers.feed_001.pipeline import feed as paper_feed

        return paper_feed(page, options)
    from honbun.feeds.pipeline import feed as find_lists

    return find_lists(page, options)


def similar(
    pages: Iterable[Page],
    options: SimilarOptions | None = None,
    *,
    engine: Engine | None = None,
    run: Run = DEFAULT_RUN,
) -> Iterator[Pair]:
    """Find all pairs of pages that share text, in the order of the pages.

    Nothing is yielded before the last page has been read. The tables are in a temporary file, or in
    the engine that is given; pages are added to the tables that it already has, such as a store.
    """
    reader, relate = _similar_method(options)
    from honbun.similar import pipeline

    pages = _checked_pages(pages)
    if reader.options.faithful:
        from honbun.papers.similar_003.documents import documents

        return similar_documents(
            documents(pages, run=run), reader.options, engine=engine, jobs=run.jobs
        )
    rows = pipeline.read_rows(pages, reader, run)
    return pipeline.similar(rows, reader.options, engine=engine, jobs=run.jobs, relate=relate)


def similar_documents(
    documents: Iterable[Document],
    options: SimilarOptions | None = None,
    *,
    engine: Engine | None = None,
    jobs: int = 1,
) -> Iterator[Pair]:
    """Find all pairs among standard documents, by the method of paper 003.

    Documents hold the sentences, regions and links that the paper's method compares; the pairs are
    those of the pages that the documents were made from.
    """
    reader, relate = _similar_method(options)
    from honbun.papers.similar_003.rows import page_row
    from honbun.similar import pipeline

    if not reader.options.faithful:
        raise HonbunError("standard documents are compared by the paper's method: set faithful")
    rows = (page_row(document, reader.options) for document in documents)
    return pipeline.similar(rows, reader.options, engine=engine, jobs=jobs, relate=relate)


def similar_parts(
    parts: Sequence[PageShard],
    options: SimilarOptions | None = None,
    *,
    engine: Engine,
    run: Run = DEFAULT_RUN,
    cache: Path | None = None,
) -> Iterator[Pair]:
    """As `similar`, but the engine's own processes read the pages, from parts of the input.

    `cache` is a folder that all of these processes reach; it keeps what was read of each part.
    """
    reader, relate = _similar_method(options)
    from honbun.similar import pipeline

    return pipeline.similar_parts(parts, reader, engine=engine, run=run, cache=cache, relate=relate)


def _similar_method(options: SimilarOptions | None) -> tuple[Reader, Relate]:
    """How pages are read and pairs related: by honbun's method or the paper's."""
    from honbun.content.pipeline import content_nodes
    from honbun.similar.model import SimilarOptions

    try:
        from honbun.similar import relations
        from honbun.similar.reading import Reader
    except ImportError as error:
        raise MissingExtra("working with tables", "similar") from error
    options = _checked(options, SimilarOptions)
    if options.faithful:
        from honbun.papers.similar_003.decision import with_relation
        from honbun.papers.similar_003.rows import PaperReader

        return PaperReader(options), with_relation
    return Reader(options, content_nodes), relations.related


class ArticleStore(Protocol):
    """Stores articles, so that none is fetched twice; `honbun.stores.feed_state` is one."""

    def articles(self, page: str) -> dict[str, Article]:
        """The articles of the items of a page, by item id."""

    def keep_articles(self, page: str, articles: Mapping[str, Article]) -> None:
        """Add articles."""


def full_text(
    page: str,
    items: Mapping[str, Item],
    fetch: Fetch,
    *,
    most: int,
    store: ArticleStore | None = None,
    memory: MemoryStore | None = None,
    run: Run = DEFAULT_RUN,
) -> dict[str, Article]:
    """Fetch and extract the pages of the first `most` items of a list, by item id.

    The pages of a list are usually of one site, so they are extracted as one collection. A `memory`
    has pages to compare with where new items come one at a time. A page that fails is reported and
    has no article.
    """
    links = dict(zip(items, own_pages(page, list(items.values()))[:most]))
    known = store.articles(page) if store else {}
    wanted = {link: id_ for id_, link in links.items() if link and id_ not in known}
    read_now = _read_articles(page, wanted, fetch, memory, run)
    found = {wanted[link]: article for link, article in read_now.items()}
    if store and found:
        store.keep_articles(page, found)
    articles = known | found
    return {id_: articles[id_] for id_ in links if id_ in articles}


def own_pages(page: str, items: Sequence[Item]) -> list[str | None]:
    """The URL of each item's own page, or None.

    A link to this page, or to one that several items link to, is not an item's own page.
    """
    from honbun.feeds.identity import canonical_link, item_url

    here = canonical_link(page)
    found = [item_url(item.link, here) for item in items]
    pages = [address.page.key if address else None for address in found]
    count = Counter(pages)
    own = here.page.key if here else None
    return [
        item.link if key is not None and key != own and count[key] == 1 else None
        for item, key in zip(items, pages)
    ]


def _read_articles(
    page: str, links: Iterable[str], fetch: Fetch, memory: MemoryStore | None, run: Run
) -> dict[str, Article]:
    """The articles at some links, by link."""
    from honbun.feeds.identity import canonical_link

    contents = list(extract(_fetch_all(links, fetch, run), memory=memory, run=run))
    ends = Counter(canonical_link(content.url) for content in contents)
    ends[canonical_link(page)] += 1
    found = {}
    for content in contents:
        if ends[canonical_link(content.url)] > 1:
            # A login page, or a notice that the article is gone.
            message = "it redirects to a page that other items, or the list itself, lead to"
            run.on_failure(Failure(content.source, content.url, "fetch", message))
        else:
            found[content.source] = _article(content)
    return found


def _fetch_all(links: Iterable[str], fetch: Fetch, run: Run) -> Iterator[Page]:
    for link in links:
        try:
            yield fetch(link)
        except FetchError as error:
            run.on_failure(Failure(link, link, "fetch", str(error)))


def _article(content: Content) -> Article:
    """The body of a page, without title, author and date, which its entry already has."""
    from honbun.content.model import Role
    from honbun.feeds.model import Article

    named = {Role.TITLE, Role.AUTHOR, Role.DATE}
    parts = [
        part
        for part in content.document.parts
        if part.block < 0 or content.blocks[part.block].role not in named
    ]
    while parts and parts[0].block < 0:  # a rule below the title
        del parts[0]
    body = replace(content.document, parts=tuple(parts))
    return Article(
        text=body.text.rstrip("\n"),
        author=content.author,
        date=content.date,
        image=content.image,
        markdown=body.markdown,
        html=body.html,
    )


def _page(html: object, url: str | None, instead: str) -> Page:
    """A page given as bytes, text or a `Page`; `instead` is what to call for an address."""
    if isinstance(html, Page):
        return replace(html, url=url) if url else html
    if not isinstance(html, bytes | str):
        raise HonbunError(f"a page is bytes, text or a honbun.Page, not {type(html).__name__}")
    if isinstance(html, str) and _ADDRESS.fullmatch(html):
        raise HonbunError(f"{html[:100]!r} is an address, not the HTML of a page: use {instead}")
    return Page(html, url=url)


def _checked(options: Options | None, expected: type[Options]) -> Options:
    if options is None:
        return expected()
    if not isinstance(options, expected):
        raise HonbunError(
            f"options must be honbun.{expected.__name__}, not {type(options).__name__}"
        )
    return options


def _checked_pages(pages: Iterable[Page]) -> Iterator[Page]:
    if isinstance(pages, Page | str | bytes) or not isinstance(pages, Iterable):
        raise HonbunError(
            f"pages must be an iterable of honbun.Page, such as honbun.read(...) or [page], "
            f"not {type(pages).__name__}"
        )
    return _only_pages(pages)


def _only_pages(pages: Iterable[Page]) -> Iterator[Page]:
    for page in pages:
        if not isinstance(page, Page):
            raise HonbunError(f"pages must be honbun.Page, not {type(page).__name__}")
        yield page
