"""Articles: what each kind of page says, before it is laid out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lab.layouts.model import Article, Part
from lab.layouts.words import days

if TYPE_CHECKING:
    from random import Random

    from lab.layouts.model import Site
    from lab.layouts.words import Writer

_NAMES = "load parse items total path user count index reader page value name table".split()
_CODE = (
    "{a} = {b}.{c}({n})",
    "for {a} in {b}:\n    {c}({a})",
    "def {a}({b}, {c}={n}):\n    return {b} + {c}",
    "if {a} > {n}:\n    raise ValueError({b!r})",
    "$ {a} --{b} {n} {c}.txt",
    "import {a}",
    "# {b} before {c}",
    '<{a} {b}="{n}">{c}</{a}>',
    "const {a} = await {b}.{c}();",
    "{a}: {b}\n  {c}: {n}",
)
_PATHS = (
    "/{y}/{m:02}/{i}.html",
    "/news/{i}",
    "/article.php?id={i}",
    "/{y}{m:02}{i}.htm",
    "/p/{i}/",
    "/a/{i}-{y}",
)


def article(site: Site, number: int) -> Article:
    """One article of the site's kind."""
    rng = site.dice.of(f"article {number}")
    parts = tuple(_PARTS.get(site.kind, _news)(site, site.writer(rng), rng))
    return replace(stub(site, rng, 100 + number), parts=parts, seed=f"{site.dice.seed}/{number}")


def stub(site: Site, rng: Random, number: int) -> Article:
    """An article of which little is known: what lists say of it, and a few sentences."""
    writer = site.writer(rng)
    day = (
        days(rng)
        if site.dice.chance("long life", 0.3)
        else days(site.dice.of("epoch")).replace(month=rng.randint(1, 12), day=rng.randint(1, 28))
    )
    form = site.dice.choice("paths", _PATHS)
    staff = site.writer(site.dice.of(f"staff {rng.randint(1, 6)}"))
    return Article(
        title=_title(site, writer),
        author=staff.say("name")
        if site.kind not in ("mail", "thread", "question")
        else writer.say("name"),
        day=day,
        path=form.format(y=day.year, m=day.month, i=10000 + number * 37),
        section=site.fixed(f"section {rng.randint(1, 4)}").say("section"),
        teaser=writer.paragraph(site.dice.choice("teaser length", (1, 1, 1, 2, 3))),
        parts=tuple(Part("p", writer.paragraph(rng.randint(1, 4))) for _ in range(3)),
        seed="",
    )


def _title(site: Site, writer: Writer) -> str:
    match site.kind:
        case "question":
            return writer.say("question")
        case "product":
            return writer.say("product")
        case "cards" if site.dice.chance("goods", 0.6):
            return writer.say("product")
        case "wiki" | "docs":
            return writer.say("heading" if site.dice.chance("plain titles", 0.4) else "noun")
    return writer.title()


def _length(site: Site, rng: Random) -> int:
    """Paragraphs of an article: a site writes short, middling or long ones."""
    most = site.dice.choice("length", (4, 10, 16, 20, 30, 60))
    return max(1, min(most, int(rng.lognormvariate(0, 0.6) * most * 0.6)))


def _paragraphs(site: Site, writer: Writer, rng: Random, count: int) -> list[Part]:
    least = site.dice.choice("sentences", (1, 1, 2, 2, 3))
    return [Part("p", writer.paragraph(rng.randint(least, 2 * least + 1))) for _ in range(count)]


