"""Posts of whole pages: every template alone, together and mixed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from honbun.api import posts
from honbun.document.inlines import plain
from honbun.evaluation.matching import squash
from honbun.html.nodes import node_sequence
from honbun.page import Page
from honbun.posts.model import PostsOptions, Thread
from honbun.posts.pipeline import resegment, segment
from honbun.runner.run import Run
from tests import golden
from tests.posts.builders import BROKEN, HTML, THREADS, texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.errors import Failure

URL = "https://board.example/t"
ALONE = PostsOptions(alone=True)
NO_POSTS = [slug for slug in golden.slugs("posts.json") if slug not in THREADS]


def first(slug: str) -> Page:
    return golden.pages(slug)[0]


def only(html: str | bytes, url: str = URL) -> Thread:
    (thread,) = posts([Page(html, url=url)])
    return thread


@pytest.mark.parametrize("slug", THREADS)
def test_posts_of_golden_pages_are_found_with_their_fields(slug: str) -> None:
    threads = list(posts(golden.pages(slug)))
    for thread, wanted in zip(threads, golden.expected(slug, "posts.json"), strict=True):
        assert thread.reason is None
        for index, (post, like) in enumerate(zip(thread.posts, wanted, strict=True)):
            if "text" in like:
                like["text"] = " ".join(like["text"].format(body=like["body"]).split())
            assert like == golden.shown(post, like)
            assert post.index == index


def test_templates_can_be_mixed_with_each_other_and_with_pages_without_posts() -> None:
    pages = [page for slug in (*NO_POSTS, *THREADS) for page in golden.pages(slug)]
    wanted = [
        [(like["author"], like["date"]) for like in one]
        for slug in (*NO_POSTS, *THREADS)
        for one in golden.expected(slug, "posts.json")
    ]
    found = list(posts(pages))
    assert wanted == [[(post.author, post.date) for post in thread.posts] for thread in found]
    assert [bool(each) for each in wanted] == [thread.reason is None for thread in found]
    assert found == list(posts(pages, run=Run(2)))


def test_page_follows_the_segmentation_of_its_template() -> None:
    """On the last page alone, it is more likely that the first two posts are one."""
    pages = golden.pages("board-opening")
    alone, together = list(posts(pages, ALONE))[-1], list(posts(pages))[-1]
    assert len(alone.posts) < len(together.posts)
    record = segment(pages[-1], PostsOptions())
    ranks = range(len(record.votes.scores))
    assert resegment(pages[-1], 0, PostsOptions()) == record.thread == alone
    assert together in [resegment(pages[-1], rank, PostsOptions()) for rank in ranks]


def test_pages_of_one_template_share_a_signature() -> None:
    found = {
        slug: {segment(page, PostsOptions()).signature for page in golden.pages(slug)[1:]}
        for slug in ("board-cards", "board-rules", "board-opening")
    }
    assert all(len(signatures) == 1 for signatures in found.values())
    assert len(set.union(*found.values())) == 3


def test_alone_ignores_other_pages_and_yields_them_one_by_one() -> None:
    given: list[str] = []

    def pages() -> Iterable[Page]:
        for slug in ("board-cards", "board-opening", "comments-blog"):
            given.append(slug)
            yield first(slug)

    found = iter(posts(pages(), ALONE))
    assert [next(found)] == list(posts([first("board-cards")]))
    assert len(given) < 3


def test_failed_page_is_reported_and_the_others_are_read() -> None:
    failures: list[Failure] = []
    unfolds = "".join(f"<p><b class=c{number}>" for number in range(4000))
    pages = [first("board-cards"), Page(unfolds, source="b"), first("guestbook")]
    found = list(posts(pages, run=Run(on_failure=failures.append)))
    assert [bool(thread.posts) for thread in found] == [True, True]
    assert [failure.source for failure in failures] == ["b"]


def test_thread_has_the_source_and_url_of_its_page() -> None:
    (thread,) = posts([replace(first("board-sections-de"), url=URL, source="t.html")])
    assert (thread.url, thread.source, thread.address) == (URL, "t.html", URL)
    assert (thread.title, thread.encoding, thread.replaced) == ("Seile", "utf-8", 0)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<title>Ropes</title>",
        "<body> \n\t <p> &nbsp; </p>",
        "<script>var said = 'Ann, 2009-01-02: hello';</script>",
    ],
)
def test_page_without_text_has_a_reason(html: str) -> None:
    assert (only(html).posts, only(html).reason) == ((), "the page has no text")


@pytest.mark.parametrize(
    "html",
    [
        "<p>Ropes.",
        "".join(f"<tr><td>{n}<td>{n * 7}<td>{n * n}</tr>" for n in range(60)),
        "".join(f"<tr><td>Rope no. {n}<td>{n}.50 EUR</tr>" for n in range(40)),
    ],
    ids=["one word", "numbers", "prices"],
)
def test_page_without_messages_has_a_reason(html: str) -> None:
    thread = only(f"<table>{html}</table>")
    assert thread.posts == ()
    assert thread.reason


def test_no_pages_yield_no_threads() -> None:
    assert list(posts([])) == []


@pytest.mark.parametrize("url", ["", "http://[", "http://[#x", "boards", "javascript:x"])
def test_page_may_have_any_url(url: str) -> None:
    html = first("board-cards").decode().text
    for links in ("#c", "https://b.example/#c"):
        assert len(only(html.replace('href="#c', f'href="{links}'), url).posts) == 9


def test_custom_weights_are_used() -> None:
    """If only the number of posts counts, every paragraph is a post."""
    (usual,) = posts([first("board-cards")])
    (many,) = posts([first("board-cards")], PostsOptions(weights={"count": 100.0}))
    assert [post.text for post in many.posts] != [post.text for post in usual.posts]


def test_declared_and_relative_dates_are_read() -> None:
    message = "This is long enough for anybody to see that it is the message of a post."
    card = "<div class=p><b>{0}</b> {1}<p>{0} says: {2}</div>"
    names = ["Ann", "Bob", "Cleo", "Dan"]
    now = datetime(2010, 3, 4, 12, tzinfo=UTC)

    def days(shown: str) -> list[str | None]:
        html = "".join(card.format(a, shown.format(n), message) for n, a in enumerate(names, 2))
        (thread,) = posts([Page(html, url=URL, fetched_at=now)])
        return [post.published for post in thread.posts]

    assert [(day or "")[:13] for day in days("<i>{} hours ago</i>")] == [
        f"2010-03-04T{hour:02}" for hour in (10, 9, 8, 7)
    ]
    # More precise than the date that is shown.
    declared = "<time datetime=2010-03-0{0}T10:30Z>2010-03-0{0}</time>"
    assert days(declared) == [f"2010-03-0{n}T10:30+00:00" for n in range(2, 6)]


def is_subsequence(part: str, whole: str) -> bool:
    letters = iter(whole)
    return all(letter in letters for letter in part)


@given(BROKEN | HTML)
def test_posts_of_any_page_are_sound(html: str) -> None:
    page = Page(html, url=URL)
    (thread,) = posts([page])
    assert bool(thread.posts) != bool(thread.reason)
    for index, post in enumerate(thread.posts):
        assert post.index == index
        assert post.text == " ".join(post.text.split()) != ""
        # A body keeps characters without a glyph, such as zero-width spaces.
        words = "".join(plain(piece.inlines) for piece in post.body.pieces)
        assert is_subsequence(squash(words), squash(post.text))
        assert post.date is None or post.date in post.text or post.published
        assert post.author is None or post.author in post.text
        assert post.reply_to is None or post.reply_to in {p.number for p in thread.posts[:index]}
    row = node_sequence(page.parse())
    letters = Counter("".join(post.text for post in thread.posts).replace(" ", ""))
    assert letters <= Counter(row.read([(0, len(row))]))  # no letter occurs in two posts


def numbered_post(number: int) -> str:
    day = f"{2000 + number // 300}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
    return f"<b>u{number % 7}</b> <i>{day}</i><p>Number {number} says something of its own.</p>"


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
    thread = only(html)
    assert bool(thread.posts) != bool(thread.reason)


def test_many_posts_are_all_found() -> None:
    html = "".join(f"<div class=post>{numbered_post(n)}</div>" for n in range(1500))
    assert [each.date for each in only(html).posts] == [
        numbered_post(n).split("<i>")[1].split("</i>")[0] for n in range(1500)
    ]


def test_deeply_nested_replies_are_found() -> None:
    found = only("".join(f"<ul><li>{numbered_post(n)}" for n in range(150))).posts
    assert [each.reply_to for each in found] == [None, *(each.number for each in found[:-1])]
    assert len(found) == 150


def test_xpaths_of_moved_elements_lead_to_posts() -> None:
    html = "<div>" * 600 + "".join(f"<p>{numbered_post(n)}" for n in range(5))
    tree = Page(html).parse()
    found = only(html).posts
    assert len(found) == 5
    for each in found:
        assert all(texts(tree, path) for path in each.xpaths)
