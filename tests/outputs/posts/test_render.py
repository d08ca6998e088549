"""A post as a row, and as a person reads it."""

from __future__ import annotations

from honbun.outputs.posts import flat_row, row, text
from tests.posts.made import post, thread


def test_a_row_has_every_key_of_the_interface() -> None:
    full = post(
        index=3,
        text="whole",
        date="10 Dec 2008",
        published="2008-12-10",
        number="4",
        reply_to="2",
        permalink="https://a.example/t#4",
    )
    values = row(thread(full), full)
    assert list(values) == (
        "url source index number author date published body text reply_to permalink xpaths".split()
    )
    assert values == {
        "url": "https://a.example/t",
        "source": "t.html",
        "index": 3,
        "number": "4",
        "author": "Ann",
        "date": "10 Dec 2008",
        "published": "2008-12-10",
        "body": "Boats float.",
        "text": "whole",
        "reply_to": "2",
        "permalink": "https://a.example/t#4",
        "xpaths": ["/html/body/p[4]"],
    }


def test_what_is_unknown_is_null() -> None:
    bare = post(None, author=None, text="whole")
    unknown = {name for name, value in row(thread(bare), bare).items() if value is None}
    assert unknown == {"number", "author", "date", "published", "body", "reply_to", "permalink"}


def test_a_flat_row_has_no_lists() -> None:
    assert flat_row(thread(), post(index=1))["xpaths"] == "/html/body/p[2]"


def test_text_has_a_heading_for_every_post_and_its_message_below() -> None:
    posts = [
        post("Boats\n\n#9 float.", number="1", date="10 Dec 2008"),
        post("No.", index=1, number="comment-5", author="Bob", reply_to="1"),
        post(None, index=2, text="Cleo yes", author=None),
    ]
    assert text(thread(*posts)) == (
        "#1  Ann  10 Dec 2008\n    Boats\n    \n    #9 float.\n\n"
        "comment-5  Bob  to #1\n    No.\n\n"
        "[3]\n    Cleo yes\n"
    )
