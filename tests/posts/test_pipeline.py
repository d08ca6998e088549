"""Posts of whole pages: every template alone, together and mixed."""

from __future__ import annotations

import pickle
from collections import Counter
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from honbun.api import posts
from honbun.html.nodes import node_sequence
from honbun.page import Page
from honbun.posts.model import PostsOptions, Thread
from honbun.posts.pipeline import resegment, segment
from honbun.runner.run import Run
from tests.posts.builders import BROKEN, HTML, texts
from tests.posts.pages.formats import EXTRAS, FORMATS, PLAIN
from tests.posts.pages.messages import Expected, Extras, sayings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.errors import Failure
    from honbun.posts.model import Post
    from tests.posts.pages.messages import Made

HOST = "https://board.example"
ALONE = PostsOptions(alone=True)


def page(made: Made | str, number: int = 0) -> Page:
    html = made if isinstance(made, str) else made.html
    return Page(html, url=f"{HOST}/topic-{chr(97 + number % 26) * (1 + number // 26)}")


def only(html: str) -> Thread:
    (thread,) = posts([page(html)])
    return thread


def told(post: Post, like: Expected) -> Expected:
    """The fields of a post that a page specifies."""
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
def test_single_page_of_a_template_is_enough(name: str, extras: str) -> None:
    made = FORMATS[name](1, EXTRAS[extras])
    assert_found(only(made.html), made.posts)


@pytest.mark.parametrize("name", FORMATS)
def test_pages_of_a_template_are_segmented_alike(name: str) -> None:
    made = [FORMATS[name](number, EXTRAS["all"]) for number in range(2, 6)]
    threads = list(posts([page(each, number) for number, each in enumerate(made)]))
    for thread, each in zip(threads, made, strict=True):
        assert_found(thread, each.posts)


def test_templates_can_be_mixed() -> None:
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
def test_page_follows_the_segmentation_of_its_template(number: int) -> None:
    """On these pages alone it is nearly as likely that the first two posts are one."""
    made = [FORMATS["opened"](each, PLAIN) for each in (number, 1, 2, 3)]
    threads = list(posts([page(each, place) for place, each in enumerate(made)]))
    for thread, each in zip(threads, made, strict=True):
        assert_found(thread, each.posts)


def test_posts_are_the_same_in_every_run_and_process() -> None:
    made = [tag_class(number, PLAIN) for tag_class in FORMATS.values() for number in (4, 5)]
    pages = [page(each, number) for number, each in enumerate(made)]
    assert list(posts(pages)) == list(posts(pages, run=Run(2))) == list(posts(pages))


def test_alone_ignores_other_pages() -> None:
    pages = [page(FORMATS[name](3, PLAIN), number) for number, name in enumerate(FORMATS)]
    by_itself = [thread for each in pages for thread in posts([each])]
    assert by_itself == list(posts(pages, ALONE))


def test_alone_yields_pages_one_by_one() -> None:
    given: list[int] = []

    def pages() -> Iterable[Page]:
        for number in range(3):
            given.append(number)
            yield page(few(number, 4), number)

    found = posts(pages(), ALONE)
    next(iter(found))
    assert len(given) < 3


def test_failed_page_is_reported_and_the_others_are_read() -> None:
    failures: list[Failure] = []
    unfolds = "".join(f"<p><b class=c{number}>" for number in range(4000))
    pages = [page(few(1, 5)), Page(unfolds, source="b"), page(few(2, 5), 1)]
    found = list(posts(pages, run=Run(on_failure=failures.append)))
    assert [len(thread.posts) for thread in found] == [5, 5]
    assert [failure.source for failure in failures] == ["b"]


def test_thread_has_the_source_and_url_of_its_page() -> None:
    html = "<title>Ropes – a board</title>" + few(1, 4)
    (thread,) = posts([Page(html.encode(), url=f"{HOST}/t", source="t.html")])
    assert (thread.url, thread.source, thread.address) == (f"{HOST}/t", "t.html", f"{HOST}/t")
    assert (thread.title, thread.encoding, thread.replaced) == ("Ropes – a board", "utf-8", 0)


def test_link_at_the_date_of_a_card_is_its_permalink() -> None:
    made = FORMATS["cards"](1, PLAIN)
    found = only(made.html).posts
    assert [f"{HOST}/topic-a#c-{post.number}" for post in found] == [p.permalink for p in found]


def test_declared_date_is_more_precise_than_the_shown_one() -> None:
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
def test_pages_without_posts_have_a_reason(name: str) -> None:
    thread = only(NO_POSTS[name])
    assert thread.posts == ()
    assert thread.reason


def test_page_without_text_has_a_reason() -> None:
    assert only(NO_POSTS["white space"]).reason == "the page has no text"


def test_pages_without_posts_stay_empty_among_others() -> None:
    made = [tag_class(number, PLAIN).html for tag_class in FORMATS.values() for number in (1, 2)]
    pages = [page(html, number) for number, html in enumerate([*NO_POSTS.values(), *made])]
    found = list(posts(pages))
    assert [()] * len(NO_POSTS) == [thread.posts for thread in found[: len(NO_POSTS)]]
    assert all(thread.posts for thread in found[len(NO_POSTS) :])


