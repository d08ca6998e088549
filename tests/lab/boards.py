"""Notice boards, cards, diaries and articles from which feed weights are learnt."""

from __future__ import annotations

from typing import Any

from honbun.evaluation.truth.lists import ListPage, TrueItem, title_digest
from honbun.page import Page
from lab.train.feeds import Lesson, origin

_THINGS = (
    "bridge library harbour market school river museum station theatre garden orchard mill".split()
)
_EVENTS = (
    "opens again after the long winter",
    "asks for volunteers this summer",
    "has a new keeper from the coast",
    "is closed while the roof is mended",
    "shows what the children painted",
)
_MENU = "".join(f"<li><a href='/{name}/'>{name.title()}</a></li>" for name in _THINGS[:6])
_FRAME = "<title>{site}</title><nav><ul>" + _MENU + "</ul></nav><main>{main}</main>"
_FRAME += "<footer><a href='/imprint'>Imprint</a> <a href='/contact'>Contact</a></footer>"
_PROSE = "The {thing} of the town has stood by the water for longer than anybody can tell. " * 4
_SHOWN = {
    "b": "<li><a href='{link}'>{title}</a> <span>{day}</span></li>",
    "e": "<div class=card><h3><a href='{link}'>{title}</a></h3><p>{day}: {prose}</p></div>",
    "d": "<article><h2><a href='{link}'>{title}</a></h2><time>{day}</time><p>{prose}</p></article>",
}


def url(kind: str, number: int) -> str:
    return f"https://{kind}{number}.example/news/"


def item_records(kind: str, number: int) -> list[dict[str, Any]]:
    """The items of a board; pages of kind l have none."""
    if kind not in _SHOWN:
        return []
    return [
        {
            "title": f"The {_THINGS[(number * 5 + at) % 12]} {_EVENTS[(number + at * 2) % 5]}",
            "link": f"{url(kind, number)}the-{_THINGS[(number * 5 + at) % 12]}-{at}-{number}",
            "published": f"2021-{1 + number % 12:02}-{28 - at:02}",
        }
        for at in range(5 + number % 4)
    ]


def html(kind: str, number: int) -> str:
    """A board with a menu, or an article if it has no items."""
    thing = _THINGS[number % 12]
    items = item_records(kind, number)
    shown = [
        _SHOWN[kind].format(
            title=item["title"],
            link=item["link"],
            day=item["published"],
            prose=_PROSE.format(thing=thing)[: 80 + 40 * (at % 3)],
        )
        for at, item in enumerate(items)
    ]
    main = "".join(shown) or f"<h1>{thing}</h1>" + f"<p>{_PROSE.format(thing=thing)}</p>" * 6
    return _FRAME.format(site=f"{kind}{number}", main=f"<ul>{main}</ul>" if kind == "b" else main)


def board(kind: str, number: int, language: str = "en") -> ListPage:
    """One board with its truth."""
    name = f"{kind}{number}"
    page = Page(html(kind, number), url=url(kind, number), source=f"{name}.html")
    items = [
        TrueItem(each["title"], title_digest(each["title"]), each["link"], each["published"])
        for each in item_records(kind, number)
    ]
    return ListPage(page, name, kind, language, tuple(items))


def lesson(kind: str, number: int, weight: float = 1.0, language: str = "en") -> Lesson:
    """One board as a training page."""
    true = board(kind, number, language)
    group = "list pages" if true.items else "pages without a list"
    return Lesson(true.page, origin(true.page, kind, language), group, true.items, weight)
