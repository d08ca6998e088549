"""The form of messages: quotations, mails."""

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

HEAD = "<p><b>{name}</b> 2010-03-0{n}</p>"


def markdown(*bodies: str) -> list[str]:
    """The bodies of posts by Ann, Bob and so on with these messages, as Markdown."""
    names = ("Ann Lee", "Bob", "Cleo", "Dora", "Emil")
    found = fields_of(
        [
            f"{HEAD.format(name=name, n=n)}<div class=x>{body}</div>"
            for n, (name, body) in enumerate(zip(names, bodies), 1)
        ]
    )
    return [post.body.markdown.strip() for post in found]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "<blockquote><cite>Ann Lee wrote:</cite>So be it.</blockquote>Yes.",
            "> Ann Lee wrote:\n>\n> So be it.\n\nYes.",
        ),
        (
            "<p>Ann Lee wrote:</p><blockquote>So be it.</blockquote>Yes.",
            "> Ann Lee wrote:\n>\n> So be it.\n\nYes.",
        ),
        (
            "<blockquote><a href=/1>Ann Lee</a>:<br>So be it.</blockquote>Yes.",
            "> [Ann Lee](https://board.example/1):\n>\n> So be it.\n\nYes.",
        ),
        (
            "<blockquote><div>Originally posted by <b>Ann Lee</b></div><div>So.</div></blockquote>",
            "> Originally posted by **Ann Lee**\n>\n> So.",
        ),
        (
            "<p>The manual says:</p><blockquote>So be it.</blockquote>",
            "The manual says:\n\n> So be it.",
        ),
    ],
    ids=["cite", "line above", "first line", "first block", "no person"],
)
def test_quotation_has_the_line_that_names_whom_it_quotes(message: str, expected: str) -> None:
    assert markdown(SAID[0], message, SAID[2])[1] == expected


def test_cited_line_is_a_citation_in_html() -> None:
    message = "<blockquote>Ann Lee wrote:<br>So be it.</blockquote>Yes."
    found = fields_of(
        [
            f"{HEAD.format(name=name, n=n)}<div class=x>{body}</div>"
            for n, (name, body) in enumerate(
                [("Ann Lee", SAID[0]), ("Bob", message), ("Cleo", SAID[2])], 1
            )
        ]
    )
    assert found[1].body.html == (
        "<blockquote><p><cite>Ann Lee wrote:</cite></p>\n<p>So be it.</p></blockquote>\n"
        "<p>Yes.</p>\n"
    )


def test_element_with_the_text_of_an_earlier_post_is_a_quotation() -> None:
    quote = "<table><tr><td>{0} wrote:</td></tr><tr><td class=q>{1}</td></tr></table>"
    first, second, third = markdown(
        f"The ferry left at nine on Sunday. {SAID[0]}",
        quote.format("Ann Lee", "The ferry left at nine on Sunday.") + f"No, later. {SAID[1]}",
        quote.format("Someone", "A text of another page.") + f"Who knows. {SAID[2]}",
    )
    assert first.startswith("The ferry left at nine on Sunday.")
    assert second.startswith(
        "> Ann Lee wrote:\n>\n> The ferry left at nine on Sunday.\n\nNo, later."
    )
    assert "> A text of another page.\n\nWho knows." in third


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("&gt; one<br>&gt; two<br>Three.", "> one\\\n> two\n\nThree."),
        ("Hm.<br>&gt;&gt; deep<br>&gt; less<br>Three.", "Hm.\n\n> > deep\n>\n> less\n\nThree."),
        ("&gt; one<br>&gt;<br>&gt; two", "> one\n>\n> two"),
        (
            "On 3 May 2010 Zoe wrote:<br>&gt; one<br>Two.",
            "> On 3 May 2010 Zoe wrote:\n>\n> one\n\nTwo.",
        ),
        ("＞同意します<br>はい。", "> 同意します\n\nはい。"),
        ("&gt;&gt;12<br>Yes.", "\\>>12\\\nYes."),
        ("a &gt; b<br>c", "a > b\\\nc"),
        ("<font>&gt;one</font><br>two", "> one\n\ntwo"),
    ],
    ids=["lines", "levels", "blank", "mail", "wide", "number", "inside", "marked"],
)
def test_lines_that_begin_with_a_sign_are_quotations(message: str, expected: str) -> None:
    assert markdown(SAID[0], message, SAID[2])[1] == expected


def test_number_of_a_post_is_no_quotation() -> None:
    found = fields_of(
        [
            f"<b>{n}: {name}</b> 2010-03-0{n}<div class=x>{body}</div>"
            for n, (name, body) in enumerate(
                [("Ann", SAID[0]), ("Bob", f"&gt; 1 Yes.<br>{SAID[1]}"), ("Cleo", SAID[2])], 1
            )
        ]
    )
    assert found[1].number == "2"
    assert found[1].body.text == f"> 1 Yes.\n{SAID[1]}\n"


def test_mail_in_pre_is_text_with_its_lines() -> None:
    mail = (
        "<pre>{0}\nsecond line\n\nAnn Lee wrote:\n&gt; so\n&gt; it is\n\n"
        "  if x:\n      y\n\nBob</pre>"
    )
    assert markdown(*map(mail.format, SAID[:3]))[1] == (
        f"{SAID[1]}\\\nsecond line\n\n> Ann Lee wrote:\n>\n> so\\\n> it is\n\n"
        "```\n  if x:\n      y\n```\n\nBob"
    )


def test_code_alone_in_one_post_of_several_stays_code() -> None:
    assert markdown(SAID[0], "<pre>if x:\n    y</pre>", SAID[2])[1] == "```\nif x:\n    y\n```"


def test_button_below_quotations_is_dropped() -> None:
    quote = "<blockquote><p>So {0}.</p><p>Click to expand</p></blockquote>{1}"
    found = markdown(SAID[4], *(quote.format(n, SAID[n]) for n in range(4)))
    assert found[1:] == [f"> So {n}.\n\n{SAID[n]}" for n in range(4)]
