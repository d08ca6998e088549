"""A site whose front page lists news and, beside them, events."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.inputs.loopback import reply

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

    from tests.inputs.loopback import Answer

NEWS = (
    (
        "The ferry to the north island runs again",
        "After three months the boat is back, twice a day.",
    ),
    ("Town library opens a room for maps", "Four hundred old maps of the coast can be looked at."),
    ("Bakers agree on the price of rye bread", "A loaf costs the same in all seven bakeries now."),
    ("Storm takes the roof of the fish market", "Nobody was hurt; the stalls stand on the square."),
    ("School choir wins at the spring festival", "Forty children sang, in three languages."),
    (
        "港の灯台、百年ぶりに塗り替え",
        "市は十一月から灯台の外壁を白く塗り直す。工事の間も灯は消えない。",
    ),
)
"""The oldest first; new items are added at the end, and shown at the top of the page."""
FRESH = ("Council plants ninety trees by the quay", "Lindens and elms will shade the walk to town.")
EVENTS = (
    "Open day at the lighthouse",
    "Second-hand boats for sale on the quay",
    "Evening of shanties in the old hall",
    "Guided walk along the northern dunes",
)

News = tuple[tuple[str, str], ...]


def front(news: News = NEWS, *, head: str = "") -> bytes:
    """The front page, the newest first."""
    items = "".join(
        f"<article><h2><a href='/news/{day}'>{escape(title)}</a></h2>"
        f"<p><time datetime='2026-10-{day}'>{day} October 2026</time>"
        f"<p>{escape(summary)}</article>"
        for day, (title, summary) in reversed(list(enumerate(news, 10)))
    )
    events = "".join(
        f"<li><a href='/events/{number}'>{escape(title)}</a>"
        for number, title in enumerate(EVENTS, 1)
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Harbour Post</title>{head}"
        "<body><header><a href='/'>Harbour Post</a><nav><a href='/about'>About</a> "
        "<a href='/contact'>Contact</a></nav></header>"
        f"<main><h1>News of the harbour</h1>{items}</main>"
        f"<aside><h2>Events in town</h2><ul>{events}</ul></aside>"
        "<footer>Harbour Post, 1 Quay Street</footer>"
    ).encode()


def versioned(body: bytes, etag: str) -> Answer:
    """A reply with an ETag, which is 304 if the client has it already."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        if request.headers.get("If-None-Match") == etag:
            reply(status=304, kind=None, ETag=etag)(request)
        else:
            reply(body, ETag=etag)(request)

    return answer
