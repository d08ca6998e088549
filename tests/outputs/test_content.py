"""Content as tables in Python, and pages that are given by mistake as an address."""

from __future__ import annotations

import pytest

import honbun
from honbun.errors import HonbunError
from tests.content.written import ENGLISH


def test_contents_become_an_arrow_table_and_a_data_frame() -> None:
    contents = [honbun.extract_page(ENGLISH.html, "https://e.org/1")] * 2
    table = honbun.to_arrow(contents)
    assert table.column("markdown").to_pylist() == [one.markdown for one in contents]
    assert honbun.to_arrow(contents, "html", "url").column_names == ["html", "url"]
    frame = pytest.importorskip("pandas").DataFrame(one.to_dict() for one in contents)
    assert list(frame["text"]) == [one.text for one in contents]
    with pytest.raises(HonbunError, match="no field titel, but url, source"):
        contents[0].to_dict("titel")


@pytest.mark.parametrize("given", ["page.html", "my pages/a.htm", "https://e.org/a?b=1"])
def test_an_address_instead_of_a_page_is_refused(given: str) -> None:
    with pytest.raises(HonbunError, match=r"use honbun\.extract\(honbun\.read"):
        honbun.extract_page(given)
    assert honbun.extract_page("Boats float, says a.html on the sea.").text
