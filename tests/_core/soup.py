"""Small random pages with what segments depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from honbun._core.segments import Segments
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.strategies import PIECES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.html.blocks import Blocks

HOST = "a.example"
TITLES = ("The boats of Anna | Boats daily", "Anna")
SENTENCE = "The boats of Anna, which were seen on 12 May 2010, float again, and nobody knows why. "
_OPEN = st.sampled_from(
    (
        *(
            "<a href=#x>",
            "<a href=/x>",
            "<a href='//WWW.a.example/y'>",
            "<a href=http://b.example>",
        ),
        *("<a href=mailto:x>", "<a href=https://a.example?x>", "<a>", "<a rel=author href=' '>"),
        *("<nav>", "<main>", "<article>", "<header>", "<footer>", "<aside>", "<figure>", "<menu>"),
        *("<div role=navigation>", "<div role=' Main '>", "<ul>", "<blockquote>", "<time>", "<hr>"),
        *(
            "<div hidden>",
            "<p style='Display : none'>",
            "<i style=visibility:hidden>",
            "<noscript>",
        ),
        *("<span aria-hidden=True>", "<p style=color:red>", "<label>", "<input>", "<x-y>", "<h1>"),
        *("<div class='post1 x'>", "<div class=post2>", "<div class=side>", "<div class=' 12 '>"),
        *("<p class=commentList id=main-text>", "<span itemprop='author x'>", "<frameset>"),
        *("<select>", "<option>", "<template>", "<template shadowrootmode=open>", "<canvas>"),
    )
)
_CLOSE = st.sampled_from("a nav main div p ul li span noscript select template h1".split()).map(
    lambda tag: f"</{tag}>"
)
_TEXT = st.sampled_from(
    (
        *(
            "Anna",
            "boats of Anna",
            "Boats daily",
            "2010-05-12",
            "$5",
            "Really?",
            "a, b: ",
            SENTENCE,
        ),
        *(
            "本文を読む。",
            "本",
            "\x01",
            "\x1c",
            "\x85",
            "\u3000",
            "\ufffe",
            "é",
            "\U0001f600",
            " \x02 ",
        ),
        *("<br>", "<br><br>", "<br> <br>", "<img src=x>", "|", SENTENCE * 2, " "),
    )
)
SOUP = st.lists(_OPEN | _TEXT | _TEXT | _CLOSE | PIECES, max_size=25).map("".join)
"""Pages; every other piece is a text."""


RICH = (
    "<h1>boats of Anna</h1><div class=post1><div><p>The boats of Anna sink<p>b <b>c</b></div><p>d"
    f"<div class=side><p class=commentList>{SENTENCE}<img src=x><p>2010-05-12<br>e</div></div>"
    f"<main><ul><li><a href=#x>f</a><li><a href=/x>g</a> h<li>$5?</ul><p>{SENTENCE}</p></main>"
    "<div role=navigation><a href=http://b.example>i</a><br><br><label>j</label><input>本文。</div>"
    "<p hidden>k<p>\x01 l<select><option>m</select>n<hr>o<h3>p</h3><p>d"
)
"""A page with some of everything."""


def blocks_of(html: str) -> Blocks:
    return split(parse(html))


def segments_of(html: str, titles: Sequence[str] = TITLES) -> Segments:
    return Segments(blocks_of(html), titles, HOST)
