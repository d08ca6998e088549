"""Boundaries of the chosen segmentation."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from honbun.posts.boundaries import refine_boundaries
from honbun.posts.candidates import find_segmentations
from honbun.posts.segmentation import Boundary
from tests.posts.builders import BROKEN, HTML, elements, keys_of, segmentation_of

SAID = "Somebody has said something here, and it was heard."


def after(
    html: str, tag: str, kind: Boundary = Boundary.ELEMENT, container: str = "body"
) -> list[str]:
    """The texts of the posts at the elements with a tag, after refinement."""
    keys = keys_of(html)
    cut = segmentation_of(elements(keys, tag), kind, keys.sequence.tag.index(container))
    return [keys.sequence.read(spans) for spans in refine_boundaries(keys, cut)]


def card(number: int) -> str:
    return f"<li><b>Ann</b> <i>2010-03-0{number}</i><p>{SAID}</p>"


def test_outliers_are_dropped() -> None:
    posts = [card(n) for n in range(1, 5)]
    html = "<ul>" + posts[0] + posts[1] + "<li>Buy boots</li>" + posts[2] + posts[3] + "</ul>"
    assert [text[:14] for text in after(html, "li")] == [f"Ann 2010-03-0{n}" for n in range(1, 5)]


def test_first_and_last_post_must_have_a_date_if_the_others_do() -> None:
    html = "<p>Welcome!<p>2010-03-01 x<p>2010-03-02 y<p>2010-03-03 z<p>2010-03-04 w<p>2010-03-05 v"
    assert [text[-1] for text in after(html, "p")] == list("xyzwv")


def test_nothing_is_dropped_from_few_posts() -> None:
    html = "<ul><li>2010-03-01 x<li>Welcome!</ul>"
    assert after(html, "li") == ["2010-03-01 x", "Welcome!"]


def test_posts_without_dates_all_stay() -> None:
    html = "<ul>" + "".join(f"<li><b>{name}</b> {SAID}" for name in "abc") + "</ul>"
    assert len(after(html, "li")) == 3


def test_first_cell_without_words_belongs_to_the_table() -> None:
    html = "<table>" + "".join(f"<tr><td>»</td><td>{n} {SAID}</td></tr>" for n in range(4))
    assert after(html, "tr") == [f"{n} {SAID}" for n in range(4)]


def test_first_cell_with_a_number_stays() -> None:
    html = "<table>" + "".join(f"<tr><td>{n}</td><td>{SAID}</td></tr>" for n in range(4))
    assert after(html, "tr") == [f"{n} {SAID}" for n in range(4)]


ANSWER = "<div><b>{name}</b> 2010-03-0{day}<br>{said}<br><u>Reply</u></div>"
ANSWERS = "".join(ANSWER.format(name=n, day=d, said=SAID) for d, n in enumerate(["Bob", "Cleo"], 2))
OPENING = f"<b>Ann</b> 2010-03-01<br>{SAID}<br><u>Reply</u>"


def test_loose_post_before_the_others_opens_the_thread() -> None:
    html = f"<h1>Boats</h1><hr>{OPENING}{ANSWERS}"
    first, *others = after(html, "div")
    assert first == f"Ann 2010-03-01 {SAID} Reply"
    assert len(others) == 2


def test_text_without_a_date_or_labels_is_no_opening_post() -> None:
    assert len(after(f"<h1>Boats</h1>{OPENING.replace('2010-03-01', '')}{ANSWERS}", "div")) == 2
    assert len(after(f"<h1>Boats</h1>{OPENING.replace('Reply', 'x')}{ANSWERS}", "div")) == 2
    assert len(after(f"<h1>Boats</h1>{OPENING.replace(SAID, 'No.')}{ANSWERS}", "div")) == 2


def test_text_before_a_rule_or_a_form_is_no_opening_post() -> None:
    assert len(after(f"{OPENING}<hr>{ANSWERS}", "div")) == 2
    assert len(after(f"{OPENING}<form>Search</form>{ANSWERS}", "div")) == 2


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
