"""Pages with truth become examples with a label for every segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.annotation.sites import read_sites
from honbun.content.model import Role
from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page
from honbun.training.examples import Example, read_examples, site_example, text_example
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path

PAGE = """<title>The ferry | Harbour Notes</title><ul><li><a href=/>Home</a><li>About us</ul>
<h1>The ferry</h1><p class=by>By Ada Penrose, 3 May 2008</p>
<div><p>The ferry sails at six, and again at nine.</p><p>It carries goats.</p></div>
<p>All rights reserved</p>"""


def example(text: str, **more: object) -> Example:
    page = Page(PAGE, url="https://a.example/1")
    found = text_example(TextPage(page, "1", "a.example", "a.example", "data", text, **more))  # type: ignore[arg-type]
    assert found is not None
    return found


def labels(one: Example) -> dict[str, float]:
    assert one.labels is not None
    return dict(zip(one.parsed.segments.texts(), one.labels.tolist()))


def test_segments_of_the_true_text_are_content() -> None:
    found = labels(example("The ferry sails at six, and again at nine. It carries goats."))
    assert [text for text, share in found.items() if share == 1] == [
        "The ferry sails at six, and again at nine.",
        "It carries goats.",
    ]
    assert found["Home"] == found["All rights reserved"] == 0


def test_text_that_is_not_on_the_page_labels_nothing() -> None:
    assert example("Another text, which scripts would have loaded here.").labels is None
    assert example("").labels is None


def test_page_that_cannot_be_read_is_no_example() -> None:
    for html in (b"%PDF-1.4", b"<p></p>"):
        page = TextPage(Page(html), "1", "a.example", "a.example", "data", "Text")
        assert text_example(page) is None


def test_text_has_the_role_of_the_nearest_named_element() -> None:
    named = (
        ("/html/body/div", "body"),
        ("/html/body/div/p[2]", "none"),
        ("/html/body/h1", "title"),
    )
    one = example("", blocks=named)
    assert one.roles is not None
    roles = dict(zip(one.parsed.segments.texts(), one.roles))
    assert roles["The ferry sails at six, and again at nine."] is Role.BODY
    assert roles["It carries goats."] is None
    assert roles["The ferry"] is Role.TITLE


def test_dates_and_authors_count_only_where_everything_printed_does() -> None:
    named = (("/html/body/div", "body"), ("/html/body/p[1]", "date"))
    one = example("", blocks=named)
    row = one.parsed.segments.texts().index("By Ada Penrose, 3 May 2008")
    assert one.body()[0][row] == 0
    assert one.printed()[0][row] == 1


def test_title_has_no_weight() -> None:
    one = example("It carries goats.")
    weights = dict(zip(one.parsed.segments.texts(), one.body()[1].tolist()))
    assert weights["The ferry"] == 0 < weights["Home"] < weights["It carries goats."]


def test_selectors_label_the_pages_of_a_site(tmp_path: Path) -> None:
    data = write_site(tmp_path, "numbers", numbered(1))
    (site,) = read_sites(data, ("article",))
    one = site_example(site.articles[0], "numbers.example")
    assert one is not None
    assert one.roles is not None
    assert dict(zip(one.parsed.segments.texts(), one.roles)) == {
        "Home": None,
        "News": None,
        "Number 0": Role.TITLE,
        "All about 0.": Role.BODY,
        "And on, 0.": Role.BODY,
    }


def test_other_pages_of_a_site_are_evidence_without_labels(tmp_path: Path) -> None:
    pages = numbered(2) | {"list1.html": "<p>A list</p>"}
    found = list(read_examples([write_site(tmp_path, "numbers", pages)], lambda _: None))
    assert [one.labels is None for one in found] == [False, False, True]
    assert {one.site for one in found} == {"numbers.example"}
