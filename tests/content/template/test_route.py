from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from honbun.content.template.place import Names
from honbun.content.template.route import Step, Weighed, follow, learn
from honbun.content.template.template import weigh
from tests.content.site import measured, say, site, text
from tests.strategies import HTML

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.page import Page


def weighed(pages: Sequence[Page | str]) -> list[Weighed]:
    outlines = [measured(page) for page in pages]
    names = Names.learn(outlines)
    texts = Counter([mark for outline in outlines for mark in set(outline.mark) if mark])
    return [
        weigh(outline, names, [texts[mark] - 1 if mark else 0 for mark in outline.mark])
        for outline in outlines
    ]


def ends(pages: Sequence[Page | str]) -> list[str]:
    """What each page's content stands in, by the route that all have taught."""
    known = weighed(pages)
    route = learn(known)
    return [page.key[follow(page, route)] for page in known]


def many(html: Callable[[int], str], count: int = 8) -> list[str]:
    return [html(number) for number in range(count)]


def test_the_route_goes_down_to_the_article() -> None:
    assert ends(site(8)) == ["div.text"] * 8


def test_the_route_stops_before_paragraphs() -> None:
    assert ends(many(lambda n: f"<div class=text><p>{say(n)}</div>")) == ["div.text"] * 8


def test_the_route_stops_before_lists_and_quotations() -> None:
    html = "<div class=text><{0} class=box><li>{1}</{0}></div>"
    for tag in ("ul", "ol", "blockquote", "pre", "figure"):
        assert ends([html.format(tag, say(n)) for n in range(8)]) == ["div.text"] * 8


def test_boxes_without_names_are_gone_into_by_their_tags() -> None:
    page = "<div>Notes</div><div><section><div>{0}</div><div>Old notes</div></section></div>"
    known = weighed(many(lambda n: page.format(text(n))))
    route = learn(known)
    assert route == Step("div", Step("section", Step("div", None, None), None), None)
    assert [page.outline.parent[follow(page, route)] for page in known] == [3] * 8


def test_the_route_stops_where_no_box_holds_most() -> None:
    halves = many(
        lambda n: f"<div class=a>{text(n)}</div><p>{say(n, 7)}<p>{say(n, 8)}<p>{say(n, 9)}"
    )
    assert ends(halves) == ["body"] * 8


def test_what_other_pages_say_does_not_weigh() -> None:
    same = "<div class=side>" + "".join(f"<p>{say(99, part)}" for part in range(9)) + "</div>"
    assert ends(site(8, below=lambda n: same)) == ["div.text"] * 8


def test_links_and_asides_do_not_weigh() -> None:
    def linked(number: int) -> str:
        rows = [f"<li><a href=/x>{say(number, part)}</a>" for part in range(20, 29)]
        return (
            f"<div class=side><ul>{''.join(rows)}</ul></div><form><p>{say(number, 30, 60)}</form>"
        )

    assert ends(site(8, below=linked)) == ["div.text"] * 8


def comments(number: int, count: int) -> str:
    said = "".join(
        f"<li><p>{1 + part} May 2008</p><p>{say(number, 40 + part, 20)}" for part in range(count)
    )
    return f"<div class=comments><ol>{said}</ol></div>"


def test_comments_with_dates_after_an_article_do_not_keep_the_route_from_it() -> None:
    assert ends(site(8, below=lambda n: comments(n, 3))) == ["div.text"] * 8


def test_a_box_without_dates_after_an_article_does() -> None:
    undated = site(8, below=lambda n: f"<div class=more><p>{say(n, 40, 60)}</div>")
    assert ends(undated) == ["div.page"] * 8


def test_a_discussion_that_outweighs_its_articles_is_not_gone_into() -> None:
    assert ends(site(8, below=lambda n: comments(n, 4 + n % 2))) == ["div.text"] * 8


def test_pages_with_another_box_get_a_route_of_their_own() -> None:
    articles = many(lambda n: f"<main><div class=text>{text(n)}</div></main>", 6)
    essays = [
        f"<main><section class=essay><div class=inner>{text(n)}</div></section></main>"
        for n in range(10, 14)
    ]
    assert ends([*articles, *essays]) == ["div.text"] * 6 + ["div.inner"] * 4


def test_pages_whose_box_is_nearly_empty_get_a_route_of_their_own() -> None:
    articles = many(lambda n: f"<main><div class=text>{text(n)}</div></main>", 6)
    essays = [
        f"<main><div class=text><p>No {n}</div><section class=essay>{text(n)}</section></main>"
        for n in range(10, 14)
    ]
    assert ends([*articles, *essays]) == ["div.text"] * 6 + ["section.essay"] * 4


def test_a_box_that_holds_half_of_some_pages_goes_before_one_that_holds_less_of_more() -> None:
    def paragraphs(number: int, first: int, count: int) -> str:
        return "".join(f"<p>{say(number, part)}</p>" for part in range(first, first + count))

    def page(number: int) -> str:
        if number < 4:
            box = f"<div class=a>{paragraphs(number, 0, 8)}</div>"
            return box + f"<div class=b>{paragraphs(number, 8, 5)}</div>"
        if number < 7:
            return f"<div class=b>{paragraphs(number, 0, 5)}</div>{paragraphs(number, 5, 6)}"
        return paragraphs(number, 0, 10)

    assert ends(many(page, 10)) == ["div.a"] * 4 + ["body"] * 6


def test_two_odd_pages_are_no_kind() -> None:
    articles = many(lambda n: f"<main><div class=text>{text(n)}</div></main>", 8)
    odd = [f"<main><section>{text(n)}</section></main>" for n in range(10, 12)]
    assert ends([*articles, *odd]) == ["div.text"] * 8 + ["main"] * 2


def test_a_few_pages_with_a_huge_table_do_not_lead_the_others_astray() -> None:
    articles = many(lambda n: f"<div class=text>{text(n)}</div>", 7)
    cells = "".join(f"<td>{say(50, part, 60)}" for part in range(20))
    table = f"<div class=text><p>{say(50)}</div><div class=data><table><tr>{cells}</table></div>"
    assert ends([*articles, table])[:7] == ["div.text"] * 7


def test_a_table_that_lays_out_a_page_is_gone_into() -> None:
    old = many(lambda n: f"<table><tr><td>Home<td class=main>{text(n)}</table>")
    assert ends(old) == ["td.main"] * 8


def test_a_table_of_data_is_not_gone_into() -> None:
    data = many(lambda n: f"<div><table><tr><td>Home<td>{say(n, 0, 30)}</table></div>")
    assert ends(data) == ["div"] * 8


def test_a_page_that_has_none_of_the_boxes_ends_where_the_route_does() -> None:
    route = learn(weighed(site(8)))
    (page,) = weighed(["<p>A page of another make."])
    assert follow(page, route) == 0


def test_of_several_boxes_with_one_key_the_heaviest_is_gone_into() -> None:
    page = "<div class=box>Home</div><div class=box>{0}</div><div class=box>Old</div>"
    known = weighed(many(lambda n: page.format(text(n))))
    route = learn(known)
    assert [follow(page, route) for page in known] == [2] * 8


def test_pages_that_say_nothing_of_their_own_teach_no_route() -> None:
    assert learn(weighed(["<div><p>Same"] * 5)) is None
    assert learn([]) is None


@given(st.lists(HTML, min_size=1, max_size=6))
def test_any_pages_give_a_route_that_ends_inside_each(pages: list[str]) -> None:
    known = weighed(pages)
    route = learn(known)
    assert all(0 <= follow(page, route) < max(1, len(page.outline)) for page in known)
