"""Pages of the old web: text between rules and line breaks, with no element for a post."""

from __future__ import annotations

from tests.posts.pages.messages import Expected, Extras, Made, framed, sayings


def ruled(number: int, extras: Extras) -> Made:
    """Bare text between rules: number, name and date, then the message."""
    said, posts, parts = sayings(number, 10), [], []
    for place, each in enumerate(said):
        date = f"{each.when:%Y/%m/%d %H:%M}"
        lines = list(each.body)
        if extras.quotes and place % 3 == 2:
            lines.insert(0, f"&gt; {said[place - 1].body[0]}")
        home = extras.homes and place % 2 == 0
        parts.append(
            f"{place + 1}: <b>{each.author}</b> {date}"
            + f' <a href="http://{place}.example/">home</a>' * home
            + f"<br>{'<br>'.join(lines)}<br>\n"
        )
        body = " ".join(lines).replace("&gt;", ">")
        text = f"{place + 1}: {each.author} {date}{' home' * home} {body}"
        published = f"{each.when:%Y-%m-%dT%H:%M}"
        posts.append(Expected(text, each.author, date, published, body, number=str(place + 1)))
    html = f"<h2>Board</h2><hr>{'<hr>'.join(parts)}<hr>"
    return Made(framed(html, extras), tuple(posts))


def lined(number: int, extras: Extras) -> Made:
    """Bare text, line breaks, and the picture of a line between posts."""
    said, posts, parts = sayings(number), [], []
    for place, each in enumerate(said):
        when = each.when
        date = f"{when:%b} {when.day}, {when.year}"
        lines = list(each.body)
        if extras.quotes and place % 3 == 1:
            lines.insert(0, f"&gt;&gt; {said[place - 1].body[0]}")
        parts.append(f"Name: {each.author}<br>Date: {date}<br>{'<br>'.join(lines)}<br>")
        body = " ".join(lines).replace("&gt;", ">")
        text = f"Name: {each.author} Date: {date} {body}"
        posts.append(Expected(text, each.author, date, f"{when:%Y-%m-%d}", body))
    line = '<br><img src="/pics/rope.gif" width=400 height=3><br>'
    html = f"<h2>Ropes</h2>{line}{line.join(parts)}{line}"
    return Made(framed(html, extras), tuple(posts))


def guestbook(number: int, extras: Extras) -> Made:
    """A guestbook: name and e-mail, home page for some, then rules."""
    said, posts, parts = sayings(number, 11), [], []
    for place, each in enumerate(said):
        when = each.when
        mail = f"{each.author}@post.example"
        date = f"{when:%A}, {when:%B} {when.day}, {when.year} at {when:%H:%M:%S}"
        home = extras.homes and place % 3 != 1
        parts.append(
            f'<p><b>{each.author}</b> &lt;<a href="mailto:{mail}">{mail}</a>&gt;<br>'
            + f'Home page: <a href="http://{place}.example/">{place}.example</a><br>' * home
            + f"<i>{date}</i></p><p>{each.message}</p>"
        )
        text = f"{each.author} <{mail}>" + f" Home page: {place}.example" * home
        text += f" {date} {each.message}"
        published = f"{when:%Y-%m-%dT%H:%M:%S}"
        posts.append(Expected(text, each.author, date, published, each.message))
    html = f"<h1>My guestbook</h1><p>Thank you for coming by!</p><hr>{'<hr>'.join(parts)}<hr>"
    return Made(framed(html, extras, title="Guestbook"), tuple(posts))


def diary(number: int, extras: Extras) -> Made:
    """A diary: the days are headings, and nobody is named."""
    said, posts, parts = sayings(number), [], []
    for each in said:
        when = each.when
        date = f"{when:%B} {when.day}, {when.year}"
        parts.append(f"<h3>{date}</h3>" + "".join(f"<p>{line}</p>" for line in each.body))
        text = f"{date} {each.message}"
        posts.append(Expected(text, None, date, f"{when:%Y-%m-%d}", each.message))
    html = f"<div class=diary><h1>Days by the sea</h1>{''.join(parts)}</div>"
    return Made(framed(html, extras, title="Days by the sea"), tuple(posts))


def japanese_diary(number: int, extras: Extras) -> Made:
    """A diary in Japanese: a sign and a date open each day, and nothing closes it."""
    said, posts, parts = sayings(number, japanese=True), [], []
    for each in said:
        when = each.when
        date = f"{when.year}年{when.month}月{when.day}日"
        parts.append(f"■{date}<br>{'<br>'.join(each.body)}<br><br>")
        text = f"■{date} {each.message}"
        posts.append(Expected(text, None, date, f"{when:%Y-%m-%d}", each.message))
    html = f"<h1>日記</h1><hr>{''.join(parts)}<hr>"
    return Made(framed(html, extras, title="日記", lang="ja"), tuple(posts))
