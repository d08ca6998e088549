"""Sentences on many pages of a site are boilerplate and no evidence."""

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
def test_boilerplate_needs_four_pages(site: str) -> None:
    """Pages without a site count as one site here."""
    pages = [page(site.format(n), *alone(f"{n}a", f"{n}b"), *NOTICE) for n in range(4)]
    assert len(pairs(*pages[:3])) == 3
    assert pairs(*pages) == []


def test_boilerplate_of_one_site_is_not_evidence_elsewhere() -> None:
    """It does not count for the size of a page either."""
    frame = [page(f"https://a.example/{n}", *alone(str(n)), *NOTICE) for n in range(4)]
    others = [page(f"https://{name}.example/", *LAKE, *NOTICE, *alone(name)) for name in "bc"]
    assert pairs(*frame, others[0]) == []
    [found] = pairs(*frame, *others)
    assert (found.a, found.b) == ("https://b.example/", "https://c.example/")
    assert [shared.a for shared in found.shared] == LAKE
    assert found.overlap < found.overlap_all


def test_faithful_mode_has_no_boilerplate() -> None:
    frame = [page(f"https://a.example/{n}", *alone(f"{n}a", f"{n}b"), *NOTICE) for n in range(4)]
    found = pairs(*frame, options=SimilarOptions(faithful=True))
    assert len(found) == 6
    assert {pair.relation for pair in found} <= {Relation.SAME_SITE, Relation.MIRROR}


@pytest.mark.parametrize("copies", [3, 4, 10, 11])
def test_copies_of_a_page_are_not_its_sites_boilerplate(copies: int) -> None:
    """Up to ten copies are all paired; more are paired with the first only."""
    same = [page(f"https://mizuumi.example/p?sid={n}", *LAKE) for n in range(copies)]
    every = copies * (copies - 1) // 2
    assert len(pairs(*same)) == (every if copies <= 10 else copies - 1)
