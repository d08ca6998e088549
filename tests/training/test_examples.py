"""Examples: what the truth says of every segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.model import Role
from honbun.errors import TruthError
from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page
from honbun.training.examples import read_examples, site_example, text_example, unlabelled
from tests.content.site import page, say, site, title
from tests.evaluation.handmade import write_site
from tests.evaluation.texts import html, row, text, write_texts

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.training.examples import Example


def typed(number: int, true: str | None = None, **more: object) -> TextPage:
    name = f"site{number}.example"
    one = Page(html(number), url=f"https://{name}/{number}.html")
    true = text(number) if true is None else true
    return TextPage(one, str(number), name, name, "wcxb", true, **more)  # type: ignore[arg-type]


def content(example: Example | None) -> list[str]:
    assert example is not None
    assert example.labels is not None
    texts = example.parsed.segments.texts()
    return [text for text, label in zip(texts, example.labels) if label > 0.5]


def silent(step: str) -> None:
    pass


def test_text_is_aligned_with_segments() -> None:
    assert content(text_example(typed(0))) == text(0).split("\n")


def test_elements_that_the_truth_names_have_their_role() -> None:
    blocks = (("/html/body/div[2]/h1", "title"), ("/html/body/div[2]/div", "body"))
    example = text_example(typed(0, "x", blocks=blocks))
    assert content(example) == text(0).split("\n")
    assert example is not None
    assert example.roles is not None
    assert [role for role in example.roles if role] == [Role.TITLE, *[Role.BODY] * 3]


def test_a_truth_that_is_not_on_the_page_gives_no_labels() -> None:
    for true in (text(5), ""):
        example = text_example(typed(0, true))
        assert example is not None
        assert example.labels is None


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"<p>"])
def test_unusable_pages_give_no_example(data: bytes) -> None:
    assert unlabelled(Page(data), "a.example") is None


def test_titles_have_no_weight_and_dates_count_if_asked(tmp_path: Path) -> None:
    pages = {
        f"{n}.html": str(page(n, header=lambda n: f"<p class=on>{n + 1} May 2008</p>").html)
        for n in range(3)
    }
    fields = {"title": ["h1"], "date": [".on"], "body": [".text"]}
    write_site(tmp_path, "harbour", pages, fields)
    (first, *_) = read_examples([tmp_path], silent)
    texts = list(first.parsed.segments.texts())
    (body, weights), (printed, _) = first.body(), first.printed()
    date = texts.index("1 May 2008")
    assert (body[date], printed[date]) == (0, 1)
    assert weights[texts.index(title(0))] == 0
    assert weights[texts.index(say(0))] > 0


def test_folders_of_both_formats_are_read_in_order(tmp_path: Path) -> None:
    wcxb = write_texts(tmp_path / "wcxb", [row(0), row(1)])
    pages = {f"{n}.html": str(one.html) for n, one in enumerate(site(30))}
    sites = write_site(tmp_path / "sites", "harbour", pages, {"title": ["h1"], "body": [".text"]})
    messages: list[str] = []
    found = list(read_examples([wcxb, sites], messages.append))
    assert messages == [f"reading {wcxb}", f"reading {sites}"]
    assert [one.site for one in found] == ["site0.example", "site1.example", *["harbour"] * 30]
    assert [one.labels is None for one in found] == [*[False] * 27, *[True] * 5]
    assert content(found[2]) == text(0).split("\n")


def test_a_folder_of_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthError):
        list(read_examples([tmp_path], silent))


def test_a_page_of_a_site_is_labelled_by_its_selectors(tmp_path: Path) -> None:
    from honbun.annotation.sites import read_sites

    write_site(tmp_path, "harbour", {"0.html": html(0)}, {"title": ["h1"], "body": [".text"]})
    (one,) = read_sites(tmp_path, ("article",))
    example = site_example(one.pages[0], "harbour")
    assert content(example) == text(0).split("\n")
