"""Who cites whom: by elements, by marks, by a link to the source."""

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
    """All in one collection: of each kind a page, and one that quotes one of its sentences."""
    pages = []
    for kind, marks in QUOTATIONS.items():
        said = alone(*(kind + number for number in "123456789"))
        pages.append(page(f"https://{kind}.example/", *said[:5]))
        quotation = marks.format(said[2])
        pages.append(page(f"https://reads-{kind}.example/", *said[5:7], quotation, *said[7:]))
    found = pairs(*pages)
    assert [one.a.removesuffix(".example/") for one in found] == [
        f"https://{kind}" for kind in QUOTATIONS
    ]
    assert {(one.relation, one.direction) for one in found} == {(Relation.CITATION, Linked.FORTH)}
    assert all("the second has it as a quotation" in one.because for one in found)


def test_page_that_comes_earlier_may_be_the_one_that_quotes() -> None:
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


def test_link_is_known_however_the_address_is_spelled() -> None:
    spelled = "//WWW.mizuumi.example:443/sanbashi.html?utm_source=x#top"
    assert pair(page(A, *LAKE), page(B, *BREAD, LAKE[1], link(spelled))).linked is Linked.BACK


def test_pages_that_link_to_each_other_both_cite() -> None:
    found = pair(page(A, *LAKE, link(B)), page(B, *BREAD, *LAKE[1:3], link(A), *TRAIN))
    assert "each links to the other beside the shared text" in found.because
    assert (found.linked, found.direction) == (Linked.BOTH, None)


def test_what_both_quote_is_from_elsewhere_and_no_citation_of_each_other() -> None:
    quotation = f"<blockquote>{LAKE[1]}{LAKE[2]}</blockquote>"
    found = pair(page(A, *BREAD, quotation), page(B, *TRAIN, quotation))
    assert found.relation is Relation.PLAGIARISM
    assert not any("quotation" in reason for reason in found.because)


def test_sentence_that_quotes_a_word_is_the_page_s_own() -> None:
    own = "祖父は「釣れない日」でも毎朝その先端に座り、昼まで少しも動かないのだった。"
    found = pairs(page(A, *BREAD, own, LAKE[3]), page(B, *TRAIN, own, LAKE[3]))
    assert [pair.relation for pair in found] == [Relation.PLAGIARISM]


def test_one_sentence_of_strangers_without_any_sign_is_no_pair() -> None:
    assert pairs(page(A, *LAKE), page(B, *BREAD, TAKEN, *TRAIN)) == []
