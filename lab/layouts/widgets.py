"""Widgets: boxes with other articles, comments, notices and adverts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.layouts.menus import links_of
from lab.layouts.node import Node, el
from lab.layouts.parts import NONE, item, picture

if TYPE_CHECKING:
    from lab.layouts.model import View


def _headed(view: View, concept: str, key: str, text: str, *children: object) -> Node:
    """A box with a heading."""
    site, dice = view.site, view.site.dice
    tag = dice.choice(f"{key} head", ("h2", "h3", "h3", "h4", "div", "p", "b", "span"))
    head = site.box("boxhead", text, key=key, tag=tag)
    return site.wrapped(site.box(concept, head, *children, key=key), key).marked(NONE)


def _articles(view: View, concept: str, head: str, count: int, fixed: bool) -> Node:
    site = view.site
    shown = view.others(count, head if fixed else "")
    label = site.fixed(head).say(head, section=view.article.section)
    items = [item(view, one, "", head) for one in shown]
    if all(one.tag == "li" for one in items):
        items = [
            site.box(
                "list", *items, key=head, tag=site.dice.choice(f"{head} list", ("ul", "ul", "ol"))
            )
        ]
    return _headed(view, concept, head, label, *items)


def related(view: View) -> Node:
    return _articles(
        view, "related", "related", view.site.dice.number("related size", 2, 10), False
    )


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
            return site.box(
                "related",
                site.line("read on", *text),
                site.line("read on", other.teaser),
                key="inline",
                role=NONE,
            )
        return el("p", *text, role=NONE)
    return None


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
    return _headed(
        view,
        "box",
        "newsletter",
        writer.say("ui"),
        site.line("newsletter", writer.say("newsletter")),
        form if site.dice.chance("mail form", 0.6) else None,
    )


def biography(view: View) -> Node:
    site = view.site
    writer = site.writer(site.dice.of(f"bio {view.article.author}"), name=view.article.author)
    image = picture(site, "face") if site.dice.chance("face", 0.5) else None
    return site.box("box", image, site.line("bio", writer.say("bio")), key="bio", role=NONE)


def advert(view: View) -> Node:
    site = view.site
    text = (
        view.writer.say("adtext")
        if site.dice.chance("ad changes", 0.5)
        else site.fixed("ad").say("adtext")
    )
    label = el("span", site.fixed("ad label").say("ad"))
    if site.dice.chance("ad text", 0.5):
        return site.box(
            "ad", label, site.line("ad", el("a", text, href="http://ads.example/x")), role=NONE
        )
    return site.box("ad", label, el("script", "var slot = 1;"), role=NONE)


def comments(view: View) -> Node:
    """What readers say below the article."""
    site, dice, writer = view.site, view.site.dice, view.writer
    posts = []
    for _ in range(view.rng.randint(0, dice.number("comments", 1, 14))):
        name = el(
            dice.choice("comment name", ("b", "span", "cite", "a")),
            writer.say("name" if dice.chance("full names", 0.3) else "given"),
        )
        when = site.box("date", writer.say("when"), key="comment")
        text = el(
            dice.choice("comment text", ("p", "p", "div", "blockquote")),
            writer.say("comment"),
            role="comment",
        )
        reply = (
            el("a", site.fixed("reply").say("reply"), href="#")
            if dice.chance("reply", 0.6)
            else None
        )
        posts.append(
            site.box(
                "comment",
                name,
                " ",
                when,
                text,
                reply,
                key="c",
                tag=dice.choice("comment tag", ("div", "li", "div")),
            )
        )
    head = site.writer(dice.of("text comments"), title=view.article.title).say("commentshead")
    form = (
        el("form", el("textarea"), el("button", site.fixed("send").say("ui")))
        if dice.chance("comment form", 0.5)
        else None
    )
    rows: object = el("ol", *posts) if posts and posts[0].tag == "li" else posts
    return _headed(view, "comments", "comments", head, rows, form)


def calendar(view: View) -> Node:
    """The month of a weblog."""
    site = view.site
    days = [
        el("td", site.link(str(day), f"/d/{day}") if day % 5 == 2 else str(day))
        for day in range(1, 31)
    ]
    weeks = [el("tr", *days[at : at + 7]) for at in range(0, 30, 7)]
    return _headed(
        view, "box", "calendar", site.fixed("calendar").say("months"), el("table", *weeks)
    )


def archive(view: View) -> Node:
    site, writer = view.site, view.site.fixed("archive")
    texts = [
        f"{writer.say('month')} {year} ({writer.say('n')})"
        for year in range(2012, 2012 + site.dice.number("archive", 3, 12))
    ]
    return _headed(view, "box", "archive", writer.say("months"), links_of(view, "archive", texts))


def categories(view: View) -> Node:
    writer = view.site.fixed("categories")
    return _headed(
        view,
        "box",
        "cats",
        writer.say("catshead"),
        links_of(view, "cats", writer.phrases("noun", 10)),
    )


def about(view: View) -> Node:
    writer = view.site.fixed("about")
    return _headed(
        view,
        "box",
        "about",
        writer.say("footlink"),
        view.site.line("about", writer.say("aboutsite")),
    )


def promo(view: View) -> Node:
    """A teaser of full sentences with a picture, as long as a paragraph."""
    site, writer = view.site, view.site.fixed("promo")
    return _headed(
        view,
        "box",
        "promo",
        writer.title(),
        picture(site, "promo"),
        site.line("promo", writer.paragraph(site.dice.number("promo", 1, 5))),
    )


def talk(view: View) -> Node:
    """Recent comments, in the margin."""
    writer = view.site.fixed("talk")
    rows = [el("li", el("b", writer.say("given")), ": ", writer.say("comment")) for _ in range(5)]
    return _headed(view, "box", "talk", writer.say("commentshead", title=""), el("ul", *rows))
