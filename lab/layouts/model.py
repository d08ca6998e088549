"""Site, Article and View: what is known when a page is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from lab.layouts.names import Names
from lab.layouts.node import Hand, Node, el
from lab.layouts.words import Dice, Writer

if TYPE_CHECKING:
    from datetime import date
    from random import Random

_SEMANTIC = {
    "head": "header",
    "menu": "nav",
    "main": "main",
    "article": "article",
    "side": "aside",
    "foot": "footer",
    "box": "section",
    "related": "section",
    "figure": "figure",
    "caption": "figcaption",
    "date": "time",
    "comments": "section",
    "crumbs": "nav",
    "comment": "article",
    "ad": "aside",
}
_INLINE = ("date", "author", "price")


class Part(NamedTuple):
    """A part of a text: a paragraph, heading, list, quotation, figure, table or code."""

    kind: str
    text: str = ""
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class Article:
    """What a page is about."""

    title: str
    author: str
    day: date
    path: str
    section: str
    teaser: str
    parts: tuple[Part, ...]
    seed: str


@dataclass(frozen=True)
class Site:
    """One invented site: all its pages are written by the same throws of the dice."""

    dice: Dice
    language: str
    kind: str
    """What its pages hold: news, mails, products, ..."""
    frame: str
    name: str
    host: str
    hand: Hand
    encoding: str
    articles: list[Article] = field(default_factory=list)

    @cached_property
    def names(self) -> Names:
        style = self.dice.choice("naming", STYLES_BY_FRAME.get(self.frame, ANY_STYLE))
        return Names(style, self.dice)

    @property
    def tables(self) -> bool:
        """Written in the way of 2000: tables, fonts and breaks."""
        return self.frame in ("tables", "nested", "plain")

    def writer(self, rng: Random, **known: str) -> Writer:
        polite = self.kind in ("blog", "notice", "product", "recipe", "thread", "question", "mail")
        return Writer(self.language, rng, {"site": self.name, "host": self.host, **known}, polite)

    def fixed(self, key: str) -> Writer:
        """A writer that says the same on every page."""
        return self.writer(self.dice.of(f"text {key}"))

    def tag(self, concept: str, key: str = "") -> str:
        plain = (
            "span" if concept in _INLINE and not self.dice.chance(f"row {concept}", 0.3) else "div"
        )
        if self.frame in ("modern", "amp", "press") and concept in _SEMANTIC:
            return _SEMANTIC[concept] if self.dice.chance(f"tag {concept} {key}", 0.8) else plain
        if self.frame in ("floats", "soup") and concept in ("figure", "caption", "article", "menu"):
            return _SEMANTIC[concept] if self.dice.chance(f"tag {concept} {key}", 0.2) else plain
        return plain

    def box(
        self, concept: str, *children: object, key: str = "", role: str = "", tag: str = ""
    ) -> Node:
        """An element for a part of the page, as this site writes and names it."""
        chosen = tag or self.tag(concept, key)
        return el(chosen, *children, role=role, **self.names.attributes(concept, key))

    def line(self, key: str, *children: object) -> Node:
        """A line of furniture: a paragraph here, something else on another site."""
        tags = "p p p font center small div" if self.tables else "p p p p div div span small li"
        tag = self.dice.choice(f"line {key}", tags.split())
        if tag in ("font", "small"):
            return el("p", el(tag, *children))
        return el("div", el(tag, *children)) if tag == "span" else el(tag, *children)

    def wrapped(self, node: Node, key: str) -> Node:
        """The element inside as many others as the site is used to."""
        most = {"soup": 7, "app": 4, "floats": 2, "modern": 2}.get(self.frame, 1)
        for level in range(self.dice.number(f"wrap {key}", 0, most)):
            node = self.box("wrap", node, key=f"{key}{level}")
        return node

    def link(self, text: str, path: str, **attributes: str) -> Node:
        absolute = self.dice.chance("absolute links", 0.3)
        return el("a", text, href=f"http://{self.host}{path}" if absolute else path, **attributes)


ANY_STYLE = (
    "words words words bem prefix camel hashed utilities none local swapped number looks".split()
)
STYLES_BY_FRAME = {
    "tables": "none none none words looks local number".split(),
    "nested": "none none words looks local number".split(),
    "plain": ["none", "none", "words"],
    "app": "hashed hashed utilities bem".split(),
}


@dataclass(frozen=True)
class View:
    """One page in the making."""

    site: Site
    article: Article
    rng: Random
    """Throws that differ from page to page."""
    bare: bool = False
    """The version for printing: no furniture."""

    @cached_property
    def writer(self) -> Writer:
        return self.site.writer(self.rng, title=self.article.title)

    def others(self, count: int, key: str = "") -> list[Article]:
        """Other articles of the site; with a key the same ones on every page."""
        rng = self.site.dice.of(key) if key else self.rng
        pool = self.site.articles
        found = rng.sample(pool, min(count + 1, len(pool)))
        return [one for one in found if key or one is not self.article][:count]
