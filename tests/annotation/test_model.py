"""What annotators and pages are known by."""

from __future__ import annotations

import hashlib

import pytest

from honbun.annotation.model import TRUTH, annotator_name, digest
from honbun.errors import InputError
from honbun.page import Page


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t B. ", "Anna B."),
        ("山田\u3000太郎", "山田 太郎"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("x" * 60, "x" * 60),
        ("<b>&", "<b>&"),
    ],
)
def test_names_are_kept_trimmed_and_composed(given: str, kept: str) -> None:
    assert annotator_name(given) == kept
    assert annotator_name(kept) == kept


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "needs a name"),
        (" \n ", "needs a name"),
        ("x" * 61, "at most 60 characters"),
        ("a\x00b", "cannot be seen"),
        ("a\u202eb", "cannot be seen"),
        ("a\ud800", "cannot be seen"),
        (TRUTH, "no annotator may be called truth"),
        (" Truth", "no annotator may be called Truth"),
    ],
)
def test_what_is_no_name_is_refused(given: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        annotator_name(given)


def test_text_is_known_by_its_bytes_in_utf8() -> None:
    page = Page("<p>本文")
    assert digest(page) == digest(Page("<p>本文".encode(), url="https://a.example/"))
    assert digest(page) == hashlib.sha256("<p>本文".encode()).hexdigest()
    assert digest(page) != digest(Page("<p>本文".encode("euc-jp")))


def test_half_a_surrogate_pair_has_a_digest() -> None:
    assert digest(Page("\ud800")) != digest(Page("?"))
