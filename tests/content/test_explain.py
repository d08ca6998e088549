"""Explanations: reasons in words."""

from __future__ import annotations

import re

import pytest

from honbun.content.reasons import find_phrases, reason
from honbun.content.scoring import COMPARED, NAMES
from tests.content.site import results, say, site


@pytest.mark.parametrize("feature", NAMES[:COMPARED])
def test_every_feature_has_phrases(feature: str) -> None:
    found = find_phrases(feature)
    assert found is not None
    for high in (True, False):
        words = reason(feature, high=high, others=3, pages=4)
        assert not re.search(r"[{}]|trunk|\bbox\b|\d[a-z]|other pages:", words)
        assert words == words.strip()


def test_high_and_low_values_have_different_phrases() -> None:
    counted = re.compile(".* with text.*")  # say how many pages in either case
    same = [name for name in NAMES[:COMPARED] if len(set(find_phrases(name) or ())) == 1]
    assert all(counted.fullmatch(name) for name in same)


def test_reasons_are_those_of_the_decision() -> None:
    (content, *_) = results(site(5))
    why = {judged.text: judged.why for judged in content.explanation}
    assert why[say(0)] == ("a long text",)
    assert why["Home"] == ("4 of 4 pages of the site have this text",)


def test_a_page_alone_has_no_reasons_of_other_pages() -> None:
    (content,) = results(site(1))
    assert all("site" not in words for judged in content.explanation for words in judged.why)
