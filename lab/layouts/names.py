"""Names of classes and ids: what a site calls the parts of its pages, well or badly."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.layouts.words import Dice

WORDS = {
    "page": "page wrapper container site wrap outer all frame base",
    "head": "header head masthead top banner site-header hd gheader topbar",
    "logo": "logo brand site-title sitename home-link mark",
    "menu": "nav menu navigation gnav main-menu navbar links tabs globalnav topics channel",
    "main": "main content primary main-content contents left-column col-main article-area body",
    "article": "article post entry story hentry news-detail single item node detail",
    "title": "title headline entry-title post-title article-title ttl heading subject h1",
    "meta": "meta byline info post-meta article-info data credits details",
    "date": "date time published pubdate posted day timestamp datetime",
    "author": "author writer by vcard reporter byline-name name user",
    "body": "body text entry-content article-body post-body story-text content rich-text wysiwyg",
    "para": "p text paragraph txt copy line normal",
    "figure": "figure image photo picture media img-box thumb pic",
    "caption": "caption cap photo-caption legend img-text cutline",
    "credit": "credit source agency photo-credit copyright provider",
    "side": "sidebar side secondary aside right rail sub col-side widget-area",
    "box": "widget box module block panel section unit teaser-box card-list",
    "boxhead": "widget-title box-title hd heading section-title label ttl",
    "list": "list items listing links entries news-list ul",
    "item": "item entry teaser card list-item row news-item article link",
    "teaser": "excerpt summary teaser lead description txt snippet intro",
    "foot": "footer foot bottom site-footer colophon ft gfooter",
    "share": "share social sns tools buttons share-bar bookmark",
    "related": "related more read-next recommend also related-posts linklist",
    "comments": "comments discussion responses feedback comment-list thread",
    "comment": "comment reply post message response item",
    "tags": "tags keywords categories topics labels cats",
    "crumbs": "breadcrumbs crumb path topicpath pankuzu location trail",
    "ad": "ad ads banner sponsor promo pr adslot commercial",
    "notice": "notice note info message disclaimer box attention",
    "price": "price cost amount money value",
    "code": "highlight code source listing codehilite example",
    "wrap": "inner wrap container row clearfix box holder cell block region pane view",
}
_LOCAL = {
    "main": "honbun inhalt contenido treść centro naiyou glavnaya corps",
    "article": "kiji artikel noticia statya artykul nouvelle shousai",
    "title": "midashi titel titulo zagolovok tytul titre kenmei",
    "body": "honbun text cuerpo tekst texte bunsho",
    "menu": "navi menue menyu barra global-navi rubriki",
    "side": "migi spalte lateral bokovik kolumna sidenavi",
    "related": "kanren mehr relacionadas po-teme powiazane voir-aussi",
    "date": "hizuke datum fecha data nichiji",
    "foot": "fuss pie podval stopka copyright-navi",
    "box": "kakomi kasten caja blok bloc waku",
    "list": "ichiran liste lista spisok",
    "caption": "setsumei bildtext leyenda podpis",
}
_UTILITIES = (
    "flex grid block hidden md:block px-4 py-2 mt-6 mb-8 mx-auto max-w-3xl text-lg text-sm "
    "font-bold text-gray-700 leading-7 space-y-4 gap-6 lg:col-span-2 rounded-xl border bg-white "
    "shadow w-full items-center justify-between tracking-tight sticky top-0 relative"
).split()
_LOOKS = (
    "left right clearfix mt10 mb20 f14 w640 fl fr cl pd5 bold red small gray center line1 bg02"
).split()


@dataclass(frozen=True)
class Names:
    """The names that a site gives; the same part has the same name on all its pages."""

    style: str
    dice: Dice

    def attributes(self, concept: str, key: str = "") -> dict[str, str]:
        """Class or id of a part; `key` tells parts of one concept apart."""
        name = self._name(concept, key)
        if not name:
            return {}
        single = concept in ("page", "head", "main", "side", "foot", "menu", "logo")
        if single and self.dice.chance(f"id {concept} {key}", 0.35) and " " not in name:
            return {"id": name}
        return {"class_": name}

    def _name(self, concept: str, key: str) -> str:
        ask = f"name {concept} {key}"
        if self.style == "none" or self.dice.chance(f"{ask} unnamed", 0.15):
            return ""
        return self._made(ask) or self._spelt(self._word(concept, ask), ask)

    def _made(self, ask: str) -> str:
        """A name that says nothing of the part, in styles that have such."""
        dice = self.dice
        match self.style:
            case "hashed":
                letters = dice.of(ask).choices(ascii_lowercase + digits, k=6)
                return dice.choice("name hash", ("css-", "sc-", "_", "jsx-")) + "".join(letters)
            case "utilities":
                return " ".join(dice.sample(ask, _UTILITIES, dice.number(ask, 1, 7)))
            case "looks":
                return " ".join(dice.sample(ask, _LOOKS, dice.number(ask, 1, 3)))
            case "number":
                stem = dice.choice("name stem", "box d txt area sec m blk".split())
                return f"{stem}{dice.number(ask, 1, 40)}"
        return ""

    def _spelt(self, word: str, ask: str) -> str:
        """A word in the spelling of the style."""
        dice = self.dice
        match self.style:
            case "bem":
                block = dice.choice("name block", "c o article news site p-page l".split())
                return f"{block}__{word}" if dice.chance(ask, 0.8) else f"{word}--{block}"
            case "prefix":
                return dice.choice("name prefix", "td- l- c- wp- mod_ js- n_ x-".split()) + word
            case "camel":
                first, *rest = word.split("-")
                return first + "".join(part.title() for part in rest)
        return word

    def _word(self, concept: str, ask: str) -> str:
        if self.style == "swapped" and self.dice.chance(f"{ask} swap", 0.5):
            concept = self.dice.choice(f"{ask} as", sorted(WORDS))
        if self.style == "local" and concept in _LOCAL:
            return self.dice.choice(ask, _LOCAL[concept].split())
        word = self.dice.choice(ask, WORDS[concept].split())
        if self.dice.chance(f"{ask} more", 0.2):
            word += "-" + self.dice.choice(f"{ask} second", WORDS["wrap"].split())
        return word
