"""The record of a site has what its template says, once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun import ContentOptions, HonbunError, Page, extract, extract_page
from honbun.runner.run import Run
from honbun.stores.journal import Journal
from tests.content.written import ENGLISH

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "Harbour Office, 1 Quay Street, Port Ellen"
PHONE = "+44 1496 300000"
LICENCE = "Texts may be copied under CC BY 4.0 with a link to the page."
OPTIONS = ContentOptions(site_record=True)


def site(pages: int, host: str = "https://a.example") -> list[Page]:
    frame = (
        "<nav><ul><li><a href=/>Home</a><li><a href=/ships>All ships</a></ul></nav>{}<footer>"
        f"<p>{ADDRESS}</p><p><a href='tel:+441496300000'>{PHONE}</a></p><p>{ADDRESS}</p>"
        "<p>Texts may be copied under <a href=https://l.example/by>CC BY 4.0</a> with a link to the"
        " page.</p></footer>"
    )
    return [
        Page(
            frame.format(
                f"<h1>Ship number {number}</h1>"
                + "".join(f"<p>{text} Ship {number}.</p>" for text in ENGLISH.text)
            ),
            url=f"{host}/{number}",
        )
        for number in range(pages)
    ]


def test_record_has_what_the_template_says_once_and_no_links() -> None:
    first, *others = extract(site(5), OPTIONS)
    assert first.site_record == (ADDRESS, PHONE, LICENCE)
    assert not any(content.site_record for content in others)
    assert first.to_dict()["site_record"] == [ADDRESS, PHONE, LICENCE]
    assert "site_record" not in others[0].to_dict()


def test_every_site_has_its_own_record_and_none_is_made_of_two_pages() -> None:
    pages = [*site(3), *site(2, "https://b.example"), *site(4, "https://c.example")]
    found = [content.url for content in extract(pages, OPTIONS) if content.site_record]
    assert found == ["https://a.example/0", "https://c.example/0"]


def test_results_are_the_same_with_a_record_and_without() -> None:
    plain = list(extract(site(5)))
    found = [replace(content, site_record=()) for content in extract(site(5), OPTIONS)]
    assert found == plain


def test_a_resumed_run_has_the_record(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        run = Run(journal=journal)
        first = [content.site_record for content in extract(site(4), OPTIONS, run=run)]
        assert [content.site_record for content in extract(site(4), OPTIONS, run=run)] == first
    assert first[0]


def test_a_page_alone_has_no_record() -> None:
    with pytest.raises(HonbunError, match="use extract"):
        extract_page(site(1)[0], options=OPTIONS)
    with pytest.raises(HonbunError, match="alone cannot be combined"):
        next(extract(site(3), OPTIONS, alone=True))
    with pytest.raises(HonbunError, match="faithful cannot be combined"):
        ContentOptions(faithful=True, site_record=True)
