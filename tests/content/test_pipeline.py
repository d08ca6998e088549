"""Collections: what comes out, in which order, and what happens to bad pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import extract
from honbun.content import pipeline
from honbun.content.explain import ALL_REPEATED, FRAMESET, NO_TEXT, ONLY_PAGE
from honbun.content.judge import judge
from honbun.content.model import Content, ContentOptions, Role
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.runner.run import Run
from tests.content.site import HOST, page, results, say, site, text, texts, title

if TYPE_CHECKING:
    from typing import Any

    from honbun.errors import Failure

FAITHFUL = ContentOptions(faithful=True, explain=True)


def test_results_come_in_the_order_of_the_pages() -> None:
    pages = [*site(70), page(0), Page(page(3).html, url="https://other.example/")]
    assert [content.url for content in results(pages)] == [one.url for one in pages]


def test_two_processes_give_the_results_of_one() -> None:
    pages = site(30)
    assert list(extract(pages, run=Run(2))) == list(extract(pages, run=Run(1)))


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("", NO_TEXT),
        ("<p><!-- nothing --></p>", NO_TEXT),
        ("<script>code()</script>", NO_TEXT),
        ("<frameset><frame src=a></frameset>", FRAMESET),
    ],
)
@pytest.mark.parametrize("options", [ContentOptions(), FAITHFUL])
def test_the_reason_says_why_content_is_empty(
    html: str, reason: str, options: ContentOptions
) -> None:
    content = next(extract([Page(html, url=f"{HOST}/empty"), *site(3)], options))
    assert (content.text, content.reason, content.kind) == ("", reason, "nothing")


def test_pictures_between_texts_are_content() -> None:
    body = '<div><img src=/logo.png></div>{}<div><img src=/{}.jpg alt="A boat"></div>{}'
    pages = site(3, body=lambda n: body.format(f"<p>{say(n)}</p>", n, f"<p>{say(n, 1)}</p>"))
    found = [(block.role, block.text) for block in results(pages)[0].blocks]
    assert found[-3:] == [(Role.BODY, say(0)), (Role.FIGURE, ""), (Role.BODY, say(0, 1))]


def test_only_asked_roles_are_kept() -> None:
    options = ContentOptions(roles="title, figure")
    pages = site(
        3, body=lambda n: f"<p>{say(n)}</p><div><img src=/{n}.jpg></div><p>{say(n, 1)}</p>"
    )
    content = results(pages, options)[0]
    assert [block.role for block in content.blocks] == [Role.TITLE, Role.FIGURE]


def test_an_unknown_role_is_refused() -> None:
    with pytest.raises(HonbunError, match="no role header, but title, body"):
        ContentOptions(roles="body,header")


def test_loose_texts_of_one_element_are_separate_blocks() -> None:
    pages = site(3, body=lambda n: f"{say(n)}<br><br>{say(n, 1)}")
    first, second = results(pages)[0].blocks[-2:]
    assert (first.text, second.text) == (say(0), say(0, 1))
    assert first.xpath == second.xpath


def test_markup_is_kept_once_for_each_text() -> None:
    pages = site(3, body=lambda n: f"<b>{say(n)}</b><br><br>{say(n, 1)}")
    content = results(pages)[0]
    assert content.html.endswith(f"<p><b>{say(0)}</b></p>\n<p>{say(0, 1)}</p>\n")


def test_an_unreadable_page_is_reported_and_the_others_continue() -> None:
    failures: list[Failure] = []
    png = Page(b"\x89PNG\r\n\x1a\n\x00\x00", source="a.png")
    contents = list(extract([png, *site(2)], run=Run(on_failure=failures.append)))
    assert len(contents) == 2
    assert [(failure.source, failure.step) for failure in failures] == [("a.png", "extract")]
    assert "PNG" in failures[0].message


def test_a_site_that_cannot_be_judged_is_reported_and_the_others_continue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(facts: Any, *others: Any, **options: Any) -> Any:
        if facts.site == "harbour.example":
            raise RuntimeError("no judgement")
        return judge(facts, *others, **options)

    monkeypatch.setattr(pipeline, "judge", broken)
    failures: list[Failure] = []
    other = Page(page(0).html, url="https://other.example/")
    contents = list(extract([*site(2), other], run=Run(on_failure=failures.append)))
    assert [content.url for content in contents] == ["https://other.example/"]
    assert {(failure.step, failure.message) for failure in failures} == {
        ("judge", "RuntimeError: no judgement")
    }


def test_an_explanation_agrees_with_the_content() -> None:
    for content in results(site(4)):
        assert [(one.xpath, one.role, one.text) for one in content.explanation if one.content] == [
            (block.xpath, block.role, block.text) for block in content.blocks if block.text
        ]
        assert all(0 <= one.score <= 1 for one in content.explanation)


def test_a_result_has_the_encoding_of_its_page() -> None:
    japanese = Page(
        "<meta charset=shift_jis><p>①㈱髙".encode("cp932") + b"\x81", url="https://e.org/"
    )
    (content,) = extract([japanese])
    assert content.text == "①㈱髙\ufffd"
    assert (content.encoding, content.replaced) == ("shift_jis", 1)


# The papers' method.


def faithful(*bodies: str) -> list[Content]:
    frame = "<title>Boats of May - Site</title><ul><li>Home</ul>{}<p>© Example"
    pages = [Page(frame.format(body), url=f"{HOST}/{n}") for n, body in enumerate(bodies)]
    return list(extract(pages, FAITHFUL))


def test_the_papers_keep_what_no_other_page_has() -> None:
    first, second = faithful("<h2>Boats of May</h2><p>First text.", "<p>Second text.")
    assert texts(first) == ["Boats of May", "First text."]
    assert [block.role for block in first.blocks] == [Role.TITLE, Role.BODY]
    assert (texts(second), second.compared) == (["Second text."], 1)
    home = first.explanation[0]
    assert (home.content, home.others, home.why) == (False, 1, ("another page has the same block",))


def test_the_papers_leave_repeated_pages_empty() -> None:
    first, *_ = faithful("<p>The same article.", "<p>The same article.", "<p>Another.")
    assert (first.blocks, first.reason, first.kind) == ((), ALL_REPEATED, "nothing")


def test_the_papers_need_other_pages() -> None:
    (content,) = faithful("<p>Text.")
    assert content.reason == ONLY_PAGE


def test_the_papers_keep_pictures_that_no_other_page_has() -> None:
    first, _ = faithful('<div><img src=a alt="A boat"></div><p>Text.', "<p>Other.")
    assert [block.role for block in first.blocks] == [Role.FIGURE, Role.BODY]


def test_text_is_not_lost_by_either_method() -> None:
    pages = site(4, body=text)
    for options in (ContentOptions(), FAITHFUL):
        content = next(extract(pages, options))
        assert {title(0), *(say(0, part) for part in range(3))} <= set(texts(content))
