"""Places of a template that the pages of a site decide about together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.model import Role
from honbun.content.slots import NO_SLOTS, Ballot, elect, line_numbers
from tests.content.site import results, say, site, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.model import Content

HEAD, DATE, AUTHOR, TEXT = 10, 20, 30, 40


def ballot(
    places: Sequence[int] = (HEAD, DATE, AUTHOR, TEXT),
    *,
    title: int | None = 0,
    shown: dict[int, Role] | None = None,
    scores: Sequence[float] = (),
    modified: Sequence[int] = (),
    numbered: dict[int, int] | None = None,
    pictures: Sequence[int] = (),
) -> Ballot:
    printed = np.array(scores or [0.5] * len(places), dtype=np.float32)
    return Ballot(places, printed, title, shown or {}, modified, numbered or {}, pictures)


def blocks(content: Content, role: Role) -> list[str]:
    return [block.text for block in content.blocks if block.role is role]


def test_two_pages_cannot_outvote_each_other() -> None:
    assert elect([ballot(), ballot()]) is NO_SLOTS
    assert elect([ballot()] * 3).pages == 3


def test_title_is_where_most_pages_with_the_place_have_it() -> None:
    slots = elect([ballot(), ballot(), ballot(title=3)])
    assert list(slots.titles) == [HEAD]
    everything = [True] * 4
    assert slots.choose_title(3, [HEAD, DATE, AUTHOR, TEXT], everything) == 0
    assert slots.choose_title(None, [HEAD, HEAD], everything[:2]) == 0
    assert slots.choose_title(1, [TEXT, DATE], everything[:2]) == 1
    assert slots.choose_title(3, [HEAD, DATE, AUTHOR, TEXT], [False, True, True, True]) == 3


def test_place_without_a_majority_is_no_slot() -> None:
    shown = {1: Role.DATE, 2: Role.AUTHOR}
    slots = elect([ballot(shown=shown), ballot(), ballot(), ballot(shown={2: Role.AUTHOR})])
    assert (set(slots.dates), set(slots.authors)) == (set(), {AUTHOR})


def test_place_with_many_texts_on_a_page_is_no_slot() -> None:
    many = ballot([HEAD, DATE, DATE, DATE], shown={1: Role.DATE})
    assert set(elect([many] * 3).dates) == set()
    once = ballot([HEAD, DATE, TEXT, TEXT], shown={1: Role.DATE})
    assert set(elect([once] * 3).dates) == {DATE}


def test_scores_move_towards_the_mean_of_their_place_and_stay_where_it_is_unknown() -> None:
    slots = elect([ballot([HEAD], scores=[score]) for score in (0.0, 0.9, 0.9)])
    low, unknown = slots.agreed(np.array([0.0, 0.3], dtype=np.float32), [HEAD, TEXT])
    assert 0 < low < 0.6
    assert unknown == np.float32(0.3)


def test_gutter_is_a_place_of_nothing_but_line_numbers() -> None:
    code = ballot([TEXT, AUTHOR], numbered={0: 5})
    table = ballot([AUTHOR, AUTHOR], numbered={0: 1})
    assert set(elect([code, code, table]).gutters) == {TEXT}


def test_picture_on_most_pages_is_of_the_template() -> None:
    slots = elect([ballot(pictures=[1, 2]), ballot(pictures=[1]), ballot(pictures=[3])])
    assert (set(slots.pictures), set(slots.shared)) == ({1}, {1})
    slots = elect([ballot(pictures=[1, 2])] * 2 + [ballot(pictures=[3])] * 3)
    assert (set(slots.pictures), set(slots.shared)) == ({3}, {1, 2, 3})


def test_day_of_the_last_change_is_where_most_pages_state_it_once() -> None:
    changed = ballot([TEXT, DATE, DATE], modified=[2])
    assert set(elect([changed, changed, ballot()]).modified) == {DATE}
    assert set(elect([changed, ballot(), ballot()]).modified) == set()
    thread = ballot([TEXT, DATE, DATE], modified=[1, 2])
    assert set(elect([thread] * 3).modified) == set()


@given(st.integers(1, 40), st.sampled_from(["", " lines", " 1"]))
def test_line_numbers_count_up_from_one_without_a_gap(last: int, more: str) -> None:
    text = " ".join(map(str, range(1, last + 1)))
    assert line_numbers([text + more]) == ({} if more else {0: last})


def test_line_numbers_beside_code_are_dropped_and_numbers_in_a_table_kept() -> None:
    def body(n: int) -> str:
        code = "<table class=code><tr><td><pre>1\n2\n3</pre></td><td><pre>{}</pre></td></table>"
        rows = "".join(f"<tr><td>{row}</td><td>{say(n, row)}</td></tr>" for row in (1, 2, 3))
        return f"<p>{say(n)}</p>{code.format(say(n, 9))}<p>{say(n, 8)}</p><table>{rows}</table>"

    found = results(site(4, body=body))
    assert not any("1 2 3" in block.text for one in found for block in one.blocks)
    assert all(say(n, 9) in one.text for n, one in enumerate(found))


def test_picture_that_all_pages_show_is_dropped() -> None:
    def body(n: int, name: str) -> str:
        return f"<p>{say(n)}</p><div><img src=/{name}.jpg></div><p>{say(n, 1)}</p>"

    own = results(site(4, body=lambda n: body(n, str(n))))
    same = results(site(4, body=lambda n: body(n, "badge")))
    assert all(blocks(one, Role.FIGURE) == [""] for one in own)
    assert all(blocks(one, Role.FIGURE) == [] for one in same)


def test_day_of_the_page_among_the_dates_of_other_pages_is_not_its_date_line() -> None:
    def below(n: int) -> str:
        days = "".join(f"<li>{day} May 2008</li>" for day in (n + 1, n + 7, n + 9))
        return f"<ul class=recent>{days}</ul>"

    pages = site(4, header=lambda n: f"<p class=on>{1 + n} May 2008</p>", below=below)
    assert [blocks(one, Role.DATE) for one in results(pages)] == [
        [f"{1 + n} May 2008"] for n in range(4)
    ]


def test_title_is_where_others_have_theirs_though_the_page_declares_a_heading_of_its_text() -> None:
    def part(n: int) -> str:
        return say(n, 50, 4).removesuffix(".")

    pages = site(5, body=lambda n: f"<p>{say(n)}</p><h2>{part(n)}</h2><p>{say(n, 1)}</p>")
    html = pages[2].html
    assert isinstance(html, str)
    odd = replace(pages[2], html=html.replace(f"<title>{title(2)}", f"<title>{part(2)}"))
    (alone,) = results([odd])
    assert blocks(alone, Role.TITLE) == [part(2)]
    found = results([*pages[:2], odd, *pages[3:]])
    assert [blocks(one, Role.TITLE) for one in found] == [[title(n)] for n in range(5)]


def test_day_of_the_last_change_below_the_text_is_a_date_where_all_pages_have_it() -> None:
    pages = site(
        4,
        header=lambda n: f"<p class=on>{1 + n} May 2008</p>",
        below=lambda n: f"<div class=end>Last modified: {11 + n} June 2009</div>",
    )
    assert [blocks(one, Role.DATE) for one in results(pages)] == [
        [f"{1 + n} May 2008", f"Last modified: {11 + n} June 2009"] for n in range(4)
    ]
    (alone,) = results(pages[:1])
    assert blocks(alone, Role.DATE) == ["1 May 2008"]


def test_line_of_authors_below_the_text_of_all_pages_is_that_of_the_site() -> None:
    def author(part: str, names: Sequence[str]) -> list[list[str]]:
        def line(n: int) -> str:
            return f"<div class=by>Written by {names[n % len(names)]}</div>"

        pages = site(4, header=line) if part == "header" else site(4, below=line)
        return [blocks(one, Role.AUTHOR) for one in results(pages)]

    assert author("below", ["Ann Lee"]) == [[]] * 4
    assert author("header", ["Ann Lee"]) == [["Written by Ann Lee"]] * 4
    assert author("below", ["Ann Lee", "Bo Ek"])[:2] == [
        ["Written by Ann Lee"],
        ["Written by Bo Ek"],
    ]


def test_line_of_authors_may_say_more_of_them_than_their_names() -> None:
    def author(more: str) -> list[str]:
        line = f"<div><a rel=author href=/ann>Ann Lee</a>{more}</div>"
        (alone,) = results(site(1, header=lambda n: line))
        return blocks(alone, Role.AUTHOR)

    assert author(", reporter for the harbours") == ["Ann Lee, reporter for the harbours"]
    assert author(" sees the harbours of the north") == []


def test_picture_below_the_text_that_another_page_shows_is_not_content() -> None:
    def pictures(below: str) -> list[int]:
        pages = site(
            6,
            body=lambda n: f"<p>{say(n)}</p><div><img src=/{n % 3}.jpg></div><p>{say(n, 1)}</p>",
            below=lambda n: f"<div><img src=/{below.format(n, n // 2)}.jpg></div>",
        )
        return [len(blocks(one, Role.FIGURE)) for one in results(pages)]

    assert pictures("end-{0}") == [2] * 6
    assert pictures("author-{1}") == [1] * 6


def test_title_that_the_other_pages_list_is_kept() -> None:
    listed = "".join(f"<li><a href=/notes/{n}.html>{title(n)}</a>" for n in range(6))
    pages = site(6, below=lambda _: f"<ul class=latest>{listed}</ul>")
    assert [blocks(one, Role.TITLE) for one in results(pages)] == [[title(n)] for n in range(6)]


def test_heading_that_all_pages_have_at_one_place_is_no_title() -> None:
    name = "Harbour Notes"
    pages = site(6)
    plain = [
        replace(one, html=str(one.html).replace(title(n), name)) for n, one in enumerate(pages)
    ]
    assert all(name not in blocks(one, Role.TITLE) for one in results(plain))
