"""The pages of the speed benchmark: real ones next to the repository, or generated ones."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from honbun import Page
from honbun.annotation.sites import read_sites
from lab.bench.markup import MAKES, Make

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SEED = 20240510


def single_pages(folder: Path, wanted: int | None) -> list[Page]:
    """Pages of this many sites (`html/*.html.gz` in the folder), always the same selection."""
    paths = sorted(folder.glob("html/*.html.gz"))
    if wanted is not None and wanted < len(paths):
        paths = sorted(Random(_SEED).sample(paths, wanted))
    return [_page(path) for path in paths]


def site_collections(folder: Path, wanted: int | None) -> list[list[Page]]:
    """The first articles of each site in the folder."""
    if not folder.is_dir():
        return []
    sites = read_sites(folder, ("article",))
    return [[page.page for page in site.pages[:wanted]] for site in sites]


def format_collections(folder: Path) -> list[list[Page]]:
    """The thread pages of each format in the folder."""
    return [
        [_page(path) for path in sorted(format_folder.glob("*.html.gz"))]
        for format_folder in sorted(folder.glob("*/"))
    ]


def generated_collections(wanted: int) -> list[list[Page]]:
    """This many pages of each generated site."""
    found = list(pages(wanted * SITES))
    return [found[site::SITES] for site in range(SITES)]


def _page(path: Path) -> Page:
    # Every page has its own URL, as in a crawl.
    with gzip.open(path) as file:
        return Page(file.read(), url=f"https://example.org/{path.name}", source=path.name)


# Any number of pages of five generated sites, always the same ones.
#
# A page has about a hundred blocks in the proportions of a magazine's: a header, a menu, the
# article with title, date and author, related links, popular ones and a footer. The text around
# articles is as on real sites: lists that are the same everywhere, titles of other articles, dates
# and counts that repeat by chance, list pages, and repeated articles with one changed paragraph.
# Text is combined from clauses that are generated once: drawing every word would take longer than
# extracting the page.

SITES = len(MAKES)
"""Fixed, so that a site grows with the collection: the hard case for comparing its pages."""

_EVERY_INDEX = 20
"""One page in this many of a site is a list of articles ..."""
_EVERY_COPY = 25
"""... and one repeats an article with a changed paragraph."""
_BODY = range(60, 81)
"""Paragraphs, items and headings of an article."""
_CLAUSES = 4096
"""Number of clauses: every block has at least two, so that hardly any repeats by chance."""
_WORDS = ["".join(parts) for parts in product(("ka", "lo", "mi", "ren", "sto", "ve"), repeat=4)]
_KANA = ["".join(parts) for parts in product("あかさたなはまやらわ山川田本日", repeat=3)]
_MONTHS = "January February March April May June July August September October".split()


@dataclass(frozen=True, slots=True)
class _Site:
    """The common parts of all pages of a site."""

    number: int
    make: Make
    shared: dict[str, str]
    """Fields of the frames that are the same on all pages."""
    authors: Sequence[str]
    clauses: Sequence[str]


def pages(count: int) -> Iterator[Page]:
    """The first pages, generated one by one; page n does not depend on the count."""
    sites = [_site(number) for number in range(SITES)]
    for number in range(count):
        site = sites[number % SITES]
        html = _html(site, number // SITES)
        yield Page(html.encode(), url=f"https://{site.shared['site']}.example{_address(number)}")


def copies(count: int) -> Iterator[tuple[str, str]]:
    """The URLs of pages that repeat an article, each with the URL of the original."""
    hosts = [f"https://{_site(number).shared['site']}.example" for number in range(SITES)]
    for page in range(count):
        site, number = page % SITES, page // SITES
        original = _original(number, Random(f"page {site} {number}"))
        if number != original and not _is_index(number) and not _is_index(original):
            urls = (hosts[site] + _address(site + SITES * one) for one in (number, original))
            yield next(urls), next(urls)


def _site(number: int) -> _Site:
    random, make = Random(f"site {number}"), MAKES[number]
    titles = [_phrase(random, make, 2) for _ in range(16)]
    links = [make.link.format(href=f"/{n}/", title=t, note=n) for n, t in enumerate(titles)]
    name = random.choice(_WORDS)
    end = "".join(f"<p>{_phrase(random, make, 5)}</p>\n" for _ in range(4))
    return _Site(
        number=number,
        make=make,
        shared={
            "site": name,
            "language": "ja" if make.east else "en",
            "menu": "".join(links[:10]),
            "popular": "".join(links[10:]),
            "end": f"{end}<p>© {name} {_phrase(random, make, 4)}</p>",
        },
        authors=[_phrase(random, make, 2).title() for _ in range(25)],
        clauses=_clauses(east=make.east),
    )


@cache
def _clauses(*, east: bool) -> list[str]:
    """Parts of sentences, some with inline markup."""
    random = Random(f"clauses {east}")
    join, words = ("", _KANA) if east else (" ", _WORDS)
    clauses = [join.join(random.choices(words, k=random.randint(4, 8))) for _ in range(_CLAUSES)]
    for n in range(0, _CLAUSES, 50):
        clauses[n] = f"<a href='/{n}.html'>{clauses[n]}</a>"
        clauses[n + 1] = f"<em>{clauses[n + 1]}</em>"
        clauses[n + 2] = f"<strong>{clauses[n + 2]}</strong>"
    return clauses


def _html(site: _Site, number: int) -> str:
    random = Random(f"page {site.number} {number}")
    if _is_index(number):
        return _index(site, number, random)
    original = _original(number, random)
    body = _body(site, Random(f"body {site.number} {original}"))
    if number != original:
        body[len(body) // 2] = f"<p>{_phrase(random, site.make, 20)}</p>\n"
    return site.make.article.format(
        title=_title(site.number, original),
        date=_date(site.make, random),
        author=random.choice(site.authors),
        body="".join(body),
        related=_related(site, number, random),
        **site.shared,
    )


def _is_index(number: int) -> bool:
    return number % _EVERY_INDEX == _EVERY_INDEX - 1


def _original(number: int, random: Random) -> int:
    """The number of the page whose article a page has: its own or a recent one."""
    copied = number % _EVERY_COPY == _EVERY_COPY - 1
    return number - random.randint(1, _EVERY_COPY - 1) if copied else number


def _index(site: _Site, number: int, random: Random) -> str:
    entries = [
        site.make.entry.format(
            href=_address(site.number + SITES * n),
            title=_title(site.number, n),
            date=_date(site.make, random),
            text=" ".join(random.choices(site.clauses, k=4)),
        )
        for n in range(max(0, number - _EVERY_INDEX), number)
    ]
    title = _phrase(random, site.make, 2)
    return site.make.index.format(title=title, body="".join(entries), **site.shared)


def _body(site: _Site, random: Random) -> list[str]:
    """The parts of an article: seven paragraphs of ten, a list of two items, a heading."""
    count = random.choice(_BODY)
    join = "、" if site.make.east else ", "
    clauses = iter(random.choices(site.clauses, k=6 * count))
    parts: list[str] = []
    for part in range(count):
        place = part % 10
        tag = "h3" if place == 0 else "li" if place in (5, 6) else "p"
        said = join.join(islice(clauses, 2 if tag != "p" else 3 + (part * count) % 5))
        html = f"<{tag}>{said}</{tag}>\n"
        parts.append(f"<ul>{html}" if place == 5 else f"{html}</ul>\n" if place == 6 else html)
    return parts


def _related(site: _Site, number: int, random: Random) -> str:
    """Links to articles among the last sixty of the site."""
    others = [max(0, number - random.randint(1, 60)) for _ in range(6)]
    return "".join(
        site.make.link.format(
            href=_address(site.number + SITES * other),
            title=_title(site.number, other),
            note=random.randint(0, 40),
        )
        for other in others
    )


def _address(number: int) -> str:
    return f"/{number // 1000}/{number}.html"


@lru_cache(maxsize=4096)
def _title(site: int, number: int) -> str:
    return _phrase(Random(f"title {site} {number}"), MAKES[site], 6).capitalize()


def _date(make: Make, random: Random) -> str:
    month = random.randrange(len(_MONTHS))
    return make.date.format(
        day=random.randint(1, 28),
        month=_MONTHS[month],
        number=month + 1,
        year=random.randint(2019, 2024),
    )


def _phrase(random: Random, make: Make, words: int) -> str:
    if make.east:
        return "".join(random.choices(_KANA, k=words))
    return " ".join(random.choices(_WORDS, k=words))
