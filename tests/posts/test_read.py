"""One page as it is read by itself, and what holds for whatever page it is."""

from __future__ import annotations

import pickle
from collections import Counter
from datetime import UTC, datetime

from hypothesis import given

from honbun.api import posts
from honbun.html.nodes import node_sequence
from honbun.page import Page
from honbun.posts.model import PostsOptions
from honbun.posts.pipeline import resegment, segment
from tests.posts.pages.formats import FORMATS, PLAIN
from tests.posts.rows import BROKEN, HTML

URL = "https://board.example/t"
OPTIONS = PostsOptions()


def test_a_page_read_again_by_its_best_cut_is_the_same() -> None:
    for tag_class in FORMATS.values():
        page = Page(tag_class(2, PLAIN).html, url=URL)
        assert resegment(page, 0, OPTIONS) == segment(page, OPTIONS).thread


def test_a_page_can_be_read_by_another_of_its_cuts() -> None:
    page = Page(FORMATS["cards"](2, PLAIN).html, url=URL)
    reading = segment(page, OPTIONS)
    others = [resegment(page, place, OPTIONS) for place in range(len(reading.votes.scores))]
    assert others[0] == reading.thread
    assert any(other.posts != reading.thread.posts for other in others)


def test_pages_of_one_format_have_one_signature() -> None:
    found = {
        name: {segment(Page(tag_class(n, PLAIN).html), OPTIONS).signature for n in range(3)}
        for name, tag_class in FORMATS.items()
    }
    assert all(len(signatures) == 1 for signatures in found.values())
    assert len(set(map(frozenset, found.values()))) > len(FORMATS) / 2


def test_a_reading_can_be_laid_aside() -> None:
    reading = segment(Page(FORMATS["cards"](2, PLAIN).html, url=URL), OPTIONS)
    assert pickle.loads(pickle.dumps(reading)) == reading


def test_hours_ago_are_told_from_when_the_page_was_fetched() -> None:
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
    assert said <= Counter(row.read([(0, len(row))]))  # no letter is said by two posts


@given(BROKEN)
def test_posts_of_broken_pages_are_sound(html: str) -> None:
    assert_sound(Page(html, url=URL))


@given(HTML)
def test_posts_of_any_page_are_sound(html: str) -> None:
    assert_sound(Page(html, url=URL))
