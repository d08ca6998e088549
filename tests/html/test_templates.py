"""Pages are grouped by the template that they share, in any order."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from honbun._core.signature import signature
from honbun.html.templates import group_pages
from honbun.page import Page
from tests.content.site import say, site, title

ALIKE = 0.3


def orchard(count: int) -> list[Page]:
    """A site with another template."""
    return [
        Page(
            f"<title>{title(number)}</title><main id=garden><header class=top><b>Orchard</b>"
            f"</header><article class=tree><h2>{title(number)}</h2><section class=leaf>"
            f"<p class=first>{say(number)}</p></section></article><aside class=hedge>x</aside>",
            url=f"https://orchard.example/{number}",
        )
        for number in range(count)
    ]


def bare(count: int, box: str) -> list[Page]:
    """A site without class names and ids."""
    return [Page(f"<{box}><{box}><p>{say(n)}</p></{box}></{box}><{box}>x") for n in range(count)]


def signed(page: Page) -> bytes:
    return signature(page.parse())


def signatures(pages: list[Page]) -> list[bytes]:
    return [signed(page) for page in pages]


def groups(pages: list[Page]) -> list[int]:
    signed = signatures(pages)
    found = group_pages(Counter(signed), ALIKE)
    return [found[one] for one in signed]


def partition(found: dict[bytes, int]) -> set[frozenset[bytes]]:
    return {frozenset(one for one in found if found[one] == number) for number in found.values()}


def test_pages_of_one_site_are_one_group() -> None:
    assert set(groups(site(8))) == {0}


def test_two_mixed_sites_are_two_groups() -> None:
    mixed = [page for pair in zip(site(6), orchard(6)) for page in pair]
    found = groups(mixed)
    assert found[::2] == [found[0]] * 6
    assert found[1::2] == [found[1]] * 6
    assert found[0] != found[1]


def test_sites_without_names_are_grouped_by_their_boxes() -> None:
    found = groups([*bare(4, "div"), *bare(4, "center")])
    assert found[:4] == [found[0]] * 4
    assert found[4:] == [found[4]] * 4
    assert found[0] != found[4]


def test_pages_that_differ_in_some_boxes_are_one_group() -> None:
    articles = site(6)
    lists = site(
        3, body=lambda n: "<ul class=teasers><li class=teaser>One<li class=teaser>Two</ul>"
    )
    assert set(groups([*articles, *lists])) == {0}


def test_articles_and_lists_that_share_little_are_two_groups() -> None:
    lists = [
        Page(
            "<body><ul class=menu><li>x</ul><div class=archive><div class=month><div class=entry>"
            "<div class=picture>x</div><div class=teaser>x</div><div class=more>x</div></div>"
            "</div></div><div class=pager>x</div><div class=filter>x</div>"
        )
    ] * 3
    found = groups([*site(6), *lists])
    assert found == [0] * 6 + [1] * 3


def test_pages_without_blocks_are_a_group() -> None:
    assert groups([Page(""), *site(3)])[1:] == [0, 0, 0]


def test_groups_do_not_depend_on_the_order_of_pages() -> None:
    pages = [*site(5), *orchard(5), *bare(3, "center")]
    shuffled = Random(0).sample(pages, len(pages))
    both = [group_pages(Counter(signatures(some)), ALIKE) for some in (pages, shuffled)]
    assert both[0] == both[1]


SIGNATURES = st.dictionaries(
    st.frozensets(st.integers(0, 12), min_size=1, max_size=8).map(
        lambda numbers: b"".join(n.to_bytes(8, "little") for n in sorted(numbers))
    ),
    st.integers(1, 5),
    max_size=12,
)


@given(SIGNATURES, st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order_of_signatures(
    counts: dict[bytes, int], random: Random
) -> None:
    shuffled = dict(random.sample(list(counts.items()), len(counts)))
    assert partition(group_pages(counts, ALIKE)) == partition(group_pages(shuffled, ALIKE))


@given(SIGNATURES)
def test_every_signature_has_a_group_numbered_from_0(
    counts: dict[bytes, int],
) -> None:
    found = group_pages(counts, ALIKE)
    assert found.keys() == counts.keys()
    assert set(found.values()) == set(range(len(set(found.values()))))
