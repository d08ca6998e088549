from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.api import extract
from honbun.content.explain import ONLY_PAGE, RAREST, Reason, few_pages
from honbun.content.model import Content, ContentOptions
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.runner.run import Run
from tests.content.site import EXPLAIN, page, results, say, site, text, title


def orchard(count: int) -> list[Page]:
    """A site with another template and other texts."""
    return [
        Page(
            f"<html lang=en-GB><title>Orchard - {title(500 + number)}</title><main class=garden>"
            f"<header class=gate>The Orchard</header><article class=tree><h2>{title(500 + number)}"
            f"</h2><p class=picked>{1 + number % 28}/04/2008</p><section class=leaf>"
            f"{text(500 + number)}</section></article><aside class=hedge>Pick your own</aside>",
            url=f"https://orchard.example/{number}",
        )
        for number in range(count)
    ]


def full(number: int) -> Page:
    """A page with by-line, date and related links."""
    others = [(number + step) % 10 for step in (1, 2)]
    related = "".join(f"<li><a href=/notes/{n}.html>{title(n)}</a>" for n in others)
    return page(
        number,
        header=lambda n: f"<p class=by>By Ada Penrose</p><p class=on>{n % 28 + 1} May 2008</p>",
        body=lambda n: f"{text(n)}<p>* * *</p><div class=more><ul>{related}</ul></div>",
    )


def by_url(contents: list[Content]) -> dict[str, Content]:
    return {content.url: content for content in contents}


@pytest.mark.parametrize(
    ("count", "method", "reason"),
    [
        (1, "alone", ONLY_PAGE),
        (2, "collection", few_pages(2)),
        (3, "collection", few_pages(3)),
        (5, "collection", few_pages(5)),
        (6, "collection", None),
    ],
)
def test_the_reason_says_how_few_pages_were_compared(
    count: int, method: str, reason: str | None
) -> None:
    found = {(content.method, content.reason) for content in results(site(count))}
    assert found == {(method, reason)}


def test_a_single_page_keeps_its_text() -> None:
    (content,) = results(site(1))
    assert {title(0), say(0), say(0, 1), say(0, 2)} <= {block.text for block in content.blocks}


@pytest.mark.parametrize("count", [2, 3, 5])
def test_two_pages_are_enough_to_remove_boilerplate(count: int) -> None:
    for number, content in enumerate(results(site(count))):
        assert content.text.split("\n") == [title(number), *(say(number, p) for p in range(3))]


def test_a_page_with_its_own_template_is_judged_alone() -> None:
    *others, odd = results([*site(6), *orchard(1)])
    assert (odd.method, odd.reason) == ("alone", ONLY_PAGE)
    assert {content.reason for content in others} == {None}


def test_mixed_sites_give_the_results_of_each_site() -> None:
    harbour, trees = [full(number) for number in range(8)], orchard(8)
    mixed = [page for pair in zip(harbour, trees) for page in pair]
    alone = [*results(harbour, EXPLAIN), *results(trees, EXPLAIN)]
    assert by_url(results(mixed, EXPLAIN)) == by_url(alone)


def test_template_learned_from_a_sample_gives_the_same_content() -> None:
    pages = [full(number) for number in range(20)]
    few, all_ = results(pages, ContentOptions(sample=8)), results(pages)
    assert [content.text for content in few] == [content.text for content in all_]
    assert len(few) == 20
    assert {(content.method, content.reason) for content in few} == {("collection", None)}


def test_template_is_learned_from_at_most_sample_pages() -> None:
    contents = results(site(20), ContentOptions(sample=4, explain=True))
    assert {content.reason for content in contents} == {few_pages(4)}
    home = [block.others for c in contents for block in c.explanation if block.text == "Home"]
    assert sorted(home) == [3] * 4 + [4] * 16


def test_the_sample_does_not_depend_on_page_order() -> None:
    pages = [full(number) for number in range(12)]
    options = ContentOptions(sample=6, explain=True)
    shuffled = Random(0).sample(pages, len(pages))
    others = [
        {url: [block.others for block in content.explanation] for url, content in found.items()}
        for found in (by_url(results(pages, options)), by_url(results(shuffled, options)))
    ]
    assert others[0] == others[1]


def test_equal_pages_do_not_use_up_the_sample() -> None:
    copies = [Page(page(0).html, url=f"https://harbour.example/copy/{n}") for n in range(10)]
    contents = results([*copies, *site(8)], ContentOptions(sample=8))
    assert {content.reason for content in contents} == {None}
    assert {content.text for content in contents[:10]} == {contents[10].text}
    assert say(0) in contents[0].text


def test_a_page_with_two_urls_keeps_its_content() -> None:
    twice = Page(page(3).html, url="https://harbour.example/copy")
    contents = results([*site(8), twice])
    assert contents[8].text == contents[3].text
    assert say(3) in contents[3].text


def test_articles_that_a_list_page_repeats_keep_their_content() -> None:
    held = "".join(f"<h2>{title(n)}</h2>{text(n)}" for n in (1, 2, 3))
    contents = results([*site(8), page(99, body=lambda n: held)])
    assert contents[1].text == "\n".join([title(1), *(say(1, part) for part in range(3))])
    assert say(2, 1) in contents[8].text


def test_a_page_without_text_of_its_own_is_not_empty() -> None:
    pages = [Page(f"<p>Home</p><div class=text>{text(n)}</div>", url=f"{n}") for n in range(8)]
    bare = Page("<p>Home</p><div class=text></div>", url="bare")
    content = results([*pages, bare])[-1]
    assert (content.text, content.reason) == ("Home", RAREST)


