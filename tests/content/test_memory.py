from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.api import extract
from honbun.content.explain import ONLY_PAGE
from honbun.content.model import Content, ContentOptions
from honbun.page import Page
from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (
    "amber basin cedar delta ember fjord glade heath islet jetty knoll ledge marsh notch".split()
)


def page(number: int, host: str = "news.example", frame: str = "post") -> Page:
    """A page of a site; its text differs for each number."""
    word = WORDS[number % len(WORDS)]
    text = "".join(
        f"<p>Of the {word} number {number}, line {line}, {WORDS[(number * 3 + line) % 14]} tells."
        for line in range(4)
    )
    html = (
        f"<title>The {word} of {number} | Site</title><div id=top><a href=/>Home</a></div>"
        f"<div class={frame}><h1>The {word} of {number}</h1><div class=when>{number + 1} May 2008"
        f"</div><div class=text>{text}<ul class=more><li><a href=/{number + 1}>Next: "
        f"{WORDS[(number + 1) % 14]}</a></ul></div></div><div id=foot>© Site, all rights reserved"
    )
    return Page(html, url=f"https://{host}/{number}", source=str(number))


def run(memory: SiteMemory, *pages: Page, update_memory: bool = True) -> list[Content]:
    return list(extract(pages, memory=memory, update_memory=update_memory))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def test_a_page_with_a_stored_template_is_judged_by_it(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(10)))
        (content,) = run(memory, page(11))
    assert content.method == "memory"
    assert [block.role for block in content.blocks] == ["title", "date", *["body"] * 4]


def test_results_with_memory_equal_those_of_the_whole_collection(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(0, 20, 2)))
        one_by_one = [run(memory, page(i), update_memory=False)[0] for i in range(1, 20, 2)]
    whole = list(extract(map(page, range(20))))[1::2]
    assert [c.blocks for c in one_by_one] == [c.blocks for c in whole]


def test_a_page_that_is_crawled_again_keeps_its_content(path: Path) -> None:
    with SiteMemory(path) as memory:
        first = run(memory, *map(page, range(10)))
        again = run(memory, page(3))
    assert again[0].blocks == first[3].blocks


def test_template_is_learned_from_pages_of_several_runs(path: Path) -> None:
    with SiteMemory(path) as memory:
        days = [run(memory, page(day))[0] for day in range(8)]
        (kind,) = memory.templates()
    assert (days[0].method, days[0].reason) == ("alone", ONLY_PAGE)
    assert {day.method for day in days[1:]} == {"memory"}
    assert "Next" not in days[-1].text
    assert kind.kept == 8
    assert kind.learnt >= 6  # learnt again whenever a quarter more have come


def test_template_is_not_learned_again_for_one_more_page(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(10)))
        (before,) = memory.templates()
        run(memory, page(11))
        (after,) = memory.templates()
    assert (after.version, after.learnt, after.kept) == (before.version, 10, 11)


def test_a_memory_that_is_not_updated_stays_unchanged(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(6)))
    before = path.read_bytes()
    with SiteMemory(path, read_only=True) as memory:
        run(memory, *map(page, range(6, 12)), update_memory=False)
    assert path.read_bytes() == before


def test_new_templates_are_learned_beside_stored_ones(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(8)))
        strangers = [
            replace(
                page(i, "other.example", "entry"),
                html=re.sub("id=|class=", "class=other-", str(page(i).html)),
            )
            for i in range(20, 26)
        ]
        contents = run(memory, page(9), *strangers)
        hosts = {site.host: site.pages for site in memory.sites()}
    assert [content.method for content in contents] == ["memory", *["collection"] * 6]
    assert hosts == {"news.example": 9, "other.example": 6}


def test_a_forgotten_template_is_not_used(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(8)))
        memory.forget("news.example")
        (content,) = run(memory, page(9))
    assert content.method == "alone"


def test_an_explanation_does_not_name_the_page_itself(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(8)))
        options = ContentOptions(explain=True)
        (content,) = extract([page(3)], options, memory=memory, update_memory=False)
    named = {url for judged in content.explanation for url in judged.pages}
    assert len(named) == 3
    assert content.url not in named


def test_repeated_pages_are_judged_by_memory_while_it_is_updated(path: Path) -> None:
    with SiteMemory(path) as memory:
        run(memory, *map(page, range(8)))
        again = run(memory, *map(page, range(8)))
    assert {content.method for content in again} == {"memory"}