def _news(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """Paragraphs with what the site's articles have besides: headings, pictures, lists, credits."""
    dice = site.dice
    parts = _paragraphs(site, writer, rng, _length(site, rng))
    if dice.chance("dateline", 0.2):
        place = writer.say("place")
        parts[0] = parts[0]._replace(text=f"{place} — {parts[0].text}")
    if len(parts) > 3:
        for kind, share in (("h", 0.3), ("quote", 0.15), ("ul", 0.15), ("table", 0.05)):
            if dice.chance(f"with {kind}", share):
                for _ in range(rng.randint(0, 1 + len(parts) // 6)):
                    parts.insert(rng.randint(1, len(parts)), extra(writer, rng, kind))
    if dice.chance("pictures", 0.6):
        for _ in range(rng.randint(0, 1 + len(parts) // 8)):
            place_at = 0 if dice.chance("picture first", 0.5) else rng.randint(0, len(parts))
            parts.insert(place_at, extra(writer, rng, "figure"))
    if dice.chance("signed off", 0.25):
        parts.append(Part("credit", writer.say("source")))
    return parts


def extra(writer: Writer, rng: Random, kind: str) -> Part:
    """A part that is no paragraph."""
    match kind:
        case "h":
            return Part("h", writer.say("heading"))
        case "quote":
            return Part("quote", writer.paragraph(rng.randint(1, 3)))
        case "ul" | "ol":
            key = rng.choice(("noun", "headline", "item", "fact"))
            return Part(kind, items=tuple(writer.phrases(key, rng.randint(2, 8))))
        case "figure":
            caption = writer.say("caption") if rng.random() < 0.85 else ""
            return Part("figure", caption, (writer.say("photocredit"),))
        case "code":
            lines = [rng.choice(_CODE) for _ in range(rng.randint(1, 7))]
            return Part(
                "code",
                "\n".join(
                    line.format(
                        a=rng.choice(_NAMES),
                        b=rng.choice(_NAMES),
                        c=rng.choice(_NAMES),
                        n=rng.randint(1, 99),
                    )
                    for line in lines
                ),
            )
    cells = rng.randint(1, 4)
    rows = (
        "\t".join([writer.say("noun"), *(writer.say("value") for _ in range(cells))])
        for _ in range(rng.randint(3, 9))
    )
    return Part("table", items=tuple(rows))


def _sections(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """Wikis and documentation: headings, short paragraphs, code or lists."""
    kinds = (
        ("code", "code", "ul", "table")
        if site.kind == "docs"
        else ("ul", "table", "figure", "quote")
    )
    parts = _paragraphs(site, writer, rng, rng.randint(0, 3))
    for _ in range(rng.randint(1, 8)):
        parts.append(extra(writer, rng, "h"))
        parts += _paragraphs(site, writer, rng, rng.randint(1, 4))
        if rng.random() < 0.6:
            parts.append(extra(writer, rng, rng.choice(kinds)))
    return parts


def _recipe(site: Site, writer: Writer, rng: Random) -> list[Part]:
    steps = tuple(writer.say("step") for _ in range(rng.randint(3, 9)))
    listed = (
        [Part("ol", items=steps)]
        if site.dice.chance("listed steps", 0.6)
        else [Part("p", step) for step in steps]
    )
    head = Part("h", site.fixed("recipe a").say("heading"))
    other = Part("h", site.fixed("recipe b").say("heading"))
    intro = _paragraphs(site, writer, rng, rng.randint(0, 5))
    return [
        extra(writer, rng, "figure"),
        *intro,
        head,
        Part("ul", items=tuple(writer.phrases("item", rng.randint(4, 8)))),
        other,
        *listed,
    ]


def _notice(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """Announcements: a few lines, rows of when and where, and sometimes a list of documents."""
    rows = tuple(writer.phrases("event", rng.randint(2, 6)))
    table = Part("ul", items=rows)
    if site.dice.chance("rows as table", 0.5):
        table = Part(
            "table", items=tuple(row.replace("：", "\t", 1).replace(": ", "\t", 1) for row in rows)
        )
    tail = [Part("ul", items=tuple(writer.phrases("headline", 3)))] if rng.random() < 0.3 else []
    heads = [extra(writer, rng, "h")] if site.dice.chance("notice heads", 0.5) else []
    return [
        *_paragraphs(site, writer, rng, rng.randint(1, 3)),
        *heads,
        table,
        *_paragraphs(site, writer, rng, rng.randint(0, 2)),
        *tail,
    ]


def _brief(site: Site, writer: Writer, rng: Random) -> list[Part]:
    most = site.dice.number("brief", 1, 4)
    return [Part("p", writer.paragraph(rng.randint(1, 4))) for _ in range(rng.randint(1, most))]


def _product(site: Site, writer: Writer, rng: Random) -> list[Part]:
    rows = tuple(
        f"{key}\t{writer.say('value')}" for key in writer.phrases("spec", rng.randint(3, 7))
    )
    listed = [extra(writer, rng, "ul")] if site.dice.chance("features", 0.5) else []
    return [*_paragraphs(site, writer, rng, rng.randint(1, 4)), *listed, Part("table", items=rows)]


def _posts(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """Posts of a thread: the writer's name in `items`, the text with line breaks."""
    count = rng.randint(1, site.dice.number("posts", 3, 18))
    return [
        Part(
            "post",
            "\n".join(writer.paragraph(rng.randint(1, 4)) for _ in range(rng.randint(1, 3))),
            (writer.say("given"),),
        )
        for _ in range(count)
    ]


def _link(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """A link post: one line or two about a page elsewhere."""
    del site
    line = writer.paragraph(1) if rng.random() < 0.7 else writer.title()
    return [Part("p", line), *([Part("quote", writer.paragraph(2))] if rng.random() < 0.4 else [])]


def _lines(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """Nothing but lines: titles of a series, results, names."""
    key = site.dice.choice("lines of", ("headline", "noun", "event", "caption", "name"))
    return [
        Part(
            site.dice.choice("lines", ("ul", "ol", "ul")),
            items=tuple(writer.say(key) for _ in range(rng.randint(3, 40))),
        )
    ]


def _interview(site: Site, writer: Writer, rng: Random) -> list[Part]:
    turns = (
        (Part("h", writer.say("question")), *_paragraphs(site, writer, rng, rng.randint(1, 3)))
        for _ in range(rng.randint(2, 9))
    )
    return [*_paragraphs(site, writer, rng, 1), *(part for turn in turns for part in turn)]


def _live(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """Short reports, each with its time."""
    del site
    hours = sorted(
        (f"{rng.randint(6, 23):02}:{rng.randint(0, 59):02}" for _ in range(rng.randint(4, 15))),
        reverse=True,
    )
    return [
        part
        for hour in hours
        for part in (Part("h", hour), Part("p", writer.paragraph(rng.randint(1, 4))))
    ]


def _gallery(site: Site, writer: Writer, rng: Random) -> list[Part]:
    figures = [extra(writer, rng, "figure") for _ in range(rng.randint(3, 12))]
    return [*_paragraphs(site, writer, rng, rng.randint(1, 2)), *figures]


def _data(site: Site, writer: Writer, rng: Random) -> list[Part]:
    """Tables are the content: results, times, prices."""
    parts = _paragraphs(site, writer, rng, rng.randint(0, 2))
    for _ in range(rng.randint(1, 4)):
        parts += [extra(writer, rng, "h"), extra(writer, rng, "table")]
    return parts


_PARTS = {
    "gallery": _gallery,
    "data": _data,
    "lines": _lines,
    "interview": _interview,
    "live": _live,
    "wiki": _sections,
    "docs": _sections,
    "recipe": _recipe,
    "notice": _notice,
    "event": _notice,
    "brief": _brief,
    "product": _product,
    "thread": _posts,
    "question": _posts,
    "links": _link,
}
