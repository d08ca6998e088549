"""What is kept of pages that went through a step, and what is tried again."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field

import pytest

from honbun import Page
from honbun.errors import Failure
from honbun.runner.limits import Limits
from honbun.runner.pages import each
from honbun.runner.run import Run
from tests.runner.deeds import done, nested


@dataclass
class Kept:
    """A journal in memory."""

    entries: dict[bytes, bytes] = field(default_factory=dict)
    taken: int = 0

    def get(self, key: bytes) -> bytes | None:
        return self.entries.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        self.entries[key] = value


def step(page: Page, _: None) -> object:
    assert isinstance(page.html, str)
    return nested(100_000) if page.html == "deep" else done(page.html)


@pytest.mark.parametrize("limits", [None, Limits()])
def test_a_result_that_cannot_be_kept_costs_its_page(limits: Limits | None) -> None:
    told: list[Failure] = []
    run = Run(on_failure=told.append, limits=limits, journal=Kept())
    pages = [Page(html, source=html) for html in ("one", "deep", "two")]
    assert list(each(step, pages, None, run, "test")) == ["done: one", "done: two"]
    [failure] = told
    assert str(failure).startswith("test: deep: its result cannot be kept: RecursionError")


def test_what_may_have_been_the_fault_of_the_machine_is_not_kept() -> None:
    journal, told = Kept(), list[Failure]()
    run = Run(on_failure=told.append, limits=Limits(), journal=journal)
    pages = [Page(html, source=html) for html in ("one", "raise", "be killed", "two")]
    for taken in (0, 3):
        journal.taken = 0
        assert list(each(step, pages, None, run, "test")) == ["done: one", "done: two"]
        assert journal.taken == taken
    assert [(one.source, one.transient) for one in told] == [
        ("raise", False),
        ("be killed", True),
    ] * 2
    assert len(journal.entries) == 3
    assert [pickle.loads(kept) for kept in journal.entries.values()].count(told[0]) == 1
