"""Markup that implies a huge tree is refused; large and careless pages are read."""

from __future__ import annotations

import pytest

from honbun.errors import UnreadablePage
from honbun.html.limits import MAX_ELEMENTS, check


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("<p>" * (MAX_ELEMENTS + 2), "500,001 elements"),
        ("".join(f"<bODy a{i}=b>" for i in range(4000)), "4,000 body or html tags"),
        ("".join(f"<p><b class=c{i}>" for i in range(8000)), "open at a time"),
        ("".join(f"<p><b class=c{i}></i>" for i in range(8000)), "open at a time"),
        ("</b>" * 8000 + "".join(f"<p><b class=c{i}>" for i in range(8000)), "open at a time"),
    ],
)
def test_markup_that_implies_too_many_elements_is_refused(html: str, message: str) -> None:
    with pytest.raises(UnreadablePage, match=message):
        check(html.encode())


@pytest.mark.parametrize(
    "html",
    [
        "<p>" * MAX_ELEMENTS,
        "",
        "<",
        "<p><b>x</b>" * 20_000,
        "<p><font color=red>never closed" * 20_000,
        "".join(f"<a href={i}>x</a><b class=c{i}>y</b>" for i in range(20_000)),
        "<!-- c --></p>" * 400_000,
    ],
)
def test_large_and_careless_pages_are_read(html: str) -> None:
    check(html.encode())
