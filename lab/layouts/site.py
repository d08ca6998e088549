"""Sites: what is drawn for each, and its pages."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from lab.layouts import texts
from lab.layouts.contents import TYPES, content
from lab.layouts.frames import FRAMES, frame
from lab.layouts.model import Site, View
from lab.layouts.node import Hand, Node, el
from lab.layouts.words import LANGUAGES, Dice, bank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lab.layouts.model import Article

KINDS = (
    "news news news news news news news blog blog blog press brief brief notice notice event wiki "
    "docs docs mail product product cards portal thread thread question recipe links lines live "
    "interview stream gallery data"
).split()
_SYLLABLES = "ka no ri ta mo be lu san tor vel mi ne do shi ra gen pol ost".split()
_HOSTS = ("www.", "", "news.", "blog.")
STUBS = 25
"""Articles of a site that have no page here, but are named in its lists."""
_OLD = {
    "ja": ("shift_jis", "euc_jp"),
    "zh": ("gb18030",),
    "ru": ("cp1251", "koi8_r"),
    "ko": ("euc_kr",),
    "pl": ("iso8859_2",),
    "el": ("iso8859_7",),
}


@dataclass(frozen=True)
class Drawn:
    """A page before it is written."""

    site: Site
    article: Article
    kind: str
    root: Node
    """The body."""


def draw(seed: int, number: int, size: int) -> Site:
    """A site with so many pages; its lists name more."""
    dice = Dice(f"{seed}/{number}")
    language = dice.choice("language", _languages())
    name = "".join(dice.of("name").choices(_SYLLABLES, k=3)).title()
    frame_name = dice.choice("frame", FRAMES)
    local = bank(language)["place"]
    site = Site(
        dice=dice,
        language=language,
        kind=dice.choice("kind", KINDS),
        frame=frame_name,
        name=dice.choice(
            "site name",
            (name, f"{dice.choice('town', local)[0]} {name}", f"{name} News", name.upper()),
        ),
        host=f"{dice.choice('www', _HOSTS)}{name.lower()}{seed}x{number}.example",
        hand=_hand(dice, frame_name),
        encoding=_encoding(dice, language, frame_name),
    )
    site.articles.extend(texts.article(site, at) for at in range(size))
    site.articles.extend(texts.stub(site, site.dice.of(f"stub {at}"), at) for at in range(STUBS))
    return site


def _languages() -> list[str]:
    """More than a third Japanese, and English more often than the rest."""
    return ["ja"] * 7 + ["en"] * 5 + list(LANGUAGES)


def _hand(dice: Dice, frame_name: str) -> Hand:
    old = frame_name in ("tables", "nested", "plain")
    return Hand(
        upper=old and dice.chance("upper", 0.5),
        unclosed=old and dice.chance("unclosed", 0.4),
        bare=old and dice.chance("bare", 0.4),
        gap="" if frame_name == "app" else dice.choice("gap", ("\n", "\n  ", "\n\t", "", "\n\n")),
    )


def _encoding(dice: Dice, language: str, frame_name: str) -> str:
    old = frame_name in ("tables", "nested", "plain", "floats")
    if old and language in _OLD and dice.chance("encoding", 0.6):
        return dice.choice("which encoding", _OLD[language])
    return "utf-8"


def pages(site: Site, count: int) -> Iterator[Drawn]:
    """The pages of a site: mostly of its kind, some lists, now and then a version for printing."""
    lists = site.dice.chance("lists", 0.4) and count > 3
    for number in range(count):
        article = site.articles[number]
        kind = site.kind
        if lists and number in (0, 1):
            kind = "portal" if number == 0 and site.dice.chance("front", 0.5) else "cards"
            article = replace(
                article,
                title=site.fixed(f"list {number}").say("section"),
                path=f"/list/{number}",
                author="",
            )
        rng = Random(article.seed)
        printed = kind == site.kind and site.dice.chance("prints", 0.12) and number % 5 == 4
        if printed:  # of the page before, at its own address
            article = site.articles[number - 1]
            article = replace(
                article, path=f"{article.path}{'&' if '?' in article.path else '?'}print=1"
            )
        view = View(site, article, rng, printed)
        yield Drawn(site, article, kind, frame(view, content(view, kind), kind))


def document(drawn: Drawn) -> Node:
    """The page with its head."""
    site, title = drawn.site, drawn.article.title
    form = site.dice.choice(
        "title form", ("{t}", "{t} | {s}", "{t} - {s}", "{s}: {t}", "{s}", "{t}：{s}")
    )
    declared = form.format(t=title, s=site.name)
    metas = [
        el("meta", property=f"og:{key}", content=value)
        for key, value in (("title", title), ("type", "article"), ("site_name", site.name))
    ]
    described = el("meta", name="description", content=drawn.article.teaser)
    head = el(
        "head",
        el(
            "meta",
            http_equiv="Content-Type",
            content=f"text/html; charset={_charset(site.encoding)}",
        ),
        el("title", declared),
        metas if not site.tables and site.dice.chance("og", 0.7) else None,
        described if site.dice.chance("described", 0.5) else None,
        el("script", _structured(drawn), type_="application/ld+json")
        if site.dice.chance("json", 0.25) and not site.tables
        else None,
        el("style", "body { margin: 0 }") if site.dice.chance("style", 0.5) else None,
    )
    return el("html", head, drawn.root, lang=site.language if site.dice.chance("lang", 0.6) else "")


def _structured(drawn: Drawn) -> str:
    article = drawn.article
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle" if page_type(drawn.kind) == "article" else "WebPage",
        "headline": article.title,
        "datePublished": article.day.isoformat(),
        "author": {"@type": "Person", "name": article.author},
    }
    return json.dumps(data)


def _charset(encoding: str) -> str:
    return {
        "shift_jis": "Shift_JIS",
        "euc_jp": "EUC-JP",
        "cp1251": "windows-1251",
        "koi8_r": "koi8-r",
        "euc_kr": "euc-kr",
        "iso8859_2": "iso-8859-2",
        "iso8859_7": "iso-8859-7",
    }.get(encoding, encoding)


def page_type(kind: str) -> str:
    return TYPES.get(kind, "article")
