"""Pages of made-up sites, as many as wanted, always the same ones.

A page has about a hundred blocks in the proportions of a magazine's: a header, a menu, two lists
beside the article, the article itself, related links and a footer. Whatever stands around articles
on real sites stands here too: lists that are the same everywhere, lists that move on every few
pages, titles of other articles, dates and counts that come again by chance, and links to other
articles inside one block.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from honbun import Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SITES = 6
"""Fixed, so that a site grows with the collection: the hard case for comparing its blocks."""

_WORDS = ["".join(parts) for parts in product(("ka", "lo", "mi", "ren", "sto", "ve"), repeat=4)]
_MONTHS = "January February March April May June July August".split()


@dataclass(frozen=True, slots=True)
class _Site:
    """What all pages of a site share."""

    number: int
    name: str
    top: str
    """Header and menu."""
    bottom: str
    authors: Sequence[str]
    topics: Sequence[str]
    wrap: bool
    """The source breaks its paragraphs into lines, as hand-written pages do."""
    wrapper: str
    """What paragraphs stand in: some sites nest deeply."""


def pages(count: int) -> Iterator[Page]:
    """The first so many pages, made one by one: page n is the same whatever the count."""
    sites = [_site(number) for number in range(SITES)]
    for number in range(count):
        site = sites[number % SITES]
        html = _html(site, number, Random(number))
        yield Page(html.encode(), url=f"https://{site.name}.example/{number}.html")


def _site(number: int) -> _Site:
    random = Random(-1 - number)
    menu = "".join(f'<li><a href="/{n}/">{_phrase(random, 2)}</a></li>\n' for n in range(9))
    columns = "".join(
        f"<div><h4>{_phrase(random, 1)}</h4>{_list(_phrase(random, 3) for _ in range(5))}</div>\n"
        for _ in range(3)
    )
    name = random.choice(_WORDS)
    return _Site(
        number=number,
        name=name,
        top=f'<header><div class="brand"><a href="/"><img src="/logo.png" alt="{name}"></a></div>\n'
        f"<nav><ul>{menu}</ul></nav></header>\n",
        bottom=f"<footer>{columns}<p>© {name.title()} {_phrase(random, 8)}</p></footer>\n",
        authors=[_phrase(random, 2).title() for _ in range(25)],
        topics=[_phrase(random, 1) for _ in range(30)],
        wrap=number % 3 == 2,
        wrapper=("section", "div", "main")[number % 3],
    )


def _html(site: _Site, number: int, random: Random) -> str:
    title = _title(number)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} | {site.name}'
        f'</title><meta property="og:site_name" content="{site.name}"><style>p {{ margin: 1em }}'
        f"</style></head>\n<body>{site.top}<div id=page>\n{_article(site, title, number, random)}"
        f"{_beside(site, number, random)}</div>\n{site.bottom}</body></html>\n"
    )


def _article(site: _Site, title: str, number: int, random: Random) -> str:
    date = f"{random.randint(1, 28)} {random.choice(_MONTHS)} {random.randint(2019, 2024)}"
    topics = ", ".join(f"<a>{topic}</a>" for topic in random.sample(site.topics, 4))
    also = ", ".join(f"<a>{_earlier(number, random)}</a>" for _ in range(random.randint(2, 7)))
    return (
        f"<{site.wrapper}><article><h1>{title}</h1>\n"
        f"<div class=meta>by <a>{random.choice(site.authors)}</a> <time>{date}</time></div>\n"
        f"{_body(site, random)}"
        f"<figure><img src='{number}.jpg' alt='{_phrase(random, 5)}'>"
        f"<figcaption>{_phrase(random, 9)}</figcaption></figure>\n{_body(site, random)}"
        f"<table>{''.join(_row(random) for _ in range(3))}</table>\n"
        f"<p>{topics}</p>\n<p>See also {also}</p></article></{site.wrapper}>\n"
    )


def _body(site: _Site, random: Random) -> str:
    paragraphs = "".join(f"<p>{_paragraph(site, random)}</p>\n" for _ in range(6))
    items = _list(_phrase(random, random.randint(4, 12)) for _ in range(3))
    return f"<h2>{_phrase(random, 4)}</h2>\n{paragraphs}{items}"


def _paragraph(site: _Site, random: Random) -> str:
    words = random.choices(_WORDS, k=random.randint(20, 90))
    for tag in random.choices(("a", "em", "strong"), k=random.randint(0, 3)):
        place = random.randrange(len(words))
        words[place] = f"<{tag}>{words[place]}</{tag}>"
    if site.wrap:
        words[9::10] = [f"{word}\n" for word in words[9::10]]
    return " ".join(words)


def _row(random: Random) -> str:
    return f"<tr><td>{_phrase(random, 1)}</td><td>{random.randint(0, 99)}</td></tr>"


def _beside(site: _Site, number: int, random: Random) -> str:
    issue = number - number % (20 * SITES) + site.number  # the same for twenty pages of a site
    latest = _list(f"<a>{_title(max(0, issue - SITES * n))}</a>" for n in range(8))
    popular = _list(f"<a>{_title(site.number + SITES * n)}</a>" for n in range(6))
    related = _list(
        f"<a>{_earlier(number, random)}</a> <span>{random.randint(0, 40)} comments</span>"
        for _ in range(6)
    )
    return (
        f"<aside><h3>Latest</h3>{latest}<h3>Popular</h3>{popular}</aside>\n"
        f"<section class=related><h3>Related</h3>{related}</section>\n"
    )


def _earlier(number: int, random: Random) -> str:
    """The title of an article that the site had within its last sixty."""
    return _title(max(number % SITES, number - SITES * random.randint(1, 60)))


@lru_cache(maxsize=4096)
def _title(number: int) -> str:
    return _phrase(Random(~number ^ 0x5EED), 6).capitalize()


def _list(items: Iterator[str]) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>\n" for item in items) + "</ul>\n"


def _phrase(random: Random, words: int) -> str:
    return " ".join(random.choices(_WORDS, k=words))
