"""Posts of whole pages: every format that was made, alone, together and mixed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from honbun.api import posts
from honbun.page import Page
from honbun.posts.model import PostsOptions, Thread
from honbun.runner.run import Run
from tests.posts.pages.formats import EXTRAS, FORMATS, PLAIN
from tests.posts.pages.said import Expected, Extras, sayings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.errors import Failure
    from honbun.posts.model import Post
    from tests.posts.pages.said import Made

HOST = "https://board.example"
ALONE = PostsOptions(alone=True)


def page(made: Made | str, number: int = 0) -> Page:
    html = made if isinstance(made, str) else made.html
    return Page(html, url=f"{HOST}/topic-{chr(97 + number % 26) * (1 + number // 26)}")


def only(html: str) -> Thread:
    (thread,) = posts([page(html)])
    return thread


def told(post: Post, like: Expected) -> Expected:
    """What is told of a post, as far as it is asked for."""
    return Expected(
        post.text,
        post.author,
        post.date,
        post.published,
        post.body,
        post.number if like.number else None,
        post.reply_to if like.number else None,
    )


def assert_found(thread: Thread, expected: Sequence[Expected]) -> None:
    assert thread.reason is None
    assert [post.text for post in expected] == [post.text for post in thread.posts]
    assert list(expected) == [told(p, e) for p, e in zip(thread.posts, expected, strict=True)]
    assert list(range(len(expected))) == [post.index for post in thread.posts]


@pytest.mark.parametrize("extras", EXTRAS)
@pytest.mark.parametrize("name", FORMATS)
def test_one_page_of_a_format_is_enough(name: str, extras: str) -> None:
    made = FORMATS[name](1, EXTRAS[extras])
    assert_found(only(made.html), made.posts)


@pytest.mark.parametrize("name", FORMATS)
def test_pages_of_a_format_are_cut_alike(name: str) -> None:
    made = [FORMATS[name](number, EXTRAS["all"]) for number in range(2, 6)]
    threads = list(posts([page(each, number) for number, each in enumerate(made)]))
    for thread, each in zip(threads, made, strict=True):
        assert_found(thread, each.posts)


def test_pages_of_all_formats_may_be_mixed() -> None:
    made = [tag_class(number, PLAIN) for tag_class in FORMATS.values() for number in (1, 2, 3)]
    Random(0).shuffle(made)
    threads = list(posts([page(each, number) for number, each in enumerate(made)]))
    for thread, each in zip(threads, made, strict=True):
        assert_found(thread, each.posts)


CARD = (
    '<div class="card"><p class="head"><b>{name}</b> <i>{date}</i></p><p class="body">{body}</p>'
    '<p class="foot"><a href=#>Answer</a> <a href=#>Report</a></p></div>'
)


def few(number: int, count: int) -> str:
    said = sayings(number, 6)[:count]
    cards = [CARD.format(name=s.author, date=f"{s.when:%Y-%m-%d}", body=s.message) for s in said]
    return f"<h1>{said[0].body[0]}</h1><div class=cards>{''.join(cards)}</div>"


@pytest.mark.parametrize("number", [17, 28, 37])
def test_a_page_is_cut_by_the_others_of_its_format(number: int) -> None:
    """Of these pages alone it is nearly as likely that the first post and the second are one."""
    made = [FORMATS["opened"](each, PLAIN) for each in (number, 1, 2, 3)]
    threads = list(posts([page(each, place) for place, each in enumerate(made)]))
    for thread, each in zip(threads, made, strict=True):
        assert_found(thread, each.posts)


def test_posts_are_the_same_every_time_and_in_every_process() -> None:
    made = [tag_class(number, PLAIN) for tag_class in FORMATS.values() for number in (4, 5)]
    pages = [page(each, number) for number, each in enumerate(made)]
    assert list(posts(pages)) == list(posts(pages, run=Run(2))) == list(posts(pages))


def test_alone_means_without_the_other_pages() -> None:
    pages = [page(FORMATS[name](3, PLAIN), number) for number, name in enumerate(FORMATS)]
    by_itself = [thread for each in pages for thread in posts([each])]
    assert by_itself == list(posts(pages, ALONE))


def test_pages_judged_alone_come_one_by_one() -> None:
    given: list[int] = []

    def pages() -> Iterable[Page]:
        for number in range(3):
            given.append(number)
            yield page(few(number, 4), number)

    found = posts(pages(), ALONE)
    next(iter(found))
    assert len(given) < 3


def test_a_page_that_fails_is_told_and_the_others_come() -> None:
    failures: list[Failure] = []
    unfolds = "".join(f"<p><b class=c{number}>" for number in range(4000))
    pages = [page(few(1, 5)), Page(unfolds, source="b"), page(few(2, 5), 1)]
    found = list(posts(pages, run=Run(on_failure=failures.append)))
    assert [len(thread.posts) for thread in found] == [5, 5]
    assert [failure.source for failure in failures] == ["b"]


def test_a_thread_knows_its_page() -> None:
    html = "<title>Ropes – a board</title>" + few(1, 4)
    (thread,) = posts([Page(html.encode(), url=f"{HOST}/t", source="t.html")])
    assert (thread.url, thread.source, thread.address) == (f"{HOST}/t", "t.html", f"{HOST}/t")
    assert (thread.title, thread.encoding, thread.replaced) == ("Ropes – a board", "utf-8", 0)


def test_what_a_card_links_to_at_its_date_is_its_permalink() -> None:
    made = FORMATS["cards"](1, PLAIN)
    found = only(made.html).posts
    assert [f"{HOST}/topic-a#c-{post.number}" for post in found] == [p.permalink for p in found]


def test_a_date_that_is_declared_says_more_than_one_that_is_shown() -> None:
    html = few(1, 5)
    for said in sayings(1, 6)[:5]:
        day = f"{said.when:%Y-%m-%d}"
        html = html.replace(f"<i>{day}</i>", f"<time datetime='{day}T10:30Z'>{day}</time>")
    found = only(html).posts
    assert [f"{post.date}T10:30Z" for post in found] == [
        (post.published or "").replace("+00:00", "Z") for post in found
    ]


NO_POSTS = {
    "nothing": "",
    "no body": "<title>Ropes</title>",
    "white space": "<body> \n\t <p> &nbsp; </p>",
    "code": "<script>var said = 'Ann, 2009-01-02: hello';</script>",
    "one word": "<p>Ropes.",
    "a menu": "<ul>"
    + "".join(f"<li><a href=/{n}>All about {n} kinds of ropes</a>" for n in range(30))
    + "</ul>",
    "a list of news": "".join(
        f"<p>2010-03-{n:02} <a href=/{n}>{' '.join(sayings(n, 1)[0].body)}</a></p>"
        for n in range(1, 20)
    ),
    "an article": "<h1>On ropes</h1><p class=by>By Ann Lee, March 3, 2010</p>"
    + "".join(f"<p>{said.message}</p>" for said in sayings(7, 12)),
    "an article with sections": "<h1>On ropes</h1><p>3 March 2010</p>"
    + "".join(f"<h2>{s.body[0]}</h2><p>{s.message}</p>" for s in sayings(8, 9)),
    "a table of numbers": "<table>"
    + "".join(f"<tr><td>{n}<td>{n * 7}<td>{n * n}</tr>" for n in range(60))
    + "</table>",
    "a price list": "<table>"
    + "".join(f"<tr><td>Rope no. {n}<td>{n}.50 EUR</tr>" for n in range(40))
    + "</table>",
}


@pytest.mark.parametrize("name", NO_POSTS)
def test_pages_without_posts_say_why(name: str) -> None:
    thread = only(NO_POSTS[name])
    assert thread.posts == ()
    assert thread.reason


def test_a_page_without_text_says_so() -> None:
    assert only(NO_POSTS["white space"]).reason == "the page has no text"


def test_pages_without_posts_stay_without_them_among_others() -> None:
    made = [tag_class(number, PLAIN).html for tag_class in FORMATS.values() for number in (1, 2)]
    pages = [page(html, number) for number, html in enumerate([*NO_POSTS.values(), *made])]
    found = list(posts(pages))
    assert [()] * len(NO_POSTS) == [thread.posts for thread in found[: len(NO_POSTS)]]
    assert all(thread.posts for thread in found[len(NO_POSTS) :])


def test_no_pages_have_no_threads() -> None:
    assert list(posts([])) == []


def test_weights_can_be_given() -> None:
    """With nothing but a liking for many, every paragraph is a post."""
    made = FORMATS["cards"](1, Extras())
    (usual,) = posts([page(made)])
    (many,) = posts([page(made)], PostsOptions(weights={"count": 100.0}))
    assert [post.text for post in many.posts] != [post.text for post in usual.posts]
