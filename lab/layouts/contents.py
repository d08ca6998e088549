"""Contents: the main part of a page of each kind, with its roles."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING

from lab.layouts import furniture, menus, parts
from lab.layouts.node import Node, el
from lab.layouts.parts import NONE
from lab.layouts.texts import stub
from lab.layouts.words import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lab.layouts.model import Part, View

    Content = Callable[[View], list[Node]]


PRICES = ("${}.00", "{}.90 €", "¥{},000", "£{}.50", "{},800円", "{} zł")


def story(view: View) -> list[Node]:
    """News, weblogs, releases: title, date and author before or after the text, and the text."""
    site, dice = view.site, view.site.dice
    heading = parts.title(view, linked=site.kind == "blog" and dice.chance("title link", 0.5))
    line = parts.meta(view)
    kicker = (
        site.box("tags", view.article.section, key="kicker", role=NONE)
        if dice.chance("kicker", 0.2)
        else None
    )
    deck = (
        el(dice.choice("deck tag", ("p", "h2", "div")), view.article.teaser, role="body")
        if dice.chance("deck", 0.15) and site.kind != "docs"
        else None
    )
    head = [kicker, heading, deck, line]
    if dice.chance("date first", 0.2):
        head = [line, kicker, heading, deck]
    late = dice.chance("date last", 0.18)
    if late:
        head.remove(line)
    if dice.chance("head box", 0.3):
        head = [site.box("head", *head, key="article", tag="div" if site.tables else "")]
    text = parts.body(view, furniture.slot(view, "inside"))
    rule = el("hr") if site.tables and dice.chance("rule", 0.5) else None
    return [node for node in (*head, rule, *text, line if late else None) if node]


def wiki(view: View) -> list[Node]:
    """A table of contents and links for editing are in the text, but no part of it."""
    site = view.site
    heads = [part.text for part in view.article.parts if part.kind == "h"]
    contents = [
        el("li", el("a", f"{at + 1} {text}", href=f"#s{at}")) for at, text in enumerate(heads)
    ]
    toc = site.box(
        "box", el("b", site.fixed("toc").say("catshead")), el("ul", *contents), key="toc", role=NONE
    )
    tabs = menus.tools(view) if site.dice.chance("tabs", 0.6) else None
    text = (
        [_editable(view, node) for node in parts.body(view)]
        if site.dice.chance("edit", 0.6)
        else parts.body(view)
    )
    changed = (
        site.box("date", parts.date_text(view), role="date")
        if site.dice.chance("changed", 0.6)
        else None
    )
    return [
        node
        for node in (tabs, parts.title(view), toc if len(heads) > 2 else None, *text, changed)
        if node
    ]


def _editable(view: View, node: Node) -> Node:
    """Headings with a link to edit the section."""
    children: list[Node | str] = [
        _editable(view, child) if isinstance(child, Node) else child for child in node.children
    ]
    if node.tag in ("h2", "h3", "h4"):
        label = view.site.fixed("edit").say("ui")
        children.append(el("span", "[", el("a", label, href="#"), "]", role=NONE))
    return Node(node.tag, node.attributes, tuple(children), node.role)


def mail(view: View) -> list[Node]:
    """A message of a mailing list's archive: header lines, then text as it was typed."""
    site, dice, article = view.site, view.site.dice, view.article
    width = 36 if site.language in UNSPACED else 72
    lines = [view.writer.say("greeting"), ""]
    for part in article.parts:
        wrapped = textwrap.wrap(part.text, width) or [""]
        quoted = dice.chance("quoting", 0.7) and view.rng.random() < 0.3
        lines += [f"> {line}" for line in wrapped] if quoted else wrapped
        lines.append("")
    lines.append(view.writer.say("sign", author=article.author))
    day = view.writer.day(article.day)
    header = [
        el("li", el("em", "From"), f": {article.author}", role="author"),
        el("li", el("em", "Date"), f": {day}", role="date"),
    ]
    if dice.chance("mail header loose", 0.4):
        header = [
            el("div", el("b", article.author), role="author"),
            el("div", el("i", day), role="date"),
        ]
    thread = menus.neighbours(view)
    title = parts.title(view)
    text = el("pre", "\n".join(lines), role="body")
    if dice.chance("mail breaks", 0.2):
        text = el("div", *(piece for line in lines for piece in (line, el("br"))), role="body")
    return [
        thread,
        title,
        el("ul", *header) if header[0].tag == "li" else el("div", *header),
        el("hr"),
        text,
        el("hr"),
        thread,
    ]


def product(view: View) -> list[Node]:
    """Pictures, price and description; buying, shipping and other products are furniture."""
    site, dice = view.site, view.site.dice
    price = dice.choice("currency", PRICES).format(view.rng.randint(5, 400))
    lines = site.fixed("shop").phrases("shop", dice.number("shop lines", 3, 8))
    shop = site.box(
        "box",
        *(el(dice.choice("shop tag", ("p", "div", "li")), line) for line in lines),
        key="shop",
        role=NONE,
    )
    gallery = site.box(
        "figure", *(parts.picture(site, f"g{at}") for at in range(3)), role="figure", tag="div"
    )
    cost = site.box("price", price, role="body", tag="div")
    tabs = (
        [shop, *parts.body(view)] if dice.chance("shop first", 0.6) else [*parts.body(view), shop]
    )
    return [gallery, parts.title(view), cost, *tabs]


