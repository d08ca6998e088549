"""What stands on many pages of a site is no evidence; what stands on a few is."""

from __future__ import annotations

import pytest

from honbun.similar.model import Relation, SimilarOptions
from tests.similar.written import LAKE, NOTICE, alone, page, pairs


@pytest.mark.parametrize(("pages", "expected"), [(20, 0), (21, 6)])
def test_sentence_on_a_fifth_of_a_site_is_boilerplate(pages: int, expected: int) -> None:
    found = pairs(
        *(
            page(f"https://a.example/{n}", *alone(f"{n}a", f"{n}b"), *(NOTICE if n < 4 else ()))
            for n in range(pages)
        )
    )
    assert len(found) == expected


@pytest.mark.parametrize("site", ["https://a.example/{}.html", "pages/{}.html"])
def test_four_pages_make_boilerplate_and_three_do_not(site: str) -> None:
    """Pages of which no site is known are one for this."""
    pages = [page(site.format(n), *alone(f"{n}a", f"{n}b"), *NOTICE) for n in range(4)]
    assert len(pairs(*pages[:3])) == 3
    assert pairs(*pages) == []


def test_boilerplate_of_one_site_is_no_evidence_elsewhere() -> None:
    """Nor does it count for the size of a page."""
    frame = [page(f"https://a.example/{n}", *alone(str(n)), *NOTICE) for n in range(4)]
    others = [page(f"https://{name}.example/", *LAKE, *NOTICE, *alone(name)) for name in "bc"]
    assert pairs(*frame, others[0]) == []
    [found] = pairs(*frame, *others)
    assert (found.a, found.b) == ("https://b.example/", "https://c.example/")
    assert [shared.a for shared in found.shared] == LAKE
    assert found.overlap < found.overlap_all


def test_the_paper_knows_no_boilerplate() -> None:
    frame = [page(f"https://a.example/{n}", *alone(f"{n}a", f"{n}b"), *NOTICE) for n in range(4)]
    found = pairs(*frame, options=SimilarOptions(faithful=True))
    assert len(found) == 6
    assert {pair.relation for pair in found} <= {Relation.SAME_SITE, Relation.MIRROR}


@pytest.mark.parametrize("copies", [3, 4, 10, 11])
def test_copies_of_a_page_are_not_its_sites_boilerplate(copies: int) -> None:
    """At most ten are pairs with each other, more with the first alone."""
    same = [page(f"https://mizuumi.example/p?sid={n}", *LAKE) for n in range(copies)]
    every = copies * (copies - 1) // 2
    assert len(pairs(*same)) == (every if copies <= 10 else copies - 1)
