"""Boundaries of the chosen segmentation."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from honbun.posts.boundaries import refine_boundaries
from honbun.posts.candidates import find_segmentations
from tests.posts.builders import BROKEN, HTML, elements, keys_of, segmentation_of

SAID = "Somebody has said something here, and it was heard."


def after(html: str, tag: str) -> list[str]:
    """The texts of the posts at the elements with a tag, after refinement."""
    keys = keys_of(html)
    cut = segmentation_of(elements(keys, tag), container=keys.sequence.tag.index("body"))
    return [keys.sequence.read(spans) for spans in refine_boundaries(keys, cut)]


CARDS = [f"<li><b>Ann</b> <i>2010-03-0{n}</i><p>{SAID}</p>" for n in range(1, 5)]
ROW = "<tr><td>{}</td><td>{} {}</td></tr>"
DAYS = "".join(f"<p>2010-03-0{n} {name}" for n, name in enumerate("xyzwv", 1))


@pytest.mark.parametrize(
    ("html", "tag", "wanted"),
    [
        (
            "".join([*CARDS[:2], "<li>Buy boots</li>", *CARDS[2:]]),
            "li",
            [f"Ann 2010-03-0{n} {SAID}" for n in range(1, 5)],
        ),
        (f"<p>Welcome!{DAYS}", "p", [f"2010-03-0{n} {c}" for n, c in enumerate("xyzwv", 1)]),
        ("<li>2010-03-01 x<li>Welcome!", "li", ["2010-03-01 x", "Welcome!"]),
        (
            "".join(f"<li><b>{name}</b> {SAID}" for name in "abc"),
            "li",
            [f"{name} {SAID}" for name in "abc"],
        ),
        (
            "<table>" + "".join(ROW.format("»", n, SAID) for n in range(4)),
            "tr",
            [f"{n} {SAID}" for n in range(4)],
        ),
        (
            "<table>" + "".join(ROW.format(n, n, SAID) for n in range(4)),
            "tr",
            [f"{n} {n} {SAID}" for n in range(4)],
        ),
    ],
    ids=[
        "an outlier is dropped",
        "the first post needs a date if the others have one",
        "nothing is dropped from few posts",
        "posts without dates all stay",
        "a first cell without words belongs to the table",
        "a first cell with a number stays",
    ],
)
def test_posts_lose_what_does_not_belong_to_them(html: str, tag: str, wanted: list[str]) -> None:
    assert after(html, tag) == wanted


ANSWER = "<div><b>{name}</b> 2010-03-0{day}<br>{said}<br><u>Reply</u></div>"
ANSWERS = "".join(ANSWER.format(name=n, day=d, said=SAID) for d, n in enumerate(["Bob", "Cleo"], 2))
OPENING = f"<b>Ann</b> 2010-03-01<br>{SAID}<br><u>Reply</u>"


def test_loose_post_before_the_others_opens_the_thread() -> None:
    first, *others = after(f"<h1>Boats</h1><hr>{OPENING}{ANSWERS}", "div")
    assert first == f"Ann 2010-03-01 {SAID} Reply"
    assert len(others) == 2


@pytest.mark.parametrize(
    "before",
    [
        OPENING.replace("2010-03-01", ""),
        OPENING.replace("Reply", "x"),
        OPENING.replace(SAID, "No."),
        f"{OPENING}<hr>",
        f"{OPENING}<form>Search</form>",
    ],
    ids=["no date", "no labels", "no message", "before a rule", "before a form"],
)
def test_other_text_before_the_posts_is_no_opening_post(before: str) -> None:
    assert len(after(f"<h1>Boats</h1>{before}{ANSWERS}", "div")) == 2


@given(HTML | BROKEN)
def test_refined_posts_do_not_overlap(html: str) -> None:
    keys = keys_of(html)
    for cut in find_segmentations(keys):
        posts = refine_boundaries(keys, cut)
        spans = sorted(span for post in posts for span in post)
        assert len(posts) > 1
        assert all(start < stop for start, stop in spans)
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
        assert [post[0] for post in posts] == sorted(post[0] for post in posts)
