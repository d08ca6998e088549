"""Elements that CSS selectors name are always kept, or not read at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import extract, extract_page
from honbun.content.explain import REQUIRED
from honbun.content.model import ContentOptions, Role
from honbun.content.on_engine import extract_parts
from honbun.engines.duckdb import DuckDBEngine
from honbun.errors import HonbunError
from honbun.inputs.shards import shards
from honbun.runner.run import DEFAULT_RUN
from honbun.stores.site_memory import SiteMemory
from tests.content.site import page, say, site
from tests.content.written import ENGLISH

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.content.model import Content
    from honbun.page import Page

FOOTER = "<footer><p class=address>1 Quay Road <b>Oldport</b></p><img src=map.png></footer>"
KEEP = ContentOptions(keep=(".address",))


def texts(content: Content) -> list[str]:
    return [block.text for block in content.blocks]


def with_footer(number: int) -> Page:
    return page(number, below=lambda _: FOOTER)


def test_elements_to_keep_are_kept_whatever_their_score() -> None:
    html = f"{ENGLISH.html}{FOOTER}"
    assert "1 Quay Road Oldport" not in extract_page(html).text
    assert "1 Quay Road Oldport" in texts(extract_page(html, options=KEEP))


def test_an_inline_element_keeps_its_segment_and_a_picture_its_block() -> None:
    html = f"{ENGLISH.html}{FOOTER}"
    by_word = extract_page(html, options=ContentOptions(keep=("footer b",)))
    assert "1 Quay Road Oldport" in texts(by_word)
    by_picture = extract_page(html, options=ContentOptions(keep=("footer img",)))
    assert "Oldport" not in by_picture.text
    assert "map.png" in by_picture.html
    assert by_picture.blocks[-1].role is Role.FIGURE


def test_the_segment_before_an_element_is_not_kept_with_it() -> None:
    html = "<div>loose words <p class=x> inside </p> and more</div><nav><a href=/>Home</a></nav>"
    found = extract_page(html, options=ContentOptions(keep=("nav",), drop=("div",)))
    assert texts(found) == ["Home"]
    found = extract_page(html, options=ContentOptions(keep=(".x",), explain=True))
    assert [one.text for one in found.explanation if one.why == (REQUIRED,)] == ["inside"]


def test_dropped_elements_are_not_read_and_xpaths_stay() -> None:
    html = ENGLISH.html.replace("<h1", f"<div class=ad><p>{say(1)}</p></div><h1")
    options = ContentOptions(drop=(".ad", "h1"))
    before, after = extract_page(html), extract_page(html, options=options)
    assert say(1) not in after.text
    assert ENGLISH.title not in after.text
    assert ENGLISH.text[0] in texts(after)
    places = {block.text: block.xpath for block in before.blocks}
    assert all(places.get(block.text, block.xpath) == block.xpath for block in after.blocks)


def test_a_dropped_word_leaves_the_rest_of_its_paragraph() -> None:
    html = ENGLISH.html.replace(ENGLISH.text[0], f"{ENGLISH.text[0]} <i class=x>Share</i>")
    found = extract_page(html, options=ContentOptions(drop=("i.x",)))
    assert ENGLISH.text[0] in texts(found)
    assert "Share" not in found.text + found.html + found.markdown


def test_drop_wins_over_keep() -> None:
    options = ContentOptions(keep=(".address", "footer"), drop=(".address",))
    assert "Quay" not in extract_page(f"{ENGLISH.html}{FOOTER}", options=options).text


@pytest.mark.parametrize("options", [{"keep": ("p[",)}, {"drop": ("p", "::")}, {"keep": ("",)}])
def test_an_invalid_selector_is_a_line(options: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(HonbunError, match=r"\Ano CSS selector: [^\n]+\Z"):
        ContentOptions(**options)  # type: ignore[arg-type]


def test_a_selector_alone_is_refused() -> None:
    with pytest.raises(HonbunError, match=r"such as \('p',\)"):
        ContentOptions(keep="p")  # type: ignore[arg-type]


def test_selectors_count_in_a_collection_with_a_memory_and_on_an_engine(tmp_path: Path) -> None:
    pages = [with_footer(number) for number in range(6)]
    plain = list(extract(site(6)))
    with SiteMemory(tmp_path / "sites.db") as memory:
        kept = list(extract(pages, KEEP, memory=memory))
    assert all("1 Quay Road Oldport" in texts(content) for content in kept)
    dropped = list(extract(pages, ContentOptions(drop=("footer",))))
    assert [one.text for one in dropped] == [one.text for one in plain]
    for number, one in enumerate(pages):
        (tmp_path / f"{number}.html").write_text(
            f'<link rel=canonical href="{one.url}">{one.html!s}'
        )
    with DuckDBEngine() as engine:
        found = extract_parts(shards([str(tmp_path)]), engine, KEEP, DEFAULT_RUN)
        assert all("1 Quay Road Oldport" in texts(content) for content in found)
