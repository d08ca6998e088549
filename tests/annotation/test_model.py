"""What annotators and pages are known by."""

from __future__ import annotations

import hashlib

import pytest

from honbun.annotation.model import TRUTH, Kind, annotator_name, digest
from honbun.content.model import Role
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
def test_names_are_trimmed_and_composed(given: str, kept: str) -> None:
    assert annotator_name(given) == kept
    assert annotator_name(kept) == kept


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "needs a name"),
        (" \n ", "needs a name"),
        ("x" * 61, "at most 60 characters"),
        ("a\x00b", "invisible characters"),
        ("a\u202eb", "invisible characters"),
        ("a\ud800", "invisible characters"),
        (TRUTH, "cannot be called truth"),
        (" Truth", "cannot be called Truth"),
    ],
)
def test_invalid_names_are_refused(given: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        annotator_name(given)


def test_digest_of_text_is_that_of_its_bytes_in_utf8() -> None:
    page = Page("<p>本文")
    assert digest(page) == digest(Page("<p>本文".encode(), url="https://a.example/"))
    assert digest(page) == hashlib.sha256("<p>本文".encode()).hexdigest()
    assert digest(page) != digest(Page("<p>本文".encode("euc-jp")))
    assert digest(Page("\ud800")) != digest(Page("?"))


def test_kinds_are_the_roles_of_content() -> None:
    assert [kind.value for kind in Kind] == [role.value for role in Role]
