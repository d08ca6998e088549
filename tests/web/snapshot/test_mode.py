"""Standards or quirks; the parser, for which a table in a paragraph differs, is the judge."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.html.parse import parse
from honbun.web.snapshot.draw import _QUIRKY_ALONE, _QUIRKY_PREFIXES, mode

_PIECES = st.one_of(
    st.sampled_from([" ", "\n", "<!-- a -->", "<!-->", "<!--", "-->", "--!>", "<?xml ?>", "<!x>"]),
    st.sampled_from(["<!doctype", "<!DOCTYPE ", "html", "HTML", ">", "public", " SYSTEM "]),
    st.sampled_from(["'", '"', "'x'", '""', "x", "\ufeff", "</>", "</ >", "</p>"]),
    st.sampled_from(["<!doctype html>", "<!doctype html system 'about:legacy-compat'>"]),
    st.sampled_from(["'-//W3C//DTD HTML 4.01 Transitional//EN'", '"-//W3C//DTD HTML 3.2//EN"']),
)
_TABLE = "<p><p><table>"
"""The first tag may be swallowed by what is in front of it."""


def parsed_mode(html: str) -> str | None:
    """In quirks a table does not end the paragraph before it (HTML Standard, 13.2.6.4.7)."""
    tree = parse(html + _TABLE)
    tables = tree.find("table")
    if not tables:  # swallowed by a comment without an end
        return None
    return "quirks" if tree.tag[tree.parent[tables[0]]] == "p" else "standards"


@given(st.lists(_PIECES, max_size=8).map("".join))
@example("<!doctype html public '-//W3C//DTD HTML 4.01 Transitional//EN' ''>")
@example("<!doctype html public 'a'b>")
@example("<!doctype html system 'a'b>")
@example("<!doctype html system 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'>")
@example("<?xml ?></ ></><!x> <!-- a --!><!-->\n<!doctype html>")
def test_the_mode_is_the_one_that_the_parser_went_by(html: str) -> None:
    parsed = parsed_mode(html)
    assert parsed is None or mode(html + _TABLE) == parsed


@pytest.mark.parametrize("public", [*(f"{begin}EN" for begin in _QUIRKY_PREFIXES), "HTML"])
def test_old_public_identifiers_ask_for_quirks(public: str) -> None:
    html = f'<!DOCTYPE html PUBLIC "{public}" "x">'
    assert mode(html) == parsed_mode(html) == "quirks"


@pytest.mark.parametrize("public", _QUIRKY_ALONE)
def test_some_do_only_without_a_system_identifier(public: str) -> None:
    assert mode(f"<!DOCTYPE html PUBLIC '{public}EN'>") == "quirks"
    assert mode(f"<!DOCTYPE html PUBLIC '{public}EN' 'http://www.w3.org/x.dtd'>") == "standards"
