from __future__ import annotations

import pytest

from honbun.evaluation.wcxb import TypedPage
from honbun.page import Page
from honbun.training.example import self_taught, taught
from tests.content.site import say, site, title
from tests.training.examples import examples, labelled, typed


def test_rows_that_the_truth_is_made_of_are_content() -> None:
    (example,) = examples(1)
    assert dict(zip(example.seen.sheet.texts, example.labels.tolist())) == {
        "Harbour Notes": 0,
        "Home": 0,
        "About us": 0,
        title(0): 1,
        **{say(0, part): 1 for part in range(3)},
        "© The harbour notes, a paper for all who live by the sea": 0,
    }
    assert example.domain == "site0.example"


def test_pages_that_teach_nothing_are_none_and_keep_their_place() -> None:
    png, blank = Page(b"\x89PNG\r\n\x1a\n"), Page("<p>")
    given = [
        typed(0),
        typed(1, true=""),
        *(TypedPage(page, "article", "e.org", "true") for page in (png, blank)),
        typed(2),
    ]
    assert [found and found.domain for found in taught(given, jobs=1)] == [
        "site0.example",
        None,
        None,
        None,
        "site2.example",
    ]


def test_two_processes_give_what_one_gives() -> None:
    one, two = (list(taught(map(typed, range(6)), jobs)) for jobs in (1, 2))
    assert [e and e.labels.tolist() for e in one] == [e and e.labels.tolist() for e in two]


def test_a_page_weighs_one_and_long_rows_more_but_not_by_as_much_as_they_are_longer() -> None:
    example = labelled("<body><p>one<p>" + "many " * 100, [0, 1], "e.org")
    short, long = example.weights.tolist()
    assert short + long == pytest.approx(1)
    assert long / short == pytest.approx((101 / 2) ** 0.7, rel=1e-4)


def test_the_collection_teaches_where_there_is_no_truth() -> None:
    found = list(self_taught(site(8), "harbour.example", jobs=1))
    assert len(found) == 8
    for number, example in enumerate(found):
        kept = [t for t, label in zip(example.seen.sheet.texts, example.labels) if label]
        assert kept == [title(number), *(say(number, part) for part in range(3))]
        assert set(example.labels.tolist()) == {0, 1}
        assert example.domain == "harbour.example"


def test_a_page_with_no_other_of_its_kind_does_not_teach() -> None:
    assert list(self_taught(site(1), "harbour.example", jobs=1)) == []
