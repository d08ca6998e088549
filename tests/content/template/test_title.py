from __future__ import annotations

import pytest

from honbun.content.model import Role
from honbun.page import Page
from tests.content.site import results, say, site, text, title


def pages(html: str, count: int = 8) -> list[Page]:
    """Pages in which `@` is replaced by their own title and `#` by text."""
    return [
        Page(html.replace("@", title(n)).replace("#", text(n)), url=f"https://harbour.example/{n}")
        for n in range(count)
    ]


def xpaths(collection: list[Page]) -> list[str | None]:
    """The XPath of the title of each page."""
    return [
        next((block.xpath for block in content.blocks if block.role is Role.TITLE), None)
        for content in results(collection)
    ]


HEAD = "<title>@ | Harbour Notes</title>"


def test_heading_that_matches_the_declared_title_is_the_title() -> None:
    found = xpaths(pages(HEAD + "<h1>Harbour Notes</h1><h2>@</h2><div><h2>Boats</h2>#</div>"))
    assert found == ["/html/body/h2"] * 8


def test_site_name_is_not_the_title() -> None:
    found = xpaths(pages(HEAD + "<h1>Harbour Notes</h1><p>@</p><div>#</div>"))
    assert found == ["/html/body/p"] * 8


def test_a_heading_is_preferred_to_a_plain_line() -> None:
    found = xpaths(pages(HEAD + "<p>@</p><h3>@</h3><div>#</div>"))
    assert found == ["/html/body/h3"] * 8


def test_first_of_equal_matches_is_the_title() -> None:
    assert xpaths(pages(HEAD + "<h1>@</h1><div>#</div><h1>@</h1>")) == ["/html/body/h1[1]"] * 8


def test_main_heading_is_preferred_to_the_end_of_breadcrumbs() -> None:
    found = xpaths(pages(HEAD + "<p>@</p><h2>A report: @ and what came of it</h2><div>#</div>"))
    assert found == ["/html/body/h2"] * 8


def test_a_heading_for_navigation_counts_less() -> None:
    found = xpaths(pages(HEAD + "<nav><h1>@</h1></nav><p>@</p><div>#</div>"))
    assert found == ["/html/body/p"] * 8


def test_text_longer_than_the_title_counts_half() -> None:
    found = xpaths(pages("<title>@</title><h3>@ (3)</h3><h2>@</h2><div>#</div>"))
    assert found == ["/html/body/h2"] * 8


@pytest.mark.parametrize("head", ["", "<title>Harbour Notes</title>"])
def test_page_without_a_declared_title_uses_the_usual_title_position(
    head: str,
) -> None:
    odd = Page(f"{head}<p>Notes</p><h2>The mole</h2><h2>More</h2><div>{text(9)}</div>", url="x")
    usual = pages(HEAD + "<p>Notes</p><h2>@</h2><div>#</div>")
    contents = results([*usual, odd])
    assert [content.title for content in contents] == [*map(title, range(8)), "The mole"]


def test_usual_title_position_is_preferred_to_an_unusual_match() -> None:
    usual = site(12)
    odd = Page(
        str(usual[3].html)
        .replace(f"<h1>{title(3)}</h1>", "<h1>Quay</h1>")
        # Only a paragraph of the text matches the declared title.
        .replace(f"<p>{say(3)}", f"<p>{title(3)}</p><p>{say(3)}"),
        url="https://harbour.example/odd",
    )
    assert results([*usual[:3], odd, *usual[4:]])[3].title == "Quay"


def test_first_main_heading_is_the_title_without_a_declared_one() -> None:
    contents = results(pages("<p>Notes</p><div><h2>Boats</h2><h1>@</h1>#<h1>More</h1></div>"))
    assert [content.title for content in contents] == [*map(title, range(8))]


def test_declared_title_that_is_not_shown_is_reported() -> None:
    contents = results(pages(HEAD + "<div>#</div>"))
    assert contents[0].title == f"{title(0)} | Harbour Notes"
    assert Role.TITLE not in [block.role for block in contents[0].blocks]


def test_longer_of_two_declared_titles_matches() -> None:
    head = "<title>Harbour Notes: @</title><meta property=og:title content='@'>"
    assert xpaths(pages(head + "<h2>@</h2><h1>Harbour</h1><div>#</div>")) == ["/html/body/h2"] * 8
