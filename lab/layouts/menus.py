"""Menus, bars and footers: furniture that names pages or says what the site is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.layouts.node import Node, el, flat
from lab.layouts.parts import NONE, picture

if TYPE_CHECKING:
    from lab.layouts.model import View


def links_of(view: View, key: str, texts: list[str]) -> Node:
    """Links in a row or a list, the same on every page if the texts are."""
    site, dice = view.site, view.site.dice
    links = [site.link(text, f"/{key}/{at}") for at, text in enumerate(texts)]
    gap = dice.choice(f"{key} gap", (" | ", " ", " / ", "　", " :: ", "・"))
    match dice.choice(f"{key} as", ("ul", "ul", "ul", "row", "div", "cells", "dl", "br")):
        case "ul":
            return el(
                "ul", *(el("li", link) for link in links), **site.names.attributes("list", key)
            )
        case "row":
            return el("p", *flat((link, gap) for link in links)[:-1])
        case "dl":
            return el("dl", *(el("dd", link) for link in links))
        case "div":
            return el("div", *(el("div", link) for link in links))
        case "cells" if site.tables:
            return el("table", el("tr", *(el("td", link) for link in links)))
    return el("div", *flat((link, el("br")) for link in links))


def logo(view: View) -> Node:
    site, dice = view.site, view.site.dice
    inner: object = (
        picture(site, "logo", site.name) if dice.chance("logo image", 0.4) else site.name
    )
    tag = dice.choice("logo tag", ("div", "p", "h1", "h2", "span"))
    slogan = None
    if dice.chance("slogan", 0.2):
        slogan = site.line("slogan", site.fixed("slogan").say("aboutsite"))
    return site.box(
        "logo", el("a", inner, href="/"), slogan, tag="div" if slogan else tag, role=NONE
    )


def menu(view: View) -> Node:
    site = view.site
    count = site.dice.number("menu size", 4, 30)
    texts = site.fixed("menu").phrases("section", count)
    return site.wrapped(site.box("menu", links_of(view, "menu", texts)), "menu").marked(NONE)


def submenu(view: View) -> Node:
    """A second menu of several groups, with longer labels."""
    site, writer = view.site, view.site.fixed("submenu")
    groups = []
    for _ in range(site.dice.number("submenu groups", 2, 6)):
        labels = writer.phrases(site.dice.choice("submenu of", ("noun", "section", "headline")), 5)
        groups.append((el("h4", writer.say("section")), links_of(view, "sub", labels)))
    return site.box("menu", *groups, key="sub", role=NONE)


def chapters(view: View) -> Node:
    """All pages of a handbook, by chapter."""
    site = view.site
    pages = [el("li", site.link(one.title, one.path)) for one in site.articles[:40]]
    size = site.dice.number("chapter size", 4, 9)
    rows = []
    for at in range(0, len(pages), size):
        head = site.fixed(f"chapter {at}").say("heading")
        rows.append(el("li", head, el("ul", *pages[at : at + size])))
    return site.box("menu", el("ul", *rows), key="chapters", role=NONE)


def filters(view: View) -> Node:
    """What a shop's list can be narrowed by."""
    site, writer = view.site, view.site.fixed("filters")
    groups = []
    for name in writer.phrases("spec", 4):
        values = [f"{value} ({writer.say('n')})" for value in writer.phrases("value", 4)]
        groups.append((el("h4", name), links_of(view, "filter", values)))
    return site.box("box", *groups, key="filters", role=NONE)


def drawer(view: View) -> Node:
    """A menu that is hidden until it is asked for."""
    site, writer = view.site, view.site.fixed("drawer")
    links = links_of(view, "drawer", writer.phrases("section", 15))
    return el(
        "div", links, style="display:none", role=NONE, **site.names.attributes("menu", "drawer")
    )


