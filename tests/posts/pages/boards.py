"""Boards: posts in rows of a table, in cards, and in lists of terms."""

from __future__ import annotations

from tests.posts.pages.messages import (
    MONTHS,
    Expected,
    Extras,
    Made,
    Saying,
    ad,
    framed,
    sayings,
    signature,
)


def _body(said: list[Saying], place: int, extras: Extras) -> tuple[str, str]:
    """The message as markup and as text, with a quotation now and then."""
    message = said[place].message
    if not extras.quotes or place % 3 != 2:
        return message, message
    quoted = said[place - 1].body[0]
    return f"<blockquote>{quoted}</blockquote>\n{message}", f"{quoted} {message}"


def rows(number: int, extras: Extras) -> Made:
    """Table rows, the author in a cell beside the message."""
    said, posts, parts = sayings(number), [], []
    for place, each in enumerate(said):
        when, ident = each.when, 4000 + 7 * place
        date = f"{MONTHS[when.month - 1]} {when.day:02}, {when.year} {when:%H:%M}"
        shown, body = _body(said, place, extras)
        home = extras.homes and place % 2 == 0
        signed = extras.signatures and place % 2 == 1
        parts.append(
            f'<tr class="post" id="p{ident}"><td class="who"><b class="name">{each.author}</b><br>'
            f'<span class="rank">Member</span></td><td class="what"><div class="when">Posted: '
            f'{date}</div><div class="message">{shown}</div>'
            + (f'<div class="signature">{signature(each.author)}</div>' if signed else "")
            + (f'\n<a href="http://{place}.example/">www</a>' if home else "")
            + "</td></tr>"
        )
        text = f"{each.author} Member Posted: {date} {body}"
        text += f" {signature(each.author)}" if signed else ""
        text += " www" if home else ""
        published = f"{when:%Y-%m-%dT%H:%M}"
        posts.append(Expected(text, each.author, date, published, body, number=str(ident)))
        if extras.ads and place % 4 == 1:
            parts.append(f'<tr class="banner"><td colspan=2>{ad(place)}</td></tr>')
    html = f"<h1>Kettles</h1><table class=thread>{''.join(parts)}</table>"
    return Made(framed(html, extras), tuple(posts))


def cards(number: int, extras: Extras) -> Made:
    """Boxes with classes, each with an anchor and a permalink at its date."""
    said, posts, parts = sayings(number), [], []
    for place, each in enumerate(said):
        when, ident = each.when, 90 + place
        date = f"{MONTHS[when.month - 1]} {when.day}, {when.year}, {when:%H:%M}"
        shown, body = _body(said, place, extras)
        home = extras.homes and place % 3 == 0
        signed = extras.signatures and place % 2 == 1
        parts.append(
            f'<div class="card{" odd" if place % 2 else ""}" id="c-{ident}"><p class="head">'
            f'<a class="user" href="/u/{each.author}">{each.author}</a> '
            f'<a class="link" href="#c-{ident}">{date}</a></p>'
            f'<div class="content"><p>{shown}</p></div>'
            + (f'<p class="sig">{signature(each.author)}</p>' if signed else "")
            + (f'<p class="home"><a href="http://{place}.example/">Home page</a></p>' * home)
            + "</div>"
        )
        text = f"{each.author} {date} {body}" + f" {signature(each.author)}" * signed
        text += " Home page" * home
        published = f"{when:%Y-%m-%dT%H:%M}"
        posts.append(Expected(text, each.author, date, published, body, number=str(ident)))
        if extras.ads and place % 4 == 2:
            parts.append(f'<div class="promo"><p>{ad(place)}</p></div>')
    html = f"<div class=main><h1>Ropes</h1><div class=list>{''.join(parts)}</div></div>"
    return Made(framed(html, extras), tuple(posts))


def terms(number: int, extras: Extras) -> Made:
    """A Japanese board: a term with number, name, date and token, and the message as definition."""
    days = "月火水木金土日"
    said, posts, parts = sayings(number, 12, japanese=True), [], []
    for place, each in enumerate(said):
        when = each.when
        date = f"{when:%Y/%m/%d}({days[when.weekday()]}) {when:%H:%M}"
        shown, body = "<br>".join(each.body), each.message
        if extras.quotes and place % 3 == 2:
            shown, body = f"&gt;&gt;{place}<br>{shown}", f">>{place} {body}"
        token = f"ID:q{place * 37 % 11}Zx0"
        parts.append(f"<dt>{place + 1} ：<b>{each.author}</b>：{date} {token}<dd>{shown}<br><br>")
        text = f"{place + 1} ：{each.author}：{date} {token} {body}"
        published = f"{when:%Y-%m-%dT%H:%M}"
        posts.append(Expected(text, each.author, date, published, body, number=str(place + 1)))
    html = f"<h1>港の猫</h1><dl class=thread>{''.join(parts)}</dl>"
    return Made(framed(html, extras, title="港の猫", lang="ja"), tuple(posts))


def pairs_of_rows(number: int, extras: Extras) -> Made:
    """Two table rows a post, neither of which holds the other, and no class anywhere."""
    said, posts, parts = sayings(number), [], []
    for place, each in enumerate(said):
        date = f"{each.when:%Y-%m-%d %H:%M}"
        shown, body = _body(said, place, extras)
        parts.append(
            f'<tr><td><a href="/user/{each.author}">{each.author}</a> '
            f"<small>{date}</small></td></tr><tr><td><p>{shown}</p></td></tr>"
        )
        published = f"{each.when:%Y-%m-%dT%H:%M}"
        text = f"{each.author} {date} {body}"
        posts.append(Expected(text, each.author, date, published, body))
    html = f"<h1>Kettles</h1><table>{''.join(parts)}</table>"
    return Made(framed(html, extras), tuple(posts))


def german(number: int, extras: Extras) -> Made:
    """Sections with German dates and labels."""
    months = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
    said, posts, parts = sayings(number), [], []
    for place, each in enumerate(said):
        when = each.when
        date = f"{when.day}. {months.split()[when.month - 1]} {when.year}, {when:%H:%M} Uhr"
        shown, body = _body(said, place, extras)
        parts.append(
            f'<section class="beitrag"><header><strong>{each.author}</strong> schrieb am {date}'
            f":</header><div class=inhalt>{shown}</div><footer>Antworten</footer></section>"
        )
        text = f"{each.author} schrieb am {date}: {body} Antworten"
        posts.append(Expected(text, each.author, date, f"{when:%Y-%m-%dT%H:%M}", body))
        if extras.ads and place == 3:
            parts.append(f'<aside class="werbung">{ad(place)}</aside>')
    html = f"<main><h1>Seile</h1>{''.join(parts)}</main>"
    return Made(framed(html, extras, title="Seile", lang="de"), tuple(posts))


def spanish(number: int, extras: Extras) -> Made:
    """List items with Spanish dates after the message."""
    months = (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    )
    said, posts, parts = sayings(number), [], []
    for place, each in enumerate(said):
        when = each.when
        date = f"{when.day} de {months.split()[when.month - 1]} de {when.year}"
        shown, body = _body(said, place, extras)
        parts.append(
            f'<li class="comentario"><cite>{each.author}</cite> dijo:<div class="texto">{shown}'
            f'</div><p class="fecha">{date}</p></li>'
        )
        text = f"{each.author} dijo: {body} {date}"
        posts.append(Expected(text, each.author, date, f"{when:%Y-%m-%d}", body))
    html = f"<div class=hilo><h2>Comentarios</h2><ol>{''.join(parts)}</ol></div>"
    return Made(framed(html, extras, title="Cuerdas", lang="es"), tuple(posts))
