"""Relations planted among handwritten pages."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import TruthError
from honbun.evaluation.similar import site_of
from honbun.html.blocks import split
from honbun.papers.similar_003.url import similarity
from honbun.similar.model import Extent, Relation
from honbun.similar.sentences import sentences
from honbun.text.sentences import split as split_text
from lab.planting.addresses import neutral
from lab.planting.collection import plant
from lab.planting.material import extent, long_sentences, material
from lab.planting.writing import HEAVY, LIGHT, reworded
from tests.content.site import say
from tests.lab.gardens import article, framing, garden, paragraphs

if TYPE_CHECKING:
    from honbun.evaluation.truth.pairs import TrueCollection, TruePair
    from honbun.page import Page

UNLINKED = (Relation.COPY, Relation.PLAGIARISM, Relation.SHARED_PASSAGE)
JAPANESE = "港の船は朝になると沖へ出て行くのだった。夕方には魚を積んで帰って来るのである。"


@cache
def collection() -> TrueCollection:
    return plant(garden(), seed=5)


@cache
def pages() -> dict[str, Page]:
    return {page.url or "": page for page in collection().pages}


@cache
def pairs() -> dict[Relation, list[TruePair]]:
    return {
        relation: [one for one in collection().pairs if one.relation is relation]
        for relation in Relation
    }


@cache
def real_urls() -> set[str | None]:
    return {typed.page.url for typed in garden()}


@cache
def all_sentences() -> dict[str, set[str]]:
    return {url: sentences_of(page) for url, page in pages().items()}


def sentences_of(page: Page) -> set[str]:
    """The long sentences of a page."""
    tree = page.parse()
    return set(long_sentences(one.text for one in sentences(tree, split(tree))))


def links(source: str, target: str) -> bool:
    tree = pages()[source].parse()
    return target in tree.values(tree.find("a"), "href")


def planted_page(true: TruePair) -> str:
    """The planted page of a pair."""
    return true.b if true.a in real_urls() else true.a


def test_seed_determines_the_planted_pages() -> None:
    assert plant(garden(), seed=5) == collection()
    assert plant(garden(), seed=6) != collection()


def test_every_relation_but_forms_is_planted() -> None:
    assert [relation for relation, found in pairs().items() if not found] == [Relation.FORM]
    assert {one.reworded for one in pairs()[Relation.PLAGIARISM]} == {False, True}
    assert not any(
        one.reworded for one in collection().pairs if one.relation is not Relation.PLAGIARISM
    )


def test_real_pages_are_unchanged() -> None:
    for typed in garden():
        if typed.page.url in pages():
            assert pages()[typed.page.url].html == typed.page.html
            origins = collection().origins
            assert origins is not None
            assert origins[typed.page.url] == {typed.page.url}


@pytest.mark.parametrize("relation", Relation)
def test_pairs_share_as_much_text_as_their_extent_says(relation: Relation) -> None:
    for one in pairs()[relation]:
        if not one.reworded:
            a, b = all_sentences()[one.a], all_sentences()[one.b]
            shared, sizes = len(a & b), (len(a), len(b))
            assert shared
            assert (2 * shared / sum(sizes) > 0.6) == (one.extent is Extent.IDENTICAL)
            assert (shared / min(sizes) > 0.5) == (one.extent is not Extent.PARTIAL)


def test_every_reworded_sentence_is_changed() -> None:
    for one in collection().pairs:
        if one.reworded:
            assert not all_sentences()[one.a] & all_sentences()[one.b]
            source = " ".join(all_sentences()[one.a]).lower().split()
            assert (
                sum(word in source for word in " ".join(all_sentences()[one.b]).lower().split())
                > 20
            )


@pytest.mark.parametrize("relation", UNLINKED)
def test_unlinked_relations_have_no_link(relation: Relation) -> None:
    assert not any(links(one.a, one.b) or links(one.b, one.a) for one in pairs()[relation])


@pytest.mark.parametrize("relation", [Relation.LINK_LIST, Relation.ARCHIVE])
def test_page_links_to_the_pages_it_contains(relation: Relation) -> None:
    assert all(links(one.b, one.a) for one in pairs()[relation])


def test_mirrors_keep_the_domain_or_the_path() -> None:
    same_domain = set()
    for one in pairs()[Relation.MIRROR]:
        assert urlsplit(one.a).path == urlsplit(one.b).path
        same_domain.add(site_of(one.a) == site_of(one.b))
    assert same_domain == {False, True}


def test_spam_combines_text_of_several_sites() -> None:
    sources = defaultdict(set)
    for one in pairs()[Relation.SPAM]:
        sources[planted_page(one)].add(site_of(one.a))
    assert all(len(sites) >= 4 for sites in sources.values())


def test_pages_without_a_common_origin_share_nothing() -> None:
    origins = collection().origins
    assert origins is not None
    for a, b in combinations(pages(), 2):
        if origins[a].isdisjoint(origins[b]):
            assert not all_sentences()[a] & all_sentences()[b]


def test_too_small_collection_is_refused() -> None:
    with pytest.raises(TruthError, match="nothing can be planted on 3 pages"):
        plant(garden()[:3])


def test_body_is_whole_if_its_paragraphs_are_the_content() -> None:
    whole, part = material(article(1)), material(framing(1))
    assert whole
    assert part
    body = whole.body
    assert body
    assert part.body
    assert (body.whole, part.body.whole) == (True, False)
    assert body.paragraphs == tuple(paragraphs(1))
    html = article(1).page.decode().text.replace("\r\n", "\n")
    assert body.before + body.inside + body.after == html
    assert (body.before[-5:], body.after[:6]) == ("<div>", "</div>")


def test_texts_near_a_threshold_have_no_extent() -> None:
    text = [say(1, part) for part in range(20)]
    other = [say(2, part) for part in range(20)]
    assert extent(text, text[:16]) is Extent.IDENTICAL
    assert extent(text, text[:8]) is None
    assert extent(text, text[:5]) is Extent.CONTAINED
    assert extent(text[:10], [*text[:5], *other]) is None
    assert extent(text, [*text[:5], *other]) is Extent.PARTIAL
    assert extent(text, other) is None


@given(st.integers(), st.sampled_from([LIGHT, HEAVY]))
def test_rewording_changes_every_sentence_slightly(seed: int, every: int) -> None:
    for text in (paragraphs(3)[0], JAPANESE):
        new = reworded(text, every, Random(seed))
        old = [text[start:stop] for start, stop in split_text(text)]
        assert not any(one in new for one in old)
        assert abs(len(new) - len(text)) < len(text) / 3
        assert set(new) <= set(text)


def test_neutral_addresses_have_nothing_in_common() -> None:
    moved = neutral(collection())
    assert len({page.url for page in moved.pages}) == len(collection().pages)
    before = {url for pair in pairs()[Relation.SHARED_PASSAGE] for url in (pair.a, pair.b)}
    assert before.isdisjoint(page.url for page in moved.pages)
    for pair in moved.pairs:
        if pair.relation is Relation.SHARED_PASSAGE:
            assert similarity(pair.a, pair.b) == 0
