"""Cells: the texts of posts that may be fields."""

from __future__ import annotations

from hypothesis import given

from honbun.posts.fields.cells import cells
from tests.posts.builders import HTML, LONG, cells_of, keys_of


def test_cells_are_the_texts_of_a_post_in_order() -> None:
    ((first, second),) = cells_of("<b>Ann</b> said this")
    assert (first.text, second.text) == ("Ann", "said this")
    assert (first.before, first.after, first.line_rest) == (0, 8, 8)
    assert (second.before, second.after) == (3, 0)


def test_linked_and_unlinked_names_share_a_position() -> None:
    one, other = cells_of("<p><a href=/ann>Ann</a>", "<p>Bob")
    assert (one[0].href, other[0].href) == ("/ann", None)
    assert {position[0] for position in set(one[0].positions) & set(other[0].positions)} == {"bare"}


def test_quoted_and_long_texts_are_no_cells() -> None:
    ((only, *others),) = cells_of(f"<b>Ann</b><blockquote>Bob said</blockquote>{LONG * 3}<i>x</i>")
    assert only.text == "Ann"
    assert [cell.text for cell in others] == ["x"]


def test_declared_date_is_a_cell() -> None:
    ((declared, shown),) = cells_of("<time datetime=2010-03-04>then</time>")
    assert (declared.text, declared.declared, declared.dated) == ("2010-03-04", True, True)
    assert (shown.text, shown.declared, shown.dated) == ("then", False, False)


@given(HTML)
def test_text_before_and_after_a_cell_adds_up(html: str) -> None:
    keys = keys_of(html)
    row = keys.sequence
    for cell in cells(keys, [(0, len(row))]):
        own = 0 if cell.declared else len(row.text[cell.at].replace(" ", ""))
        assert cell.before == row.sizes[cell.at]
        assert cell.before + own + cell.after == row.sizes[-1]
