"""All cuts of a page: that none is malformed, and that the right one is among them."""

from __future__ import annotations

from hypothesis import given

from honbun.posts.candidates import find_segmentations
from tests.posts.rows import BROKEN, HTML, keys_of

A = "The first of them says something."
B = "The second of them has an answer."
C = "The third of them does not agree."


def kinds(html: str) -> dict[str, list[str]]:
    """What each cut would give as posts, by all its names."""
    keys = keys_of(html)
    return {
        name: [keys.sequence.read(spans) for spans in cut.spans()]
        for cut in find_segmentations(keys)
        for name in cut.names
    }


@given(HTML | BROKEN)
def test_ranges_are_in_order_apart_and_inside_of_the_page(html: str) -> None:
    keys = keys_of(html)
    sizes = keys.sequence.sizes
    for cut in find_segmentations(keys):
        assert (cut.start < cut.stop).all()
        assert (cut.stop[:-1] <= cut.start[1:]).all()
        assert cut.start[0] >= 0
        assert cut.stop[-1] <= len(keys.sequence)
        assert set(cut.post.tolist()) == set(range(len(cut)))
        assert len(cut) > 1
        for spans in cut.spans():
            assert sum(sizes[stop] - sizes[start] for start, stop in spans) > 0


def test_posts_that_are_elements() -> None:
    html = f"<ul><li class=x>{A}<li class=x>{B}<li class='x y'>{C}</ul>"
    found = kinds(html)
    assert found["element li"] == found["element li.x"] == [A, B, C]


def test_posts_of_several_siblings_are_led_by_one() -> None:
    html = f"<dl><dt>Ann<dd>{A}<dt>Bob<dd>{B}<dd>{B}<dt>Cleo<dd>{C}</dl>"
    assert kinds(html)["led dt"] == [f"Ann {A}", f"Bob {B} {B}", f"Cleo {C}"]


def test_the_last_post_takes_nothing_that_no_other_has() -> None:
    html = f"<h3>Ann</h3><p>{A}</p><h3>Bob</h3><p>{B}</p><form>Answer this</form><p>{C}</p>"
    assert kinds(html)["led h3"] == [f"Ann {A}", f"Bob {B}"]


def test_the_last_post_has_no_more_siblings_than_the_longest() -> None:
    html = f"<h3>Ann</h3><p>{A}</p><h3>Bob</h3><p>{B}</p><p>Imprint</p><p>{C}</p>"
    assert kinds(html)["led h3"] == [f"Ann {A}", f"Bob {B}"]


def test_posts_between_what_parts_them() -> None:
    assert kinds(f"{A}<hr>{B}<hr>{C}")["parted hr"] == [A, B, C]


def test_posts_up_to_what_closes_them() -> None:
    html = f"<p>{A}</p><table><tr><td>edit</table><p>{B}</p><table><tr><td>edit</table>"
    assert kinds(html)["closed table"] == [f"{A} edit", f"{B} edit"]


def test_posts_from_one_opening_to_the_next_at_any_depth() -> None:
    html = f"<div>■ Ann<br>{A}</div><div><p>■ Bob<br>{B}</p>■ Cleo<br>{C}</div>"
    assert kinds(html)["range #■"] == [f"■ Ann {A}", f"■ Bob {B}", f"■ Cleo {C}"]


def test_posts_that_stand_in_several_places() -> None:
    html = f"<div><p class=x>{A}</p></div><table><tr><td><p class=x>{B}</p></table>"
    assert kinds(html)["scattered p.x"] == [A, B]


def test_an_answer_is_no_part_of_what_it_answers() -> None:
    html = f"<ul><li>{A}<ul><li>{B}</ul>That is all.<li>{C}</ul>"
    assert kinds(html)["nested li"] == [f"{A} That is all.", B, C]


def test_what_has_no_date_goes_with_what_has_one_before_it() -> None:
    html = f"Welcome!<hr>2010-01-02<br>{A}<hr>{B}<hr>2010-01-03<br>{C}"
    found = kinds(html)
    assert len(found["parted hr"]) == 4
    assert found["parted hr dated"] == [f"2010-01-02 {A} {B}", f"2010-01-03 {C}"]


def test_small_lists_are_no_candidates() -> None:
    menu = "<ul><li>One<li>Two</ul>"
    assert "element li" in kinds(menu)
    assert "element li" not in kinds(menu + f"<p>{A * 20}</p>")
    scattered = "<div><i class=x>One</i></div><p><i class=x>Two</i></p>"
    assert "scattered i.x" in kinds(scattered)
    assert "scattered i.x" not in kinds(scattered + f"<p>{A * 20}</p>")


def test_ways_to_one_cut_are_all_named() -> None:
    keys = keys_of(f"<div class='a b'>{A}</div><div class='a b'>{B}</div>")
    (whole,) = [cut for cut in find_segmentations(keys) if cut.names[0] == "element div"]
    assert {"element div", "element div.a", "element div.b", "element div.a b"} <= {*whole.names}
    assert len(set(whole.names)) == len(whole.names)


def test_an_empty_page_has_no_cuts() -> None:
    assert find_segmentations(keys_of("")) == []
    assert find_segmentations(keys_of("<p>One text")) == []