def test_no_pages_yield_no_threads() -> None:
    assert list(posts([])) == []


def test_custom_weights_are_used() -> None:
    """If only the number of posts counts, every paragraph is a post."""
    made = FORMATS["cards"](1, Extras())
    (usual,) = posts([page(made)])
    (many,) = posts([page(made)], PostsOptions(weights={"count": 100.0}))
    assert [post.text for post in many.posts] != [post.text for post in usual.posts]


URL = "https://board.example/t"
OPTIONS = PostsOptions()


def test_resegmenting_with_the_best_segmentation_changes_nothing() -> None:
    for tag_class in FORMATS.values():
        page = Page(tag_class(2, PLAIN).html, url=URL)
        assert resegment(page, 0, OPTIONS) == segment(page, OPTIONS).thread


def test_page_can_be_resegmented() -> None:
    page = Page(FORMATS["cards"](2, PLAIN).html, url=URL)
    reading = segment(page, OPTIONS)
    others = [resegment(page, place, OPTIONS) for place in range(len(reading.votes.scores))]
    assert others[0] == reading.thread
    assert any(other.posts != reading.thread.posts for other in others)


def test_pages_of_one_template_share_a_signature() -> None:
    found = {
        name: {segment(Page(tag_class(n, PLAIN).html), OPTIONS).signature for n in range(3)}
        for name, tag_class in FORMATS.items()
    }
    assert all(len(signatures) == 1 for signatures in found.values())
    assert len(set(map(frozenset, found.values()))) > len(FORMATS) / 2


def test_page_record_can_be_pickled() -> None:
    reading = segment(Page(FORMATS["cards"](2, PLAIN).html, url=URL), OPTIONS)
    assert pickle.loads(pickle.dumps(reading)) == reading


def test_relative_dates_count_from_the_time_of_fetching() -> None:
    message = "This is long enough for anybody to see that it is the message of a post."
    html = "".join(
        f"<div class=p><b>{name}</b> <i>{n} hours ago</i><p>{name} says: {message}</div>"
        for n, name in enumerate(["Ann", "Bob", "Cleo", "Dan"], 2)
    )
    (thread,) = posts([Page(html, url=URL, fetched_at=datetime(2010, 3, 4, 12, tzinfo=UTC))])
    assert [(post.published or "")[:13] for post in thread.posts] == [
        f"2010-03-04T{hour:02}" for hour in (10, 9, 8, 7)
    ]


def assert_sound(page: Page) -> None:
    (thread,) = posts([page])
    assert bool(thread.posts) != bool(thread.reason)
    for index, post in enumerate(thread.posts):
        assert post.index == index
        assert post.text == " ".join(post.text.split()) != ""
        assert post.body is None or "".join(post.body.split()) in "".join(post.text.split())
        assert post.date is None or post.date in post.text or post.published
        assert post.author is None or post.author in post.text
        assert post.reply_to is None or post.reply_to in {p.number for p in thread.posts[:index]}
    row = node_sequence(page.parse())
    said = Counter("".join(post.text for post in thread.posts).replace(" ", ""))
    assert said <= Counter(row.read([(0, len(row))]))  # no letter occurs in two posts


@given(BROKEN)
def test_posts_of_broken_pages_are_sound(html: str) -> None:
    assert_sound(Page(html, url=URL))


@given(HTML)
def test_posts_of_any_page_are_sound(html: str) -> None:
    assert_sound(Page(html, url=URL))


def numbered_post(number: int) -> str:
    day = f"{2000 + number // 300}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
    return f"<b>u{number % 7}</b> <i>{day}</i><p>Number {number} says something of its own.</p>"


def thread_of(html: str) -> Thread:
    (thread,) = posts([Page(html, url="https://a.example/")])
    return thread


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<p class='a{n % 40} b{n % 41}'>x" for n in range(2000)),
        "".join(f"<p><img src=a width={'9' * 400}>{numbered_post(n)}" for n in range(9)),
        "<a:b>2010-03-04 said</a:b>" * 50,
    ],
    ids=["many classes", "wide images", "odd tags"],
)
def test_hostile_markup_has_posts_or_a_reason(html: str) -> None:
    thread = thread_of(html)
    assert bool(thread.posts) != bool(thread.reason)


def test_many_posts_are_all_found() -> None:
    html = "".join(f"<div class=post>{numbered_post(n)}</div>" for n in range(1500))
    assert [each.date for each in thread_of(html).posts] == [
        numbered_post(n).split("<i>")[1].split("</i>")[0] for n in range(1500)
    ]


def test_deeply_nested_replies_are_found() -> None:
    found = thread_of("".join(f"<ul><li>{numbered_post(n)}" for n in range(150))).posts
    assert [each.reply_to for each in found] == [None, *(each.number for each in found[:-1])]
    assert len(found) == 150


def test_xpaths_of_moved_elements_lead_to_posts() -> None:
    html = "<div>" * 2000 + "".join(f"<p>{numbered_post(n)}" for n in range(5))
    tree = Page(html).parse()
    found = thread_of(html).posts
    assert len(found) == 5
    for each in found:
        assert all(texts(tree, path) for path in each.xpaths)
