"""Items, lists, posts and threads for tests, and Hypothesis strategies for them."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from honbun._core.flow import BREAK
from honbun.document.model import Document, Part
from honbun.feeds.model import Feed, Item, ItemList
from honbun.posts.identity import KeyedThread, add_keys
from honbun.posts.model import Post, Thread
from tests.outputs.channels import ANY_TEXT, DATES

LIST_URL = "https://a.example/news"


def item(
    title: str = "Boats float",
    link: str | None = None,
    published: str | None = None,
    *,
    summary: str | None = None,
    author: str | None = None,
    image: str | None = None,
    categories: tuple[str, ...] = (),
) -> Item:
    """An item with some fields; a link may start with a slash."""
    absolute = f"https://a.example{link}" if link and link.startswith("/") else link
    return Item(title, absolute, published, summary, author, image, categories, "/html/body/p")


def item_list(*items: Item, heading: str | None = None) -> ItemList:
    return ItemList(items, heading, 1.0)


def feed_of(*listings: ItemList, url: str = LIST_URL, title: str | None = "News") -> Feed:
    return Feed(
        url=url,
        source="news.html",
        title=title,
        description="What happens",
        language="en",
        feeds=(),
        next=None,
        previous=None,
        lists=listings,
        reason=None if listings else "no list here",
        encoding="utf-8",
        replaced=0,
    )


_MAYBE_ANY = st.none() | ANY_TEXT
_LINKS = _MAYBE_ANY | st.sampled_from(
    [
        LIST_URL,
        f"{LIST_URL}#1",
        f"{LIST_URL}#2",
        "https://a.example/1",
        "http://www.a.example/1?utm_source=x",
        "https://a.example/1?id=2",
        "http://[",
        "a.html",
    ]
)
ITEMS = st.builds(
    Item,
    title=ANY_TEXT | st.sampled_from(["Boats", "Bridges"]),
    link=_LINKS,
    published=DATES | st.sampled_from([None, "2024-05-01", "2024-05-02T10:00"]),
    summary=_MAYBE_ANY,
    author=_MAYBE_ANY,
    image=_MAYBE_ANY,
    categories=st.lists(ANY_TEXT, max_size=2).map(tuple),
    xpath=st.just("/html"),
)


THREAD_URL = "https://a.example/t"


def document(text: str | None) -> Document:
    """A document with the paragraphs of a text, which blank lines separate.

    Control characters are dropped, as they are when a page is read.
    """
    bare = re.sub("[\x00-\x08\x0b-\x1f]", "", text or "")
    parts = [
        Part((("p", node, 0, ""),), paragraph.replace("\n", BREAK), 0)
        for node, paragraph in enumerate(bare.split("\n\n"))
        if paragraph
    ]
    return Document(tuple(parts))


def post(
    body: str | None = "Boats float.",
    *,
    index: int = 0,
    text: str | None = None,
    author: str | None = "Ann",
    date: str | None = None,
    published: str | None = None,
    number: str | None = None,
    reply_to: str | None = None,
    permalink: str | None = None,
) -> Post:
    """A post with some fields."""
    return Post(
        index=index,
        text=f"{author} {date} {body}" if text is None else text,
        body=document(body),
        author=author,
        date=date,
        published=published,
        number=number,
        reply_to=reply_to,
        permalink=permalink,
        xpaths=(f"/html/body/p[{index + 1}]",),
    )


def thread(
    *posts: Post, url: str = THREAD_URL, address: str | None = None, title: str | None = "Boats"
) -> Thread:
    """A thread with these posts, on a page of its own unless an address is given."""
    return Thread(url, "t.html", address or url, title, posts, None, "utf-8", 0)


def keyed(*threads: Thread) -> list[KeyedThread]:
    return list(add_keys(threads))


_MAYBE_TEXT = st.none() | st.text(max_size=20)
POSTS = st.builds(
    post,
    body=_MAYBE_TEXT,
    text=st.text(max_size=20),
    author=_MAYBE_TEXT,
    date=_MAYBE_TEXT,
    published=_MAYBE_TEXT
    | st.sampled_from(["2008", "2008-12-10", "2008-12-10T09:30+09:00", "--12-10"]),
    number=_MAYBE_TEXT | st.sampled_from(["1", "#2", "9" * 5000, "post-5"]),
    permalink=_MAYBE_TEXT
    | st.sampled_from(["#1", "http://[", "javascript:x()", THREAD_URL, f"{THREAD_URL}#2"]),
)
THREADS = st.builds(
    lambda posts, url, title: thread(*posts, url=url, title=title),
    st.lists(POSTS, max_size=5),
    st.sampled_from([THREAD_URL, "pages/t.html", "http://[#x", "", f"{THREAD_URL}?page=2#x"]),
    _MAYBE_TEXT,
)
"""Any thread."""
