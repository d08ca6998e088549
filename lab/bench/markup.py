"""Layouts of five generated sites, from semantic elements to tables of 1999.

A frame is the template of a site, with placeholders for the parts of each page. The markup of the
parts differs too: a `<time>` on one site is a bare cell on another.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Make:
    """The markup of a site: format strings of frames and of their parts."""

    article: str
    """Fields: site, menu, title, date, author, body, related, popular, end."""
    index: str
    """A page of links to articles. Fields: site, menu, title, body, popular, end."""
    entry: str
    """An article on an index. Fields: href, title, date, text."""
    link: str
    """An item of a list of links. Fields: href, title, note."""
    date: str = "{day} {month} {year}"
    east: bool = False
    """Text in Japanese: no spaces, no names of months."""


def _framed(frame: str, inside: str) -> str:
    return frame.replace("{inside}", inside)


_HEAD = (
    '<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>{title} | {site}'
    '</title><meta property="og:site_name" content="{site}"><link rel="stylesheet" href="/a.css">'
    "</head>\n"
)
_MAGAZINE = (
    _HEAD
    + '<body class="layout"><header class="top"><a class="brand" href="/"><img src="/logo.png"'
    ' alt="{site}"></a><nav class="menu"><ul>{menu}</ul></nav></header>\n<main>{inside}</main>\n'
    '<footer class="end">{end}</footer></body></html>\n'
)
_BLOG = (
    _HEAD + '<body><div id="wrapper"><div id="header"><h2><a href="/">{site}</a></h2></div>'
    '<div id="navigation"><ul>{menu}</ul></div>\n<div id="columns"><div id="content">{inside}</div>'
    '<div id="sidebar"><div class="widget"><h4>Popular</h4><ul>{popular}</ul></div></div></div>\n'
    '<div id="footer">{end}</div></div></body></html>\n'
)
_TABLE = (
    "<html><head><title>{site}: {title}</title></head>\n<body bgcolor=white><table width=100%>"
    "<tr><td colspan=2><font size=6>{site}</font></td></tr><tr><td width=150 valign=top>"
    "<table>{menu}</table></td><td valign=top>{inside}</td></tr><tr><td colspan=2>{end}</td></tr>"
    "</table></body></html>\n"
)
_DOCUMENTS = (
    _HEAD + '<body><div class="page"><div class="bar" role="navigation"><p class="logo">{site}</p>'
    '<ul class="toc">{menu}</ul></div><section class="main"><div class="crumbs"><a href="/">{site}'
    '</a> » <a href="../">Manual</a></div><div role="main">{inside}</div>'
    '<div class="foot">{end}</div></section></div></body></html>\n'
)
_EAST = (
    _HEAD + '<body id="top"><div class="header"><p class="name"><a href="/">{site}</a></p></div>'
    '<div class="gnav"><ul>{menu}</ul></div>\n<div class="container">'
    '<div class="contents">{inside}</div><div class="side"><h3>人気の記事</h3>'
    "<ol>{popular}</ol></div></div>\n"
    '<div class="footer">{end}</div></body></html>\n'
)

MAKES = (
    Make(
        article=_framed(
            _MAGAZINE,
            "<article><h1>{title}</h1>\n<p class='meta'>by <a rel='author' href='/by'>{author}</a> "
            "<time>{date}</time></p>\n<div class='body'>{body}</div></article>\n"
            "<aside class='more'><h3>Related</h3><ul>{related}</ul><h3>Popular</h3>"
            "<ul>{popular}</ul></aside>",
        ),
        index=_framed(
            _MAGAZINE,
            "<h1>{title}</h1><div class='list'>{body}</div><aside><ul>{popular}</ul></aside>",
        ),
        entry="<section class='teaser'><h2><a href='{href}'>{title}</a></h2><time>{date}</time>"
        "<p>{text}</p></section>\n",
        link="<li><a href='{href}'>{title}</a> <span>{note} comments</span></li>\n",
    ),
    Make(
        article=_framed(
            _BLOG,
            '<div class="post"><h3 class="title">{title}</h3><div class="date">{date}</div>\n'
            '<div class="entry">{body}</div><p class="by">Posted by {author}</p></div>\n'
            '<div class="related"><h4>You may also like</h4><ul>{related}</ul></div>',
        ),
        index=_framed(_BLOG, "<h2>{title}</h2>{body}"),
        entry='<div class="post"><h3 class="title"><a href="{href}">{title}</a></h3>'
        '<div class="date">{date}</div><p>{text}</p></div>\n',
        link='<li><a href="{href}">{title}</a> ({note})</li>\n',
        date="{month} {day}, {year}",
    ),
    Make(
        article=_framed(
            _TABLE,
            "<h1>{title}</h1><font size=2>{date}, {author}</font><hr>\n{body}"
            "<table border=0><tr><td>See also</td></tr>{related}</table>",
        ),
        index=_framed(_TABLE, "<h1>{title}</h1><table>{body}</table>"),
        entry="<tr><td>{date}</td><td><a href='{href}'>{title}</a></td><td>{text}</td></tr>\n",
        link="<tr><td><a href='{href}'>{title}</a></td></tr>\n",
        date="{year}-{number:02}-{day:02}",
    ),
    Make(
        article=_framed(
            _DOCUMENTS,
            '<div class="section"><h1>{title}<a class="anchor" href="#x">¶</a></h1>\n{body}</div>'
            '<div class="updated">Last updated on {date} by {author}.</div>'
            '<div class="next"><p>Next</p><ul>{related}</ul></div>',
        ),
        index=_framed(_DOCUMENTS, '<div class="section"><h1>{title}</h1><dl>{body}</dl></div>'),
        entry='<dt><a href="{href}">{title}</a> ({date})</dt><dd>{text}</dd>\n',
        link='<li class="l1"><a class="internal" href="{href}">{title}</a></li>\n',
    ),
    Make(
        article=_framed(
            _EAST,
            '<div class="kiji"><p class="hizuke">{date}</p><h2>{title}</h2><p class="fude">文：'
            '{author}</p>\n{body}</div><div class="kanren"><h3>関連記事</h3>'
            "<ul>{related}</ul></div>",
        ),
        index=_framed(_EAST, "<h2>{title}</h2><ul class='list'>{body}</ul>"),
        entry="<li><p>{date}</p><p><a href='{href}'>{title}</a></p><p>{text}</p></li>\n",
        link="<li><a href='{href}'>{title}</a>（{note}）</li>\n",
        date="{year}年{number}月{day}日",
        east=True,
    ),
)
