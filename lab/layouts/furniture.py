"""Furniture: what stands around the content. Each function writes one piece, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.layouts.node import Node, el, flat
from lab.layouts.parts import NONE, item, picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from lab.layouts.model import View

    Piece = Callable[[View], Node | None]


def _links(view: View, key: str, texts: list[str]) -> Node:
    """Links in a row or a list, the same on every page if the texts are."""
    site, dice = view.site, view.site.dice
    links = [site.link(text, f"/{key}/{at}") for at, text in enumerate(texts)]
    gap = dice.choice(f"{key} gap", (" | ", " ", " / ", "　", " :: ", "・"))
    match dice.choice(f"{key} as", ("ul", "ul", "ul", "row", "div", "cells", "br")):
        case "ul":
            return el("ul", *(el("li", link) for link in links), **site.names.attributes("list", key))
        case "row":
            return el("p", *flat((link, gap) for link in links)[:-1])
        case "div":
            return el("div", *(el("div", link) for link in links))
        case "cells" if site.tables:
            return el("table", el("tr", *(el("td", link) for link in links)))
    return el("div", *flat((link, el("br")) for link in links))


def _headed(view: View, concept: str, key: str, text: str, *children: object) -> Node:
    """A box with a heading."""
    site, dice = view.site, view.site.dice
    tag = dice.choice(f"{key} head", ("h2", "h3", "h3", "h4", "div", "p", "b", "span"))
    head = site.box("boxhead", text, key=key, tag=tag)
    return site.wrapped(site.box(concept, head, *children, key=key), key).marked(NONE)


def logo(view: View) -> Node:
    site, dice = view.site, view.site.dice
    inner: object = picture(site, "logo", site.name) if dice.chance("logo image", 0.4) else site.name
    tag = dice.choice("logo tag", ("div", "p", "h1", "h2", "span"))
    slogan = el("p", site.fixed("slogan").say("aboutsite")) if dice.chance("slogan", 0.2) else None
    return site.box("logo", el("a", inner, href="/"), slogan, tag="div" if slogan else tag, role=NONE)


def menu(view: View) -> Node:
    site = view.site
    count = site.dice.number("menu size", 4, 30)
    texts = site.fixed("menu").phrases("section", count)
    return site.wrapped(site.box("menu", _links(view, "menu", texts)), "menu").marked(NONE)


def submenu(view: View) -> Node:
    """A second menu of several groups, with longer labels."""
    site, writer = view.site, view.site.fixed("submenu")
    groups = []
    for at in range(site.dice.number("submenu groups", 2, 6)):
        labels = writer.phrases(site.dice.choice("submenu of", ("noun", "section", "headline")), 5)
        groups.append((el("h4", writer.say("section")), _links(view, f"sub{at}", labels)))
    return site.box("menu", *groups, key="sub", role=NONE)


def drawer(view: View) -> Node:
    """A menu that is hidden until it is asked for."""
    site, writer = view.site, view.site.fixed("drawer")
    links = _links(view, "drawer", writer.phrases("section", 15))
    return el("div", links, style="display:none", role=NONE, **site.names.attributes("menu", "drawer"))


def tools(view: View) -> Node:
    return view.site.box("head", _links(view, "tools", view.site.fixed("ui").phrases("ui", 5)), key="tools", role=NONE, tag="div")


def search(view: View) -> Node:
    writer = view.site.fixed("search")
    label = writer.say("ui")
    options = [el("option", text) for text in writer.phrases("section", 6)]
    select = el("select", *options) if view.site.dice.chance("search select", 0.3) else None
    return el("form", el("label", label), el("input", type_="text"), select, el("button", writer.say("ui")), action="/search", role=NONE)


def crumbs(view: View) -> Node:
    site = view.site
    gap = site.dice.choice("crumb gap", (" > ", " › ", " » ", " / ", "＞", " | "))
    steps = [site.link(site.fixed("crumb").say("crumbs"), "/"), gap, site.link(view.article.section, "/section/1")]
    last = [gap, view.article.title] if site.dice.chance("crumb title", 0.6) else []
    return site.box("crumbs", *steps, *last, role=NONE)


def ticker(view: View) -> Node:
    site = view.site
    links = [el("li", site.link(one.title, one.path)) for one in view.others(4, "ticker")]
    return site.box("box", el("b", site.fixed("tick").say("latest")), el("ul", *links), key="ticker", role=NONE)


def _articles(view: View, concept: str, head: str, count: int, fixed: bool) -> Node:
    site = view.site
    shown = view.others(count, head if fixed else "")
    label = site.fixed(head).say(head, section=view.article.section)
    items = [item(view, one, "", head) for one in shown]
    if all(one.tag == "li" for one in items):
        items = [site.box("list", *items, key=head, tag=site.dice.choice(f"{head} list", ("ul", "ul", "ol")))]
    return _headed(view, concept, head, label, *items)


def related(view: View) -> Node:
    return _articles(view, "related", "related", view.site.dice.number("related size", 2, 10), False)


def popular(view: View) -> Node:
    fixed = view.site.dice.chance("popular fixed", 0.6)
    return _articles(view, "box", "popular", view.site.dice.number("popular size", 4, 10), fixed)


def latest(view: View) -> Node:
    return _articles(view, "box", "latest", view.site.dice.number("latest size", 4, 14), True)


def read_on(view: View) -> Node | None:
    """A single link to another article between paragraphs."""
    site = view.site
    for other in view.others(1):
        label = site.fixed("read on").say("related")
        text = [el("strong", f"{label}: "), site.link(other.title, other.path)]
        if site.dice.chance("read on long", 0.4):
            return site.box("related", el("p", *text), el("p", other.teaser), key="inline", role=NONE)
        return el("p", *text, role=NONE)
    return None


def further(view: View) -> list[Node]:
    """Other articles in full below this one."""
    site = view.site
    found = []
    for other in view.others(site.dice.number("further size", 1, 3)):
        tag = site.dice.choice("title tag", ("h1", "h2", "h3"))
        lines = [el("p", part.text) for part in other.parts if part.kind == "p"][:12]
        day = site.box("date", view.writer.day(other.day))
        found.append(site.box("article", el(tag, other.title), day, *lines, key="further", role=NONE))
    return found


def share(view: View) -> Node:
    return view.site.box("share", _links(view, "share", view.site.fixed("share").phrases("sharehead", 5)), role=NONE)


def tags(view: View) -> Node:
    site = view.site
    links = [(site.link(text, f"/tag/{at}"), " ") for at, text in enumerate(view.writer.phrases("noun", view.rng.randint(1, 7)))]
    return site.box("tags", site.fixed("tags").say("tagshead"), " ", *links, role=NONE)


def neighbours(view: View) -> Node:
    """Links to the previous and the next page, mostly with their titles."""
    site, writer = view.site, view.site.fixed("prev")
    before, after = (writer.say(key, title="{title}") for key in ("prev", "next"))
    found = []
    for form, other in zip((before, after), view.others(2)):
        found.append(el("div", site.link(form.replace("{title}", other.title), other.path)))
    return site.box("menu", *found, key="near", role=NONE, tag="div")


def notice(view: View) -> Node:
    """A closing notice, with the title filled in or not."""
    site = view.site
    writer = site.writer(site.dice.of("text notice"), title=view.article.title)
    lines = [writer.say("closing") for _ in range(site.dice.number("notices", 1, 3))]
    tag = site.dice.choice("notice tag", ("p", "div", "p", "em"))
    nodes = [el("p", el("em", line)) if tag == "em" else el(tag, line) for line in lines]
    if site.dice.chance("notice boxed", 0.5):
        return site.box("notice", *nodes, role=NONE)
    return el("div", *nodes, role=NONE)


def newsletter(view: View) -> Node:
    site, writer = view.site, view.site.fixed("newsletter")
    form = el("form", el("input", type_="email"), el("button", writer.say("ui")))
    return _headed(view, "box", "newsletter", writer.say("ui"), el("p", writer.say("newsletter")), form if site.dice.chance("mail form", 0.6) else None)


def biography(view: View) -> Node:
    site = view.site
    writer = site.writer(site.dice.of(f"bio {view.article.author}"), name=view.article.author)
    image = picture(site, "face") if site.dice.chance("face", 0.5) else None
    return site.box("box", image, el("p", writer.say("bio")), key="bio", role=NONE)


def advert(view: View) -> Node:
    site = view.site
    text = view.writer.say("adtext") if site.dice.chance("ad changes", 0.5) else site.fixed("ad").say("adtext")
    label = el("span", site.fixed("ad label").say("ad"))
    if site.dice.chance("ad text", 0.5):
        return site.box("ad", label, el("p", el("a", text, href="http://ads.example/x")), role=NONE)
    return site.box("ad", label, el("script", "var slot = 1;"), role=NONE)


def comments(view: View) -> Node:
    """What readers say below the article."""
    site, dice, writer = view.site, view.site.dice, view.writer
    posts = []
    for _ in range(view.rng.randint(0, dice.number("comments", 1, 14))):
        name = el(dice.choice("comment name", ("b", "span", "cite", "a")), writer.say("name" if dice.chance("full names", 0.3) else "given"))
        when = site.box("date", writer.say("when"), key="comment")
        text = el(dice.choice("comment text", ("p", "p", "div", "blockquote")), writer.say("comment"), role="comment")
        reply = el("a", site.fixed("reply").say("reply"), href="#") if dice.chance("reply", 0.6) else None
        posts.append(site.box("comment", name, " ", when, text, reply, key="c", tag=dice.choice("comment tag", ("div", "li", "div"))))
    head = site.writer(dice.of("text comments"), title=view.article.title).say("commentshead")
    form = el("form", el("textarea"), el("button", site.fixed("send").say("ui"))) if dice.chance("comment form", 0.5) else None
    rows: object = el("ol", *posts) if posts and posts[0].tag == "li" else posts
    return _headed(view, "comments", "comments", head, rows, form)


def calendar(view: View) -> Node:
    """The month of a weblog."""
    site = view.site
    days = [el("td", site.link(str(day), f"/d/{day}") if day % 5 == 2 else str(day)) for day in range(1, 31)]
    weeks = [el("tr", *days[at : at + 7]) for at in range(0, 30, 7)]
    return _headed(view, "box", "calendar", site.fixed("calendar").say("months"), el("table", *weeks))


def archive(view: View) -> Node:
    site, writer = view.site, view.site.fixed("archive")
    texts = [f"{writer.say('month')} {year} ({writer.say('n')})" for year in range(2012, 2012 + site.dice.number("archive", 3, 12))]
    return _headed(view, "box", "archive", writer.say("months"), _links(view, "archive", texts))


def categories(view: View) -> Node:
    writer = view.site.fixed("categories")
    return _headed(view, "box", "cats", writer.say("catshead"), _links(view, "cats", writer.phrases("noun", 10)))


def about(view: View) -> Node:
    writer = view.site.fixed("about")
    return _headed(view, "box", "about", writer.say("footlink"), el("p", writer.say("aboutsite")))


def promo(view: View) -> Node:
    """A teaser of full sentences with a picture, as long as a paragraph."""
    site, writer = view.site, view.site.fixed("promo")
    return _headed(view, "box", "promo", writer.title(), picture(site, "promo"), el("p", writer.paragraph(site.dice.number("promo", 1, 5))))


def talk(view: View) -> Node:
    """Recent comments, in the margin."""
    writer = view.site.fixed("talk")
    rows = [el("li", el("b", writer.say("given")), ": ", writer.say("comment")) for _ in range(5)]
    return _headed(view, "box", "talk", writer.say("commentshead", title=""), el("ul", *rows))


def sticky(view: View) -> Node:
    """A bar that repeats the title while the reader scrolls."""
    site = view.site
    label = site.fixed("sticky").say("sharehead")
    return site.box("head", el("span", view.article.title), " ", el("a", label, href="#"), key="sticky", role=NONE, tag="div")


def page_numbers(view: View) -> Node:
    site = view.site
    numbers = [(el("a", str(at), href=f"?p={at}"), " ") for at in range(1, site.dice.number("page count", 3, 8))]
    return el("div", *numbers, el("a", site.fixed("pages").say("more"), href="?p=2"), role=NONE)


def cookies(view: View) -> Node:
    writer = view.site.fixed("cookie")
    return view.site.box("notice", el("p", writer.say("cookie")), el("button", writer.say("ui")), key="cookie", role=NONE)


def noscript(view: View) -> Node:
    return el("noscript", el("p", view.site.fixed("noscript").say("cookie")), role=NONE)


def footer(view: View) -> Node:
    site, writer = view.site, view.site.fixed("footer")
    lines = [el("p", writer.say("copyright")) for _ in range(site.dice.number("copyrights", 1, 3))]
    links = _links(view, "foot", writer.phrases("footlink", site.dice.number("foot size", 2, 14)))
    about_line = el("p", writer.say("aboutsite")) if site.dice.chance("foot about", 0.3) else None
    inner = [links, about_line, *lines]
    if site.dice.chance("foot turned", 0.4):
        inner.reverse()
    return site.box("foot", *inner, role=NONE)


Share = tuple["Piece", float]
TOP: tuple[Share, ...] = ((cookies, 0.2), (drawer, 0.15), (tools, 0.4), (logo, 0.9), (search, 0.4), (menu, 0.85), (ticker, 0.15), (submenu, 0.12), (advert, 0.15))
BEFORE: tuple[Share, ...] = ((sticky, 0.06), (crumbs, 0.5), (share, 0.15), (advert, 0.1), (ticker, 0.05), (promo, 0.06))
INSIDE: tuple[Share, ...] = ((advert, 0.3), (read_on, 0.25), (newsletter, 0.08), (promo, 0.06), (related, 0.06))
AFTER: tuple[Share, ...] = ((page_numbers, 0.06), (tags, 0.35), (share, 0.4), (notice, 0.45), (biography, 0.2), (neighbours, 0.3), (newsletter, 0.15), (advert, 0.2), (related, 0.65), (comments, 0.4), (popular, 0.2), (promo, 0.08))
SIDE: tuple[Share, ...] = ((search, 0.2), (about, 0.2), (calendar, 0.12), (latest, 0.45), (popular, 0.45), (categories, 0.3), (archive, 0.2), (newsletter, 0.15), (advert, 0.35), (promo, 0.2), (talk, 0.1), (submenu, 0.2), (menu, 0.1))
BOTTOM: tuple[Share, ...] = ((latest, 0.12), (submenu, 0.25), (newsletter, 0.1), (footer, 0.95), (drawer, 0.08), (noscript, 0.1), (cookies, 0.1))


LIGHT, HEAVY = (0.2, 0.5, 0.8), (0.4, 0.7, 0.9, 1.0, 1.2)
"""How much furniture a site has, against the shares above."""
_SPARSE = ("links", "mail", "docs", "wiki", "brief", "notice")


def slot(view: View, name: str, pieces: tuple[Share, ...]) -> list[Node]:
    """The furniture of a place on the page: the site's pieces, in the site's order."""
    if view.bare:
        return []
    dice = view.site.dice
    density = dice.choice("density", LIGHT if view.site.kind in _SPARSE else HEAVY)
    chosen = [piece for piece, share in pieces if dice.chance(f"{name} has {piece.__name__}", share * density)]
    if name in ("after", "side"):
        chosen = dice.sample(f"{name} order", chosen, len(chosen))
    return [node for piece in chosen if (node := piece(view))]
