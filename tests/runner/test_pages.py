"""Pages through a step: failures are reported, and a journal is used."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field

import pytest

from honbun import Failure, Limits, Page, Run, UnreadablePage
from honbun.runner.map import Done
from honbun.runner.pages import Step, map_numbered, map_pages, map_results
from tests.runner.actions import done, nested

SECONDS = Limits(seconds=0.3)
MEMORY = Limits(memory=64 << 20)


def page(action: str) -> Page:
    return Page(action, url=f"https://a.example/{action}", source=f"{action}.html")


def act(page: Page, greeting: str) -> str:
    assert isinstance(page.html, str)
    if page.html == "unreadable":
        raise UnreadablePage("it is no page")
    return f"{greeting} {done(page.html)}"


STEP = Step(act, "yes,", "test")


@pytest.mark.parametrize(
    ("action", "limits", "message"),
    [
        ("spin", SECONDS, "it took longer than 0.3 s"),
        ("segfault", MEMORY, "its worker process died (SIGSEGV)"),
        ("allocate", MEMORY, "it needs more than 64 MiB of memory"),
        ("recurse", MEMORY, "RecursionError: maximum recursion depth exceeded"),
        ("raise", None, "ValueError: a bad day"),
        ("unreadable", None, "it is no page"),
    ],
)
def test_a_page_that_fails_is_reported_and_the_others_continue(
    action: str, limits: Limits | None, message: str
) -> None:
    failures: list[Failure] = []
    run = Run(limits=limits, on_failure=failures.append)
    found = list(map_pages(STEP, map(page, ["one", "two", action, "three"]), run))
    assert found == ["yes, done: one", "yes, done: two", "yes, done: three"]
    assert failures == [Failure(f"{action}.html", f"https://a.example/{action}", "test", message)]


def test_a_worker_that_dies_without_limits_loses_one_page() -> None:
    failures: list[Failure] = []
    pages = [page(f"p{number}") for number in range(70)]  # more than are processed locally
    pages.insert(66, page("segfault"))
    found = list(map_pages(STEP, pages, Run(jobs=2, on_failure=failures.append)))
    assert len(found) == 70
    assert [failure.source for failure in failures] == ["segfault.html"]


def test_failures_can_be_had_in_the_places_of_results() -> None:
    items: list[Page | Done[str]] = [page("one"), Done("known"), page("exit"), page("2")]
    results = map_results(STEP, items, Run(limits=MEMORY))
    found = list(results)
    assert found[:2] == ["yes, done: one", "known"]
    assert isinstance(found[2], Failure)
    assert found[3] == "yes, done: 2"


@pytest.mark.parametrize("limits", [None, MEMORY])
def test_numbered_pages_keep_their_numbers(limits: Limits | None) -> None:
    unread = Failure("gone.html", None, "read", "it is gone")
    pages: list[tuple[int, Page | Failure]] = [
        (3, page("one")),
        (5, unread),
        (9, page("raise")),
        (12, page("two")),
    ]
    raised = Failure("raise.html", "https://a.example/raise", "test", "ValueError: a bad day")
    found = map_numbered(STEP, pages, limits)
    assert list(found) == [
        (3, "yes, done: one"),
        (5, unread),
        (9, raised),
        (12, "yes, done: two"),
    ]


@dataclass
class MemoryJournal:
    """A journal in memory."""

    entries: dict[bytes, bytes] = field(default_factory=dict)
    taken: int = 0

    def get(self, key: bytes) -> bytes | None:
        return self.entries.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        self.entries[key] = value


def act_or_nest(page: Page, _: None) -> object:
    assert isinstance(page.html, str)
    return nested(100_000) if page.html == "deep" else done(page.html)


@pytest.mark.parametrize("limits", [None, Limits()])
def test_a_result_that_cannot_be_stored_loses_one_page(limits: Limits | None) -> None:
    failures: list[Failure] = []
    run = Run(limits=limits, journal=MemoryJournal(), on_failure=failures.append)
    found = map_pages(Step(act_or_nest, None, "test"), map(page, ["one", "deep", "two"]), run)
    assert list(found) == ["done: one", "done: two"]
    [failure] = failures
    assert failure.message.startswith("its result cannot be stored: RecursionError")


def test_resumed_run_retries_only_failures_of_the_machine() -> None:
    journal, failures = MemoryJournal(), list[Failure]()
    run = Run(limits=Limits(), journal=journal, on_failure=failures.append)
    for taken in (0, 3):
        journal.taken = 0
        found = map_pages(STEP, map(page, ["one", "raise", "kill", "two"]), run)
        assert list(found) == ["yes, done: one", "yes, done: two"]
        assert journal.taken == taken
    assert [(one.source, one.transient) for one in failures] == [
        ("raise.html", False),
        ("kill.html", True),
    ] * 2
    stored = [pickle.loads(value) for value in journal.entries.values()]
    assert (len(stored), stored.count(failures[0])) == (3, 1)


def test_a_result_is_not_found_under_other_options() -> None:
    journal = MemoryJournal()
    run = Run(journal=journal)
    assert list(map_pages(STEP, [page("one")], run)) == ["yes, done: one"]
    assert list(map_pages(Step(act, "no,", "test"), [page("one")], run)) == ["no, done: one"]
    assert journal.taken == 0
