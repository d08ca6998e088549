"""What follows a message: signatures, notes of edits, buttons."""

from __future__ import annotations

import pytest

from tests.posts.builders import fields_of

SAID = (
    "The tide was out when we reached the old slipway, and nobody was there to help us.",
    "Snow fell during the night, and the path to the mill has disappeared altogether.",
    "My kettle broke on Sunday, so tea had to wait until the neighbours came home again.",
    "Please send me the pattern when you have finished the sleeves of the green coat.",
    "In my opinion the first recording is still the better one, whatever they may say.",
)


def tails(*posts: tuple[str, str]) -> list[tuple[str, str | None]]:
    """The text and the signature of posts with these authors and messages."""
    found = fields_of(
        [
            f"<p><b>{name}</b> 2010-03-0{n}</p><div class=x>{body}</div>"
            for n, (name, body) in enumerate(posts, 1)
        ]
    )
    return [(post.body.text.strip(), post.signature) for post in found]


@pytest.mark.parametrize(
    ("tail", "signature"),
    [
        ("<br>_________________<br>Sail on", "_________________ Sail on"),
        ("<br>--<br>Bob, Oslo", "-- Bob, Oslo"),
        ("<p>Last edited by Bob on 3 May 2010</p>", "Last edited by Bob on 3 May 2010"),
        ("<p>Last edited: 3 May 2010</p>", "Last edited: 3 May 2010"),
    ],
    ids=["line of a board", "line of a mail", "note with a name", "note with a label"],
)
def test_what_follows_a_message_is_its_signature(tail: str, signature: str) -> None:
    found = tails(("Ann", SAID[0]), ("Bob", f"{SAID[1]}{tail}"), ("Cleo", SAID[2]))
    wanted = [None, signature, None]
    assert found == list(zip(SAID, wanted))


def test_ends_that_messages_of_one_author_share_are_a_signature() -> None:
    ends = ("Fair winds to all", "Fair winds to all", "Fair winds, all", "Bye", "Hi")
    names = ("Ann", "Ann", "Bob", "Cleo", "Dora")
    found = tails(*((name, f"{a}<br>{b}") for name, a, b in zip(names, SAID, ends)))
    assert [signature for _, signature in found] == [ends[0]] * 2 + [None] * 3


def test_buttons_that_most_messages_end_with_are_dropped() -> None:
    found = tails(
        *((name, f"{said}<p>Save Share</p>") for name, said in zip(("Ann", "Bob", "Cleo"), SAID))
    )
    assert found == [(said, None) for said in SAID[:3]]


def test_message_of_one_line_is_not_a_note() -> None:
    assert tails(("Ann", SAID[0]), ("Bob", "Ann came on 3 May 2010"), ("Cy", SAID[2]))[1] == (
        "Ann came on 3 May 2010",
        None,
    )
