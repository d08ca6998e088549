"""Parts of the content as a site writes them: titles, dates, paragraphs, figures, tables, code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lab.layouts.node import INLINE, Node, el, flat
from lab.layouts.words import UNSPACED, fill, forms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.layouts.model import Article, Part, Site, View

NONE = "none"
LOOSE = "loose"
"""Stands for text without an element of its own; `frames.settled` resolves it."""
_EMPHASIS = ("a", "a", "a", "b", "em", "strong", "span")


def spacer(site: Site) -> Node:
    size = str(site.dice.number("spacer", 1, 20))
    return el("img", src="/img/spacer.gif", width=size, height="1", alt="")


def picture(site: Site, key: str, alt: str = "") -> Node:
    if site.frame == "amp":
        return el("amp-img", src=f"/img/{key}.jpg", width="640", height="400")
    return el("img", src=f"/img/{key}.jpg", alt=alt or " ")


def title(view: View, linked: bool = False) -> Node:
    """The title of the page."""
    site, text = view.site, view.article.title
    tag = site.dice.choice("title tag", _title_tags(site))
    inner: object = site.link(text, view.article.path) if linked else text
    if tag in ("font", "b"):
        size = str(site.dice.number("title size", 3, 6))
        node = el("font", el("b", inner), size=size) if tag == "font" else el("b", inner)
        return el(site.dice.choice("title row", ("p", "div", "center")), node, role="title")
    return site.box("title", inner, tag=tag, role="title")


def _title_tags(site: Site) -> list[str]:
    if site.tables:
        return "font font b h1 h2 h3 div".split()
    return "h1 h1 h1 h1 h2 h2 h3 div p".split()


def date_text(view: View) -> str:
    site = view.site
    form = site.dice.choice("date form", forms(site.language, "dateform"))
    label = site.dice.choice("date label", forms(site.language, "posted"))
    return fill(label, {"date": view.writer.day(view.article.day, form)}, view.writer)


def date_line(view: View) -> Node:
    return view.site.box("date", date_text(view), role="date")


def author_line(view: View) -> Node:
    site, article = view.site, view.article
    form = site.dice.choice("byline", forms(site.language, "byline"))
    text = fill(form, {"author": article.author}, view.writer)
    if site.dice.chance("author link", 0.3):
        return site.box("author", site.link(text, f"/author/{len(article.author)}"), role="author")
    return site.box("author", text, role="author")


def meta(view: View, extra: Sequence[object] = ()) -> Node | None:
    """The line with date, author and other data, as far as the site shows them."""
    site, dice = view.site, view.site.dice
    shown: list[object] = []
    if dice.chance("has date", 0.85):
        shown.append(date_line(view))
    if dice.chance("has author", 0.6) and view.article.author:
        shown.append(author_line(view))
    if dice.chance("meta turned", 0.3):
        shown.reverse()
    if dice.chance("meta section", 0.25):
        shown.append(site.link(view.article.section, "/section/1"))
    if dice.chance("meta count", 0.15):
        shown.append(view.writer.say("commentshead"))
    shown += extra
    gap = dice.choice("meta gap", (" ", " | ", " · ", " / ", "　", " - "))
    joined = flat((one, gap) for one in shown)[:-1]
    return site.box("meta", *joined) if shown else None


def inline(view: View, text: str, rate: float = 1.0) -> list[Node | str]:
    """A text with a link or an emphasis in it, now and then."""
    if view.rng.random() > rate * view.site.dice.choice("link rate", (0, 0.1, 0.2, 0.5)):
        return [text]
    length = len(text)
    start = view.rng.randint(0, length // 2)
    if view.site.language not in UNSPACED:
        start = text.find(" ", start) + 1
    stop = start + view.rng.randint(3, 24)
    if view.site.language not in UNSPACED:
        stop = text.find(" ", stop)
    if not start < stop < length:
        return [text]
    tag = view.rng.choice(_EMPHASIS)
    path = view.rng.choice(view.site.articles).path
    inside = el(tag, text[start:stop], href=path if tag == "a" else "")
    return [text[:start], inside, text[stop:]]


def body(view: View, between: Sequence[Node] = ()) -> list[Node]:
    """The parts of the article in the site's style, with furniture between them.

    Where paragraphs are separated by line breaks only, all are in one element.
    """
    site, dice = view.site, view.site.dice
    style = dice.choice("paragraphs", _paragraph_styles(site))
    parts = view.article.parts
    places = dict(zip(dice.sample("between", range(1, 9), len(between)), between))
    found: list[Node | str] = []
    for at, part in enumerate(parts):
        node = _part(view, part, style)
        if part.kind == "p" and style == "br":
            found += [*node, el("br"), el("br")]
        else:
            found += node
        if at + 1 in places and at + 2 < len(parts):
            found.append(places[at + 1])
    found = _closed(view, found)
    if style == "br" and dice.chance("loose", 0.5):
        return [el(LOOSE, *found)]
    if style == "br":
        # A paragraph ends where a block begins: text after it would be outside.
        plain = all(isinstance(one, str) or one.tag in INLINE for one in found)
        tag = dice.choice("loose in", ("div", "p")) if plain else "div"
        return [site.box("body", *found, role="body", tag=tag)]
    blocks = [node for node in found if isinstance(node, Node)]
    if dice.chance("sections", 0.12):
        blocks = _sectioned(site, blocks)
    if dice.chance("body box", 0.75):
        return [site.wrapped(site.box("body", *blocks), "body")]
    return blocks


def _closed(view: View, found: list[Node | str]) -> list[Node | str]:
    """The date or the agency at the end of the last line, where newspapers have it."""
    site = view.site
    form = site.dice.choice("closed by", ("", "", "", "", "", "date", "source"))
    if not form or not found:
        return found
    text = (
        f"（{date_text(view)}）" if form == "date" else site.fixed("closing source").say("source")
    )
    role = "date" if form == "date" else "credit"
    tag = site.dice.choice("closing tag", ("span", "small", "b", "i"))
    last = found[-1]
    if isinstance(last, Node) and last.tag == "p":
        return [
            *found[:-1],
            replace(last, children=(*last.children, " ", el(tag, text, role=role))),
        ]
    return [*found, el(tag, text, role=role)]


def _sectioned(site: Site, blocks: list[Node]) -> list[Node]:
    """A section for every heading."""
    groups: list[list[Node]] = [[]]
    for block in blocks:
        if block.tag in ("h2", "h3", "h4"):
            groups.append([])
        groups[-1].append(block)
    return [site.box("wrap", *group, key="section") for group in groups if group]


def _paragraph_styles(site: Site) -> list[str]:
    if site.tables:
        return "br br br p p div font".split()
    return "p p p p p p div br span".split()


def _part(view: View, part: Part, style: str) -> Sequence[Node | str]:
    if part.kind == "p":
        return _paragraph(view, part.text, style)
    if part.kind == "credit":
        tag = "span" if style == "br" else view.site.dice.choice("credit line", ("p", "div"))
        return [view.site.box("credit", part.text, role="credit", tag=tag)]
    if part.kind == "quote":
        return [el("blockquote", el("p", part.text), role="body")]
    if part.kind in ("ul", "ol"):
        rows = (el("li", *inline(view, text)) for text in part.items)
        return [el(part.kind, *rows, role="body")]
    makers = {"h": _heading, "figure": figure, "table": table, "code": code}
    return [makers[part.kind](view, part)]


def _heading(view: View, part: Part) -> Node:
    site = view.site
    tags = ("b", "h3", "p") if site.tables else ("h2", "h3", "h4", "p", "div")
    tag = site.dice.choice("heading", tags)
    if tag in ("b", "p", "div"):
        return el("div" if tag == "div" else "p", el("b", part.text), role="body")
    return el(tag, part.text, role="body")


def _paragraph(view: View, text: str, style: str) -> list[Node | str]:
    site = view.site
    if site.language == "ja" and site.dice.chance("indent", 0.6):
        text = "　" + text
    inner = inline(view, text)
    match style:
        case "br":
            return list(inner)
        case "p":
            named = site.names.attributes("para") if site.dice.chance("named p", 0.2) else {}
            return [el("p", *inner, role="body", **named)]
        case "font":
            return [el("p", el("font", *inner, size="2", face="Arial"), role="body")]
        case "span":
            return [site.box("para", el("span", *inner), role="body")]
    return [site.box("para", *inner, role="body", tag="div")]


def figure(view: View, part: Part) -> Node:
    """A picture with its caption, and its credit in it or beside it."""
    site, dice = view.site, view.site.dice
    caption = site.box("caption", part.text, role="caption") if part.text else None
    credit = None
    if part.items and dice.chance("credit apart", 0.5):
        credit = site.box(
            "credit",
            part.items[0],
            role="credit",
            tag=dice.choice("credit tag", ("span", "div", "small")),
        )
    image: object = picture(site, part.kind + str(len(part.text)), part.text)
    if dice.chance("zoom", 0.3):
        image = el("a", image, href="/photo/1")
    if site.tables:
        rows = [el("tr", el("td", one)) for one in (image, caption, credit) if one]
        return el(
            "table", *rows, align=dice.choice("figure side", ("right", "left")), role="figure"
        )
    more = (
        el("a", view.site.fixed("zoom").say("more"), href="/photo/1", role=NONE)
        if dice.chance("zoom text", 0.12)
        else None
    )
    return site.box("figure", image, caption, credit, more, role="figure")


def table(view: View, part: Part) -> Node:
    """Rows of two cells, or of more where items hold tabs."""
    lists = view.site.dice.chance("rows as list", 0.3)
    rows = [item.split("\t") for item in part.items]
    if lists and all(len(row) == 2 for row in rows):
        return el("dl", *((el("dt", one), el("dd", two)) for one, two in rows), role="body")
    first = "th" if view.site.dice.chance("header cells", 0.5) else "td"
    cells = [el("tr", el(first, row[0]), *(el("td", one) for one in row[1:])) for row in rows]
    return el("table", *cells, role="body", border="1" if view.site.tables else "")


def code(view: View, part: Part) -> Node:
    """Code, with line numbers beside it that are no content."""
    site, lines = view.site, part.text.split("\n")
    match site.dice.choice("numbers", ("none", "none", "column", "spans", "rows")):
        case "column":
            gutter = el("pre", "\n".join(str(at + 1) for at in range(len(lines))))
            cells = (el("td", gutter, role=NONE), el("td", el("pre", part.text)))
            return site.box("code", el("table", el("tr", *cells)), role="body")
        case "spans":
            rows = [
                (el("span", f"{at + 1} ", role=NONE), f"{line}\n") for at, line in enumerate(lines)
            ]
            return el("pre", el("code", *rows), role="body", **site.names.attributes("code"))
        case "rows":
            cells2 = [
                el("tr", el("td", str(at + 1), role=NONE), el("td", el("code", line)))
                for at, line in enumerate(lines)
            ]
            return site.box("code", el("table", *cells2), role="body")
    return el("pre", el("code", part.text), role="body")


def item(view: View, article: Article, role: str, key: str) -> Node:
    """An article in a list: its title and what else the list shows."""
    site, dice = view.site, view.site.dice
    shows = dice.choice(
        f"{key} shows", ("title", "title", "title", "teaser", "date", "date", "both", "image")
    )
    tag = dice.choice(f"{key} title", ("h2", "h3", "h4", "div", "span", "b", "p"))
    head = el(tag, site.link(article.title, article.path))
    if shows == "title":
        return el("li", site.link(article.title, article.path), role=role)
    form = dice.choice("list dates", forms(site.language, "dateform"))
    children: list[object] = [head]
    if shows in ("date", "both"):
        children.insert(
            dice.number(f"{key} day", 0, 1),
            site.box("date", view.writer.day(article.day, form), key=key),
        )
    if shows in ("teaser", "both"):
        more = site.link(site.fixed(f"{key} more").say("more"), article.path)
        text = [article.teaser, " ", more] if dice.chance(f"{key} more", 0.5) else [article.teaser]
        children.append(
            site.box("teaser", *text, key=key, tag=dice.choice(f"{key} text", ("p", "div", "span")))
        )
    if shows == "image":
        children.insert(0, el("a", picture(site, "t1"), href=article.path))
    return site.box(
        "item",
        *children,
        key=key,
        role=role,
        tag=dice.choice(f"{key} item", ("li", "div", "div", "article")),
    )
