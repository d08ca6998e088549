"""Notice boards, cards, diaries and articles from which feed weights are learnt."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

from honbun.evaluation.truth.lists import ListPage, TrueItem, title_digest
from honbun.page import Page
from lab.train.feeds import Lesson, origin

if TYPE_CHECKING:
    from pathlib import Path

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


def write_lists(folder: Path, *boards: tuple[str, int, str]) -> Path:
    """Write a folder with `lists.json`, with boards by kind, number and language."""
    folder.mkdir(parents=True)
    listed = []
    for kind, number, language in boards:
        file = f"{kind}{number}.html"
        (folder / file).write_text(html(kind, number), encoding="utf-8")
        items = item_records(kind, number)
        page = {"file": file, "url": url(kind, number), "kind": f"{kind} boards"}
        listed.append({**page, "language": language, "items": items})
    (folder / "lists.json").write_text(json.dumps(listed), encoding="utf-8")
    return folder


def write_site(folder: Path, kind: str, number: int, articles: int = 2) -> Path:
    """Write a site with one list page and some articles."""
    site = folder / f"{kind}{number}"
    (site / "pages").mkdir(parents=True)
    (site / "pages" / "list.html").write_text(html(kind, number), encoding="utf-8")
    pages = [{"file": "list.html", "url": url(kind, number), "kind": "list", "style": "excerpt"}]
    for at in range(articles):
        file = f"{at}.html"
        (site / "pages" / file).write_text(html("l", number + at), encoding="utf-8")
        pages.append({"file": file, "url": f"{url(kind, number)}{at}", "kind": "article"})
    known = {"site": site.name, "language": "en", "pages": pages}
    feed = {"list.html": item_records(kind, number)}
    (site / "site.json").write_text(json.dumps({**known, "feed": feed}), encoding="utf-8")
    return folder


def write_wcxb(folder: Path, *types: str) -> Path:
    """Write a folder of WCXB, with an article for each page type."""
    (folder / "html").mkdir(parents=True)
    rows = []
    for number, of_type in enumerate(types):
        file = f"html/{number}.html.gz"
        (folder / file).write_bytes(gzip.compress(html("l", number).encode()))
        row = {"id": str(number), "file": file, "type": of_type, "domain": f"w{number}.example"}
        rows.append({**row, "url": f"https://w{number}.example/a", "main_content": "The mill."})
    lines = "\n".join(map(json.dumps, rows))
    (folder / "truth.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    return folder
