"""Threads made by hand, for tests of what is done with them."""

from __future__ import annotations

from hypothesis import strategies as st

from honbun.posts.identity import KeyedThread, add_keys
from honbun.posts.model import Post, Thread

URL = "https://a.example/t"


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
    """A post of which only some things are known."""
    return Post(
        index=index,
        text=f"{author} {date} {body}" if text is None else text,
        body=body,
        author=author,
        date=date,
        published=published,
        number=number,
        reply_to=reply_to,
        permalink=permalink,
        xpaths=(f"/html/body/p[{index + 1}]",),
    )


def thread(
    *posts: Post, url: str = URL, address: str | None = None, title: str | None = "Boats"
) -> Thread:
    """A thread of some posts, of one page where no address is given."""
    return Thread(url, "t.html", address or url, title, posts, None, "utf-8", 0)


def identified(*threads: Thread) -> list[KeyedThread]:
    return list(add_keys(threads))


_MAYBE = st.none() | st.text(max_size=20)
POSTS = st.builds(
    post,
    body=_MAYBE,
    text=st.text(max_size=20),
    author=_MAYBE,
    date=_MAYBE,
    published=_MAYBE | st.sampled_from(["2008", "2008-12-10", "2008-12-10T09:30+09:00", "--12-10"]),
    number=_MAYBE | st.sampled_from(["1", "#2", "9" * 5000, "post-5"]),
    permalink=_MAYBE | st.sampled_from(["#1", "http://[", "javascript:x()", URL, f"{URL}#2"]),
)
THREADS = st.builds(
    lambda posts, url, title: thread(*posts, url=url, title=title),
    st.lists(POSTS, max_size=5),
    st.sampled_from([URL, "pages/t.html", "http://[#x", "", f"{URL}?page=2#x"]),
    _MAYBE,
)
"""Any thread at all."""
