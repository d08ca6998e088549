"""Threads with replies inside, beside or below other posts."""

from __future__ import annotations

from tests.posts.pages.messages import MONTHS, Expected, Extras, Made, Saying, ad, framed, sayings

LEVELS = (0, 1, 2, 1, 0, 1, 2, 3, 0, 0)
"""The depth of each post; posts without one above reply to none."""


def _above(place: int) -> int | None:
    """The post that one replies to."""
    return next((p for p in range(place - 1, -1, -1) if LEVELS[p] < LEVELS[place]), None)


def lists(number: int, extras: Extras) -> Made:
    """Comments as lists inside the items that they reply to."""
    said, posts = sayings(number, len(LEVELS)), []
    html, level = "<ul class=comments>", 0
    for place, each in enumerate(said):
        when = each.when
        date = f"{MONTHS[when.month - 1]} {when.day}, {when.year} at {when:%H:%M}"
        if LEVELS[place] > level:
            html += "<ul>"
        elif place:
            html += "</li>" + "</ul></li>" * (level - LEVELS[place])
        level = LEVELS[place]
        html += (
            f'<li class="comment" id="comment-{place + 1}"><div class="by"><b>{each.author}</b> '
            f'<span class="date">{date}</span></div><div class="said"><p>{each.message}</p></div>'
            '\n<a class="re" href="#reply">Reply</a>'
        )
        answered = _above(place)
        posts.append(
            Expected(
                f"{each.author} {date} {each.message} Reply",
                each.author,
                date,
                f"{when:%Y-%m-%dT%H:%M}",
                each.message,
                number=str(place + 1),
                reply_to=None if answered is None else str(answered + 1),
            )
        )
    html += "</li>" + "</ul></li>" * level + "</ul>"
    return Made(framed(f"<div id=thread><h1>Tea</h1>{html}</div>", extras), tuple(posts))


def indented(number: int, extras: Extras) -> Made:
    """Rows of a table, indented by the width of an image."""
    said, posts, parts = sayings(number, len(LEVELS)), [], []
    for place, each in enumerate(said):
        when = each.when
        date = f"{when:%Y-%m-%d %H:%M}"
        parts.append(
            f'<tr class="row" id="{700 + place}"><td><table><tr><td class="ind">'
            f'<img src="s.gif" height="1" width="{40 * LEVELS[place]}"></td><td class="default">'
            f'<span class="head"><a class="user" href="user?id={each.author}">{each.author}</a> '
            f'<span class="age">{date}</span></span><br><div class="words">{each.message}</div>'
            '\n<u><a href="reply">reply</a></u></td></tr></table></td></tr>'
        )
        answered = _above(place)
        posts.append(
            Expected(
                f"{each.author} {date} {each.message} reply",
                each.author,
                date,
                f"{when:%Y-%m-%dT%H:%M}",
                each.message,
                number=str(700 + place),
                reply_to=None if answered is None else str(700 + answered),
            )
        )
        if extras.ads and place == 5:
            parts.append(f'<tr class="gap"><td>{ad(place)}</td></tr>')
    html = f"<center><table class=tree>{''.join(parts)}</table></center>"
    return Made(framed(html, extras), tuple(posts))


def _answer(each: Saying, kind: str, ident: int, verb: str) -> tuple[str, Expected]:
    when = each.when
    date = f"{MONTHS[when.month - 1]} {when.day}, {when.year} {when:%H:%M}"
    html = (
        f'<div class="{kind}" id="{ident}"><div class="votes">3</div><div class="text">'
        f'<p>{each.message}</p></div><div class="info">{verb} <span class="time">{date}</span> '
        f'<a href="/users/{each.author}">{each.author}</a></div></div>'
    )
    text = f"3 {each.message} {verb} {date} {each.author}"
    told = Expected(text, each.author, date, f"{when:%Y-%m-%dT%H:%M}", each.message)
    return html, told


def question(number: int, extras: Extras) -> Made:
    """A question in an element of its own, and answers in others."""
    first, *others = sayings(number, 7)
    asked, opening = _answer(first, "question", 11, "asked")
    posts, answers = [opening], ""
    for place, each in enumerate(others):
        html, told = _answer(each, "answer", 12 + place, "answered")
        posts.append(told)
        answers += html
    html = f"<div id=main><h1>How is a kettle mended?</h1>{asked}<h2>6 Answers</h2>{answers}</div>"
    return Made(framed(html, extras), tuple(posts))


def opened(number: int, extras: Extras) -> Made:
    """A first post before the boxes of its replies."""
    posts: list[Expected] = []
    parts: list[str] = []
    for each in sayings(number, 8):
        when = each.when
        date = f"{when:%d.%m.%Y} {when:%H:%M}"
        inner = (
            f"<p><b>{each.author}</b> <i>{date}</i></p><p>{each.message}</p><p><a href=#>Reply</a>"
        )
        parts.append(f"<div class=answer>{inner}</div>" if posts else inner)
        text = f"{each.author} {date} {each.message} Reply"
        posts.append(Expected(text, each.author, date, f"{when:%Y-%m-%dT%H:%M}", each.message))
    html = f"<main class=topic><h1>Kettles</h1>{''.join(parts)}</main>"
    return Made(framed(html, extras, lang="de"), tuple(posts))


def blog(number: int, extras: Extras) -> Made:
    """An article, which is no post, and the comments on it."""
    said, posts, parts = sayings(number), [], []
    article = "".join(f"<p>{each.message}</p>" for each in sayings(number + 500, 4))
    for place, each in enumerate(said):
        when = each.when
        date = f"{when:%B} {when.day}, {when.year} at {when:%H:%M}"
        home = extras.homes and place % 2 == 1
        name = f'<a href="http://{place}.example/">{each.author}</a>' if home else each.author
        parts.append(
            f'<li class="comment" id="comment-{50 + place}"><div class="vcard">{name} <span '
            f'class="says">says:</span></div><div class="meta"><a href="#comment-{50 + place}">'
            f"{date}</a></div><p>{each.message}</p></li>"
        )
        text = f"{each.author} says: {date} {each.message}"
        published = f"{when:%Y-%m-%dT%H:%M}"
        posts.append(
            Expected(text, each.author, date, published, each.message, number=str(50 + place))
        )
    html = (
        f"<div class=entry><h1>On kettles</h1>{article}</div><div id=comments>"
        f"<h3>{len(posts)} thoughts</h3><ol class=commentlist>{''.join(parts)}</ol></div>"
    )
    return Made(framed(html, extras), tuple(posts))
