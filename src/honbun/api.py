"""Pairs: every two pages of a collection that share text.

Here rooms meet: `content` tells what of a page is its content, and `relation` compares it. No room
may know another, so this stands above them, for users and the command to call.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from honbun.content.model import Role
from honbun.content.pipeline import content_nodes, extract
from honbun.errors import Failure, FetchError, log_failure
from honbun.feeds.matching import canonical_link, item_url
from honbun.feeds.model import Article
from honbun.runner.run import Run
from honbun.text.unicode import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from honbun.engines.base import Engine, PageShard
    from honbun.feeds.model import Feed, FeedOptions
    from honbun.page import Page
    from honbun.posts.model import PostsOptions, Thread
    from honbun.runner.limits import Limits
    from honbun.runner.run import Journal
    from honbun.similar.model import Pair, SimilarOptions
    from honbun.similar.pipeline import Relate
    from honbun.similar.reading import Reader


def similar(
    pages: Iterable[Page],
    options: SimilarOptions | None = None,
    *,
    engine: Engine | None = None,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Pair]:
    """Every two pages that share text, in the order of the pages.

    Nothing comes out before the last page was read. The tables lie in a temporary file, which goes
    when the last pair was given, unless an engine is given to hold them; to one that has tables
    already, such as a store file, the pages are added.
    """
    from honbun.similar.pipeline import similar as find_pairs

    reader, relate = _similar_method(options)
    run = Run(jobs, on_failure, limits, journal)
    return find_pairs(pages, reader, engine=engine, run=run, relate=relate)


def similar_in(
    parts: Sequence[PageShard],
    options: SimilarOptions | None = None,
    *,
    engine: Engine,
    jobs: int = 1,
    limits: Limits | None = None,
    kept: Path | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Pair]:
    """As `similar`, of pages that the engine's own processes read from parts of the input.

    `kept` is a folder, which all of these processes reach, that keeps what was read of each part.
    """
    from honbun.similar.pipeline import similar_in as find_pairs_in

    reader, relate = _similar_method(options)
    return find_pairs_in(
        parts,
        reader,
        engine=engine,
        jobs=jobs,
        limits=limits,
        kept=kept,
        on_failure=on_failure,
        relate=relate,
    )


def _similar_method(options: SimilarOptions | None) -> tuple[Reader, Relate]:
    """How pages are read and related: by our method, or by the paper's."""
    from honbun.similar import relations
    from honbun.similar.model import SimilarOptions
    from honbun.similar.reading import Reader

    options = options or SimilarOptions()
    if options.faithful:
        from honbun.papers.similar_003 import decision, url

        return Reader(options, content_nodes, url.split_url), decision.with_relation
    return Reader(options, content_nodes), relations.related


def posts(
    pages: Iterable[Page],
    options: PostsOptions | None = None,
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Thread]:
    """Yield one `Thread` per page, the pages of a thread in order and no post twice.

    Pages that share a template choose one segmentation together, so nothing is yielded before the
    last page has been read, unless `options.alone` is set. Failed pages are passed to `on_failure`.
    """
    if options is not None and getattr(options, "faithful", False):
        from honbun.papers.posts_004.pipeline import posts as paper_posts

        return paper_posts(
            pages, options, jobs=jobs, limits=limits, journal=journal, on_failure=on_failure
        )
    from honbun.posts.pipeline import posts as find_posts

    return find_posts(
        pages, options, jobs=jobs, limits=limits, journal=journal, on_failure=on_failure
    )


def feed(page: Page, options: FeedOptions | None = None) -> Feed:
    """The lists of articles on a page, the main one first; none, and the `reason`, without one."""
    if options is not None and getattr(options, "faithful", False):
        from honbun.papers.feed_001.pipeline import feed as paper_feed

        return paper_feed(page, options)
    from honbun.feeds.pipeline import feed as find_lists

    return find_lists(page, options)


# Articles: the whole texts of the items of a list, from the pages that they lead to.
#
# Here rooms meet: a list says where its items lead, the pages are fetched, and `content` reads
# them, as one collection, since the pages that a list leads to are of one make as a rule. No room
# may know another, so this stands above them, for the command and the server to call.

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from honbun.content.memory import TemplateStore
    from honbun.content.model import Content
    from honbun.feeds.model import Item
    from honbun.page import Page
    from honbun.runner.limits import Limits

    Fetch = Callable[[str], Page]
    Tell = Callable[[Failure], None]


class Shelf(Protocol):
    """Keeps articles, so that none is fetched twice; `Subscriptions` is one."""

    def articles(self, page: str) -> dict[str, Article]:
        """The articles of the items of a page, by the items' ids."""

    def keep_articles(self, page: str, articles: Mapping[str, Article]) -> None:
        """Add articles."""


def full_text(
    page: str,
    items: Sequence[Item],
    ids: Sequence[str],
    fetch: Fetch,
    on_failure: Tell,
    *,
    most: int,
    shelf: Shelf | None = None,
    memory: TemplateStore | None = None,
    limits: Limits | None = None,
) -> dict[str, Article]:
    """The articles of the first `most` items of a page, by the ids of the items.

    A page that fails is reported and left out. With a `memory`, pages of kinds that
    it knows are judged by what it has learnt: new items come one at a time.
    """
    known = shelf.articles(page) if shelf else {}
    links = own_pages(page, items)[:most]
    wanted = {link: id_ for id_, link in zip(ids, links) if link and id_ not in known}
    found = {
        wanted[link]: article
        for link, article in _read(page, wanted, fetch, on_failure, memory, limits).items()
    }
    if shelf and found:
        shelf.keep_articles(page, found)
    articles = known | found
    return {id_: articles[id_] for id_ in ids[: len(links)] if id_ in articles}


def own_pages(page: str, items: Sequence[Item]) -> list[str | None]:
    """The page of each item; None where it has none to itself.

    A place on this page, or on one that several items lead to, is no page of its own.
    """
    here = canonical_link(page)
    found = [item_url(item.link, here) for item in items]
    pages = [address.page.key if address else None for address in found]
    count = Counter(pages)
    own = here.page.key if here else None
    return [
        item.link if key is not None and key != own and count[key] == 1 else None
        for item, key in zip(items, pages)
    ]


def _read(
    page: str,
    links: Iterable[str],
    fetch: Fetch,
    on_failure: Tell,
    memory: TemplateStore | None,
    limits: Limits | None,
) -> dict[str, Article]:
    """What the pages at some links say, by the links."""
    pages = _fetched(links, fetch, on_failure)
    contents = list(extract(pages, memory=memory, limits=limits, on_failure=on_failure))
    ends = Counter(canonical_link(content.url) for content in contents)
    ends[canonical_link(page)] += 1
    found = {}
    for content in contents:
        if ends[canonical_link(content.url)] > 1:
            # Where to log in, or that the article is gone: what a site says of any of them.
            message = "it leads to where other items or the list itself stand"
            on_failure(Failure(content.source, content.url, "fetch", message))
        else:
            found[content.source] = _article(content)
    return found


def _fetched(links: Iterable[str], fetch: Fetch, on_failure: Tell) -> Iterator[Page]:
    for link in links:
        try:
            yield fetch(link)
        except FetchError as error:
            on_failure(Failure(link, link, "fetch", str(error)))


def _article(content: Content) -> Article:
    """What belongs in a feed: the entry says title, author and date already."""
    body = [block.text for block in content.blocks if block.role is Role.BODY and block.text]
    return Article(clean("\n\n".join(body)), content.author, content.date, content.image)