def test_a_page_with_only_forms_is_not_empty() -> None:
    pages = [Page(f"<form><p>Login</p></form><div>{text(n)}</div>", url=f"{n}") for n in range(8)]
    content = results([*pages, Page("<form><p>Login</p></form><div></div>", url="login")])[-1]
    assert (content.text, content.reason) == ("Login", RAREST)


def test_two_processes_give_the_results_of_one() -> None:
    # More pages than are processed before workers start.
    pages = [*(full(number) for number in range(60)), *orchard(20)]
    alone = list(extract(pages, EXPLAIN, run=Run(1)))
    assert list(extract(pages, EXPLAIN, run=Run(2))) == alone


# Explanations.


def test_every_visible_block_is_explained_in_order() -> None:
    pages = site(8, header=lambda n: f"<div class=hero><img src={n}.jpg></div>")
    explanation = results(pages, EXPLAIN)[0].explanation
    assert [
        (judged.xpath.rpartition("/")[2], judged.text, judged.why) for judged in explanation
    ] == [
        ("p", "Harbour Notes", Reason.OUTSIDE),
        ("li[1]", "Home", Reason.OUTSIDE),
        ("li[2]", "About us", Reason.OUTSIDE),
        ("h1", title(0), Reason.TITLE),
        ("div[1]", "", Reason.PICTURE),
        ("p[1]", say(0, 0), Reason.REGION),
        ("p[2]", say(0, 1), Reason.REGION),
        ("p[3]", say(0, 2), Reason.REGION),
        ("p", "© The harbour notes, a paper for all who live by the sea", Reason.OUTSIDE),
    ]


def test_explanations_agree_with_the_content() -> None:
    for content in results([full(number) for number in range(8)], EXPLAIN):
        kept = [(judged.xpath, judged.text) for judged in content.explanation if judged.content]
        assert kept == [(block.xpath, block.text) for block in content.blocks]
        assert all(judged.content is judged.why.is_content for judged in content.explanation)


def test_an_explanation_has_the_number_of_other_pages_and_the_position() -> None:
    pages = site(8, body=lambda n: text(n) + "<p>Fair winds.</p>" * (n < 3))
    found = {judged.text: judged for judged in results(pages, EXPLAIN)[0].explanation}
    assert (found["Home"].others, found["Home"].place) == (7, "ul.menu/li")
    assert (found["Fair winds."].others, found["Fair winds."].place) == (2, "*div.text/p")
    assert (found[title(0)].others, found[title(0)].place) == (0, "div.page/h1")


def test_an_explanation_names_some_of_the_other_pages() -> None:
    pages = site(8, body=lambda n: text(n) + "<p>Fair winds.</p>" * (n < 3))
    found = {judged.text: judged for judged in results(pages, EXPLAIN)[0].explanation}
    assert found["Fair winds."].pages == (pages[1].url, pages[2].url)
    assert found[say(0)].pages == ()
    assert len(found["Home"].pages) == 3


def test_explanations_of_the_papers_method_have_no_positions() -> None:
    options = ContentOptions(faithful=True, explain=True)
    for content in results(site(4), options):
        assert {judged.place for judged in content.explanation} == {None}
        kept = [judged.xpath for judged in content.explanation if judged.content]
        assert kept == [block.xpath for block in content.blocks]


def test_explain_does_not_change_the_content() -> None:
    pages = [full(number) for number in range(8)]
    assert [c.blocks for c in results(pages, EXPLAIN)] == [c.blocks for c in results(pages)]


@pytest.mark.parametrize("sample", [0, -1])
def test_sample_must_be_at_least_1(sample: int) -> None:
    with pytest.raises(HonbunError, match="at least 1"):
        ContentOptions(sample=sample)


# Order.

COLLECTION = [*(full(number) for number in range(7)), *orchard(5)]


@settings(max_examples=25)
@given(st.permutations(COLLECTION))
def test_results_do_not_depend_on_page_order(pages: list[Page]) -> None:
    assert by_url(results(pages)) == by_url(results(COLLECTION))


PIECES = st.sampled_from(
    [
        *(
            "<div class=a>",
            "<div class=b>",
            "</div>",
            "<p>Some words of page {n}.",
            "<br>",
            "<form>",
        ),
        *("<p>The same on all.", "<h1>Title {n}</h1>", "<ul><li><a href=/x{n}>Link {n}</a></ul>"),
        *("<nav>", "<form>", "<table><tr><td>", "<time>3 May 2008</time>", "By Ada", "<article>"),
        *("<title>Title {n}</title>", "<li><a href=#s>s</a>", "2008年5月3日", "<dl><dt>a<dd>b"),
        "<figure><img src={n}.png><figcaption>c</figcaption></figure>",
    ]
)


@given(st.lists(st.lists(PIECES, max_size=14), min_size=1, max_size=4), st.integers(1, 6))
def test_any_pages_give_text_that_agrees_with_the_explanation(
    kinds: list[list[str]], copies: int
) -> None:
    pages = [
        Page("".join(pieces).replace("{n}", f"{kind}-{n}"), url=f"https://e.org/{kind}-{n}")
        for kind, pieces in enumerate(kinds)
        for n in range(copies)
    ]
    contents = list(extract(pages, ContentOptions(explain=True)))
    assert [content.url for content in contents] == [page.url for page in pages]
    for content in contents:
        kept = [judged.xpath for judged in content.explanation if judged.content]
        assert kept == [block.xpath for block in content.blocks]
        assert bool(content.text) == any(judged.text for judged in content.explanation)
