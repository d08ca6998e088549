from __future__ import annotations

from lab.reading_order import LineOrder, compare, line_order

PAGE = "Menu First long line of the page. Copy Second long line of the page. First again. Foot"
FIRST, SECOND = "First long line of the page.", "Second long line of the page."


def test_lines_in_the_order_of_the_page_are_right_whatever_is_left_out_between() -> None:
    found = line_order(f"- {FIRST}\n\n> 1. {SECOND}\n\nFoot", PAGE)
    assert (found.lines, found.parted, found.misplaced, found.unknown) == (3, 0, (), ())


def test_a_line_before_its_place_is_misplaced() -> None:
    assert line_order(f"{SECOND}\n{FIRST}", PAGE).misplaced == (FIRST,)


def test_a_line_twice_is_misplaced_unless_the_page_has_it_twice() -> None:
    assert line_order(f"{FIRST}\n{FIRST}", PAGE).misplaced == (FIRST,)
    assert line_order(f"{FIRST}\n{FIRST}", PAGE + FIRST).misplaced == ()


def test_a_control_may_be_missing_from_a_line_but_no_word_may_be_added() -> None:
    assert line_order(f"{FIRST} {SECOND}", PAGE).parted == 1
    assert line_order("First invented line", PAGE).unknown == ("First invented line",)


def test_the_page_decides_where_the_truth_is_in_another_order() -> None:
    found = compare([SECOND, FIRST], f"{FIRST}\n\n{SECOND}", PAGE)
    assert (found.pairs, found.ordered, found.placed, found.as_page) == (1, 0, 1, 1)
    found = compare([SECOND, FIRST], f"{SECOND}\n\n{FIRST}", PAGE)
    assert (found.pairs, found.ordered, found.placed, found.as_page) == (1, 1, 1, 0)


def test_what_a_page_repeats_has_no_certain_order() -> None:
    assert compare([FIRST, SECOND], f"{SECOND}\n\n{FIRST}", PAGE + FIRST).placed == 0


def test_a_letter_that_ends_a_line_is_the_same_inside_a_text() -> None:
    assert line_order("ΓTΣ\nnext", "ΓTΣ, next").misplaced == ()
    # The small letter of İ is two characters, of which the second is no letter.
    assert line_order("SİVAS\nFirst", "SİVAS. First. Sivas") == LineOrder(lines=2)
