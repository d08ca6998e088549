"""Citations are recognised by elements, quotation marks and links to the source."""

from __future__ import annotations

from honbun.similar.model import Linked, Relation
from tests.similar.written import BREAD, HARBOUR, LAKE, TRAIN, alone, link, page, pair, pairs

A, B = "https://mizuumi.example/sanbashi.html", "https://yomu.example/kansou/9"
TAKEN = LAKE[1]

QUOTATIONS = {
    "blockquote": "<blockquote><p>{}</p></blockquote>",
    "q": "<p>湖の話。<q>{}</q></p>",
    "cite": "<p><cite>{}</cite></p>",
    "hook": "<p>「{}」</p>",
    "double-hook": "<p>『{}』</p>",
    "curly": "<p>“{}”</p>",
    "straight": '<p>"{}"</p>',
    "german": "<p>„{}“</p>",
    "french": "<p>«{}»</p>",
}


def test_every_kind_of_quotation_is_a_citation() -> None:
    """One collection: for each kind a page, and another that quotes one of its sentences."""
    pages = []
    for kind, marks in QUOTATIONS.items():
        texts = alone(*(kind + number for number in "123456789"))
        pages.append(page(f"https://{kind}.example/", *texts[:5]))
        quotation = marks.format(texts[2])
        pages.append(page(f"https://reads-{kind}.example/", *texts[5:7], quotation, *texts[7:]))
    found = pairs(*pages)
    assert [one.a.removesuffix(".example/") for one in found] == [
        f"https://{kind}" for kind in QUOTATIONS
    ]
    assert {(one.relation, one.direction) for one in found} == {(Relation.CITATION, Linked.FORTH)}
    assert all("the second has it as a quotation" in one.because for one in found)


def test_earlier_page_may_be_the_citing_one() -> None:
    found = pair(page(B, f"“{HARBOUR[1]}”", *alone("a", "b", "c")), page(A, *HARBOUR))
    assert found.relation is Relation.CITATION
    assert "the first has it as a quotation" in found.because
    assert found.direction is Linked.BACK


def test_link_to_the_source_is_a_citation() -> None:
    found = pair(page(A, *LAKE), page(B, *BREAD, *LAKE[1:3], link(A), *TRAIN))
    assert found.relation is Relation.CITATION
    assert "the second links to the other beside the shared text" in found.because
    assert (found.linked, found.direction) == (Linked.BACK, Linked.FORTH)


def test_link_far_from_the_text_is_not_beside_it() -> None:
    far = alone(*map(str, range(60)))
    found = pair(page(B, link(A), *far, *LAKE[1:3]), page(A, *LAKE))
    assert "the first links to the other" in found.because


def test_link_is_recognised_in_any_spelling_of_the_url() -> None:
    spelled = "//WWW.mizuumi.example:443/sanbashi.html?utm_source=x#top"
    assert pair(page(A, *LAKE), page(B, *BREAD, LAKE[1], link(spelled))).linked is Linked.BACK


def test_pages_that_link_to_each_other_both_cite() -> None:
    found = pair(page(A, *LAKE, link(B)), page(B, *BREAD, *LAKE[1:3], link(A), *TRAIN))
    assert "each links to the other beside the shared text" in found.because
    assert (found.linked, found.direction) == (Linked.BOTH, None)


def test_text_that_both_pages_quote_is_not_a_citation() -> None:
    quotation = f"<blockquote>{LAKE[1]}{LAKE[2]}</blockquote>"
    found = pair(page(A, *BREAD, quotation), page(B, *TRAIN, quotation))
    assert found.relation is Relation.PLAGIARISM
    assert not any("quotation" in reason for reason in found.because)


def test_sentence_that_quotes_one_word_is_not_a_quotation() -> None:
    own = "祖父は「釣れない日」でも毎朝その先端に座り、昼まで少しも動かないのだった。"
    found = pairs(page(A, *BREAD, own, LAKE[3]), page(B, *TRAIN, own, LAKE[3]))
    assert [pair.relation for pair in found] == [Relation.PLAGIARISM]


def test_one_shared_sentence_without_a_sign_is_not_a_pair() -> None:
    assert pairs(page(A, *LAKE), page(B, *BREAD, TAKEN, *TRAIN)) == []