def posts(view: View) -> list[Node]:
    """A thread, or a question and its answers: every post is content."""
    return [
        parts.title(view),
        *(_post(view, part, at) for at, part in enumerate(view.article.parts)),
    ]


def _post(view: View, part: Part, at: int) -> Node:
    site, dice, writer = view.site, view.site.dice, view.writer
    who = site.box("author", part.items[0], role="author", key="post")
    rank = (
        el(
            "div",
            writer.say("jobtitle"),
            " ",
            el("span", f"#{view.rng.randint(5, 5000)}"),
            role=NONE,
        )
        if dice.chance("rank", 0.5)
        else None
    )
    when = site.box("date", writer.say("when"), role="date", key="post")
    lines = part.text.split("\n")
    broken = dice.chance("post breaks", 0.4)
    inner: Sequence[object] = (
        [piece for line in lines for piece in (line, el("br"), el("br"))][:-2]
        if broken
        else [el("p", line) for line in lines]
    )
    quote = (
        el("blockquote", view.article.parts[at - 1].text.split("\n")[0], role="body")
        if at and dice.chance("quotes", 0.4) and view.rng.random() < 0.3
        else None
    )
    text = site.box("body", quote, *inner, key="post", role="body")
    signature = (
        el("div", site.writer(dice.of(part.items[0])).say("aboutsite"), role=NONE)
        if dice.chance("signatures", 0.25)
        else None
    )
    buttons = el(
        "div",
        *((el("a", label, href="#"), " ") for label in site.fixed("post").phrases("reply", 3)),
        role=NONE,
    )
    number = el("span", f"{at + 1}", role=NONE) if dice.chance("numbered", 0.4) else None
    if site.tables or dice.chance("post cells", 0.2):
        return el(
            "table",
            el("tr", el("td", who, rank), el("td", number, when, text, signature, buttons)),
            width="100%",
        )
    return site.box("comment", number, who, rank, when, text, signature, buttons, key="post")


def listing(view: View) -> list[Node]:
    """A list of the site's pages: its items are the content."""
    site = view.site
    count = site.dice.number("cards", 4, 20)
    shown = (
        [stub(site, view.rng, at) for at in range(count)]
        if site.kind == "cards"
        else view.others(count)
    )
    items = [parts.item(view, one, "body", "cards") for one in shown]
    if site.kind == "cards" and site.dice.chance("priced", 0.5):
        form = site.dice.choice("currency", PRICES)
        items = [
            replace(
                one,
                children=(*one.children, site.box("price", form.format(view.rng.randint(5, 400)))),
            )
            for one in items
        ]
    if all(one.tag == "li" for one in items):
        items = [site.box("list", *items, tag="ul", key="cards")]
    intro = (
        [el("p", site.fixed("cards").say("aboutsite"), role="body")]
        if site.dice.chance("cards intro", 0.2)
        else []
    )
    pages = el(
        "div", *((el("a", str(at), href=f"?page={at}"), " ") for at in range(2, 8)), role=NONE
    )
    return [parts.title(view), *intro, *items, pages]


def portal(view: View) -> list[Node]:
    """A front page of boxes, each with a heading and links: the boxes are the content."""
    site, dice = view.site, view.site.dice
    boxes = []
    shown = view.others(len(site.articles)) + [stub(site, view.rng, at) for at in range(40)]
    for at in range(dice.number("boxes", 3, 9)):
        key = f"portal{at % 3}"
        items = [
            parts.item(view, one, "body", key)
            for one in shown[at * 7 : at * 7 + dice.number(key, 2, 7)]
        ]
        rows: object = (
            el("ul", *items) if items and all(one.tag == "li" for one in items) else items
        )
        head = site.box(
            "boxhead",
            site.fixed(f"portal {at}").say("section"),
            key=key,
            role="body",
            tag="h3" if not site.tables else "b",
        )
        boxes.append(site.box("box", head, rows, key=key))
    if site.tables:
        cells = [el("td", box, valign="top") for box in boxes]
        return [el("table", *(el("tr", *cells[at : at + 2]) for at in range(0, len(cells), 2)))]
    return boxes


def stream(view: View) -> list[Node]:
    """A front page of whole articles, as weblogs and diaries have it: all are content."""
    site, dice = view.site, view.site.dice
    found = []
    for other in (view.article, *view.others(dice.number("stream", 2, 7))):
        one = replace(view, article=other)
        day = parts.date_line(one) if dice.chance("stream dates", 0.8) else None
        share = menus.share(view) if dice.chance("stream share", 0.3) else None
        title = parts.title(one, linked=dice.chance("title link", 0.7)).marked("body")
        found.append(site.box("article", title, day, *parts.body(one), share, key="stream"))
    return found


CONTENTS: dict[str, Content] = {
    "wiki": wiki,
    "mail": mail,
    "product": product,
    "thread": posts,
    "question": posts,
    "cards": listing,
    "portal": portal,
    "stream": stream,
}
TYPES = {
    "thread": "thread",
    "question": "thread",
    "product": "product",
    "docs": "documentation",
    "wiki": "documentation",
    "cards": "list",
    "portal": "list",
    "stream": "list",
    "lines": "list",
    "data": "other",
    "mail": "thread",
    "event": "other",
    "notice": "other",
    "recipe": "other",
}


def content(view: View, kind: str) -> list[Node]:
    """The main part of the page."""
    return CONTENTS.get(kind, story)(view)