def tools(view: View) -> Node:
    return view.site.box(
        "head",
        links_of(view, "tools", view.site.fixed("ui").phrases("ui", 5)),
        key="tools",
        role=NONE,
        tag="div",
    )


def search(view: View) -> Node:
    writer = view.site.fixed("search")
    label = writer.say("ui")
    options = [el("option", text) for text in writer.phrases("section", 6)]
    select = el("select", *options) if view.site.dice.chance("search select", 0.3) else None
    return el(
        "form",
        el("label", label),
        el("input", type_="text"),
        select,
        el("button", writer.say("ui")),
        action="/search",
        role=NONE,
    )


def crumbs(view: View) -> Node:
    site = view.site
    gap = site.dice.choice("crumb gap", (" > ", " › ", " » ", " / ", "＞", " | "))
    steps = [
        site.link(site.fixed("crumb").say("crumbs"), "/"),
        gap,
        site.link(view.article.section, "/section/1"),
    ]
    last = [gap, view.article.title] if site.dice.chance("crumb title", 0.6) else []
    return site.box("crumbs", *steps, *last, role=NONE)


def ticker(view: View) -> Node:
    site = view.site
    links = [el("li", site.link(one.title, one.path)) for one in view.others(4, "ticker")]
    return site.box(
        "box", el("b", site.fixed("tick").say("latest")), el("ul", *links), key="ticker", role=NONE
    )


def sticky(view: View) -> Node:
    """A bar that repeats the title while the reader scrolls."""
    site = view.site
    label = site.fixed("sticky").say("sharehead")
    return site.box(
        "head",
        el("span", view.article.title),
        " ",
        el("a", label, href="#"),
        key="sticky",
        role=NONE,
        tag="div",
    )


def neighbours(view: View) -> Node:
    """Links to the previous and the next page, mostly with their titles."""
    site, writer = view.site, view.site.fixed("prev")
    before, after = (writer.say(key, title="{title}") for key in ("prev", "next"))
    found = []
    for form, other in zip((before, after), view.others(2)):
        found.append(el("div", site.link(form.replace("{title}", other.title), other.path)))
    return site.box("menu", *found, key="near", role=NONE, tag="div")


def page_numbers(view: View) -> Node:
    site = view.site
    numbers = [
        (el("a", str(at), href=f"?p={at}"), " ")
        for at in range(1, site.dice.number("page count", 3, 8))
    ]
    return el("div", *numbers, el("a", site.fixed("pages").say("more"), href="?p=2"), role=NONE)


def share(view: View) -> Node:
    return view.site.box(
        "share",
        links_of(view, "share", view.site.fixed("share").phrases("sharehead", 5)),
        role=NONE,
    )


def tags(view: View) -> Node:
    site = view.site
    links = [
        (site.link(text, f"/tag/{at}"), " ")
        for at, text in enumerate(view.writer.phrases("noun", view.rng.randint(1, 7)))
    ]
    return site.box("tags", site.fixed("tags").say("tagshead"), " ", *links, role=NONE)


def cookies(view: View) -> Node:
    writer = view.site.fixed("cookie")
    return view.site.box(
        "notice",
        view.site.line("cookie", writer.say("cookie")),
        el("button", writer.say("ui")),
        key="cookie",
        role=NONE,
    )


def noscript(view: View) -> Node:
    return el("noscript", el("p", view.site.fixed("noscript").say("cookie")), role=NONE)


def footer(view: View) -> Node:
    site, writer = view.site, view.site.fixed("footer")
    keys = ["copyright"] * site.dice.number("copyrights", 1, 3)
    if site.dice.chance("foot about", 0.3):
        keys.insert(0, "aboutsite")
    lines = [site.line(key, writer.say(key)) for key in keys]
    links = links_of(view, "foot", writer.phrases("footlink", site.dice.number("foot size", 2, 14)))
    inner = [*lines, links] if site.dice.chance("foot turned", 0.4) else [links, *lines]
    return site.box("foot", *inner, role=NONE)
