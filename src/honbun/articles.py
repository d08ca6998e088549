"""Articles: the whole texts of the items of a list, from the pages that they lead to.

Here rooms meet: a list says where its items lead, the pages are fetched, and `content` reads them,
as one collection, since the pages that a list leads to are of one make as a rule. No room may know
another, so this stands above them, for the command and the server to call.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from honbun.content.extract import extract
from honbun.content.model import Role
from honbun.errors import FetchError
from honbun.failure import Failure
from honbun.listing.article import Article, completed
from honbun.listing.canonical import canonical
from honbun.listing.identity import own_address
from honbun.syndication.characters import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from honbun.content.memory import Store
    from honbun.content.model import Content
    from honbun.listing.model import Item
    from honbun.page import Page
    from honbun.parallel.limits import Limits
    from honbun.syndication.model import Entry

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
    entries: Sequence[Entry],
    fetch: Fetch,
    on_failure: Tell,
    *,
    most: int,
    shelf: Shelf | None = None,
    memory: Store | None = None,
    limits: Limits | None = None,
) -> tuple[Entry, ...]:
    """The entries of a page's items, the first `most` with the whole text of the item's own page.

    A page that fails leaves its entry as it is, and is told. With a `memory`, pages of kinds that
    it knows are judged by what it has learnt: new items come one at a time.
    """
    known = shelf.articles(page) if shelf else {}
    links = own_pages(page, items)[:most]
    wanted = {
        link: entry.id for entry, link in zip(entries, links) if link and entry.id not in known
    }
    found = {
        wanted[link]: article
        for link, article in _read(page, wanted, fetch, on_failure, memory, limits).items()
    }
    if shelf and found:
        shelf.keep_articles(page, found)
    articles = known | found
    shown = len(links)
    return tuple(
        completed(entry, item, articles[entry.id]) if at < shown and entry.id in articles else entry
        for at, (entry, item) in enumerate(zip(entries, items))
    )


def own_pages(page: str, items: Sequence[Item]) -> list[str | None]:
    """The page of each item; None where it has none to itself.

    A place on this page, or on one that several items lead to, is no page of its own.
    """
    here = canonical(page)
    found = [own_address(item.link, here) for item in items]
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
    memory: Store | None,
    limits: Limits | None,
) -> dict[str, Article]:
    """What the pages at some links say, by the links."""
    pages = _fetched(links, fetch, on_failure)
    contents = list(extract(pages, memory=memory, limits=limits, on_failure=on_failure))
    ends = Counter(canonical(content.url) for content in contents)
    ends[canonical(page)] += 1
    found = {}
    for content in contents:
        if ends[canonical(content.url)] > 1:
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
