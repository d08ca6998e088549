"""Features of segmentations: independent of the batch, and equal to plain definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

from honbun.posts.candidates import find_segmentations
from honbun.posts.choose import segmentation_features
from honbun.posts.model import NEGATIVE_FEATURES, POSITIVE_FEATURES
from honbun.posts.segmentation import Boundary, Segmentation
from tests.posts.builders import BROKEN, HTML, elements, keys_of, segmentation_of

if TYPE_CHECKING:
    from honbun.posts.keys import NodeKeys


@given(HTML | BROKEN)
def test_features_do_not_depend_on_the_batch(html: str) -> None:
    keys = keys_of(html)
    found = find_segmentations(keys)
    if not found:
        return
    together = segmentation_features(keys, found)
    assert set(together) == POSITIVE_FEATURES | NEGATIVE_FEATURES
    for place, cut in enumerate(found):
        alone = segmentation_features(keys, [cut])
        assert {n: pytest.approx(float(v[place])) for n, v in together.items()} == {
            n: float(v[0]) for n, v in alone.items()
        }


def plainly(keys: NodeKeys, cut: Segmentation) -> dict[str, float]:
    """Some features of a segmentation, by counting."""
    row = keys.sequence
    inside_link = [False] * len(row)
    for at, parent in enumerate(row.parent.tolist()):
        inside_link[at] = row.tag[at] == "a" or (parent >= 0 and inside_link[parent])
    letters = [len(text.replace(" ", "")) for text in row.text]
    posts = [[at for start, stop in spans for at in range(start, stop)] for spans in cut.spans()]
    sizes = [sum(letters[at] for at in post) for post in posts]
    links = [sum(letters[at] for at in post if inside_link[at]) for post in posts]
    own = [size - linked for size, linked in zip(sizes, links)]
    dates = [sum(bool(keys.dated[at]) for at in post) for post in posts]
    total = sum(letters)
    unlinked = sum(n for n, linked in zip(letters, inside_link) if not linked)
    count = len(posts)
    return {
        "count": float(np.log(count)),
        "two": float(count == 2),
        "cover": sum(sizes) / max(total, 1),
        "cover_unlinked": sum(own) / max(unlinked, 1),
        "links": sum(links) / max(sum(sizes), 1),
        "dated": sum(n > 0 for n in dates) / count,
        "many_dates": sum(n > 3 for n in dates) / count,
        "spread": min(float(np.std(sizes)) / max(float(np.mean(sizes)), 1), 4),
        "long": sum(n >= 30 for n in own) / count,
        "small": sum(n < 10 for n in sizes) / count,
        "largest": max(sizes) / max(sum(sizes), 1),
        "whole": float(cut.kind in (Boundary.ELEMENT, Boundary.SCATTERED, Boundary.NESTED)),
        "range": float(cut.kind is Boundary.RANGE),
    }


@given(HTML | BROKEN)
def test_countable_features_equal_a_plain_count(html: str) -> None:
    keys = keys_of(html)
    found = find_segmentations(keys)
    if not found:
        return
    together = segmentation_features(keys, found)
    for place, cut in enumerate(found):
        for name, wanted in plainly(keys, cut).items():
            assert float(together[name][place]) == pytest.approx(wanted, abs=1e-6), name


def of(html: str, tag: str = "li", kind: Boundary = Boundary.ELEMENT) -> dict[str, float]:
    """The features of the segmentation at the elements with a tag."""
    keys = keys_of(html)
    found = segmentation_features(keys, [segmentation_of(elements(keys, tag), kind)])
    return {name: float(values[0]) for name, values in found.items()}


MESSAGE = "a message of many words that is far too long for the header of a post, as all are"


@pytest.mark.parametrize(
    ("html", "tag", "wanted"),
    [
        (
            "<li><b>Ann</b><p>x<li><b>Bob</b><p>y<li><b>Cleo</b><p>z",
            "li",
            {"regular": 1, "alike": 1},
        ),
        # A date counts if it occurs once at one position ...
        ("<li><b>2010-01-02</b> x<li><b>2010-01-03</b> y", "li", {"date_place": 1}),
        ("<li><b>2010-01-02</b> x<li><i>2010-01-03</i> y", "li", {"date_place": 0.5}),
        (
            "<li><b>2010-01-02</b><b>2010-01-03</b><li><b>2010-01-03</b>",
            "li",
            {"date_place": 0.5},
        ),
        # ... in the header or, less, in the footer.
        (f"<li>2010-01-02<p>{MESSAGE}<li>2010-01-03<p>{MESSAGE}", "li", {"date_edge": 1}),
        (
            f"<li><p>{MESSAGE * 3}<p>2010-01-02<li><p>{MESSAGE * 3}<p>2010-01-03",
            "li",
            {"date_edge": 0.6},
        ),
        (
            f"<li><p>{MESSAGE * 3}<p>2010-01-02<p>{MESSAGE}<li><p>{MESSAGE}",
            "li",
            {"date_edge": 0},
        ),
        # A rule inside a post counts, unless it is at its edge or in a box.
        ("<font>x<hr>y</font><font>z</font>", "font", {"rules": 0.5}),
        ("<font>x<hr></font><font><hr>z</font>", "font", {"rules": 0}),
        ("<font>x<div>y<hr>z</div></font><font>w</font>", "font", {"rules": 0}),
        ("<li>x<hr>y<li>z<hr>w", "li", {"rules": 0}),
        # The only post in a larger element is a part of it.
        ("<li><b>Ann</b><p>one</p></li><li><b>Bob</b><p>two</p></li>", "p", {"inner": 1}),
        ("<li><b>Ann</b><p>one</p></li><li><b>Bob</b><p>two</p></li>", "li", {"inner": 0}),
        (
            "<li><b class=n>Ann</b>x<li><b class=n>Bob</b>y",
            "li",
            {"missed": 0, "missed_named": 0},
        ),
        ("<li>x<b>One</b><li>y<b>Two</b><li>z<b>Three</b>", "li", {"labels": 0}),
    ],
)
def test_features_have_their_values(html: str, tag: str, wanted: dict[str, float]) -> None:
    found = of(f"<ul>{html}</ul>" if tag == "li" else html, tag)
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("more", "less", "names"),
    [
        (
            "<li><b>Ann</b><p>x<li><b>Bob</b><p>y<li><b>Cleo</b><p>z",
            "<li><b>Ann</b><p>x<li><b>Bob</b><p>y<li><i>z</i>",
            ("regular", "alike"),
        ),
        (
            "<li><b>Ann</b> x<li><b>Bob</b> y",
            "<li><b>Ann</b><b>x</b><li><b>Bob</b><b>y</b>",
            ("once", "once_share"),
        ),
        (
            "<li>x<b>Reply</b><li>y<b>Reply</b><li>z<b>Reply</b>",
            "<li>x<b>One</b><li>y<b>Two</b><li>z<b>Three</b>",
            ("labels",),
        ),
        (
            "<li><b class=n>Ann</b>x<li><b class=n>Bob</b>y</ul><b class=n>C</b>z<b class=n>D</b>",
            "<li><b class=n>Ann</b>x<li><b class=n>Bob</b>y",
            ("missed", "missed_named"),
        ),
    ],
)
def test_features_grow_with_what_they_measure(more: str, less: str, names: tuple[str, ...]) -> None:
    larger, smaller = of(f"<ul>{more}</ul>"), of(f"<ul>{less}</ul>")
    assert all(larger[name] > smaller[name] for name in names)


def test_post_that_repeats_its_first_node_counts_as_several() -> None:
    keys = keys_of("<div class=x>one<div class=x>two</div></div><p>three</p>")
    outer = [(1, int(keys.sequence.end[1]))]
    rest = [(int(keys.sequence.end[1]), len(keys.sequence))]
    assert segmentation_features(keys, [segmentation_of([outer, rest])])["again"][0] == 0.5


def test_cover_of_the_container_is_the_share_of_its_text() -> None:
    keys = keys_of("<p>outside</p><ul><li>12345<li>6789<p>0</ul>")
    row = keys.sequence
    cut = segmentation_of(elements(keys, "li"), container=row.tag.index("ul"))
    first = segmentation_of(elements(keys, "li")[:1], container=row.tag.index("ul"))
    assert segmentation_features(keys, [cut, first])["cover_holder"].tolist() == [1, 0.5]


def test_range_counts_the_boxes_it_is_torn_from() -> None:
    keys = keys_of("<div>one<div>two ■ x</div></div><div>three ■ y</div>")
    row = keys.sequence
    first, second = (at for at, text in enumerate(row.text) if "■" in text)
    inner = segmentation_of([[(first, second)], [(second, len(row))]], Boundary.RANGE)
    outer = segmentation_of([[(1, 6)], [(6, len(row))]], Boundary.RANGE)
    torn = segmentation_features(keys, [inner, outer])["torn"]
    assert torn[0] > torn[1] == 0
