from __future__ import annotations

import pytest

from honbun import Page
from honbun.errors import Failure, UnreadablePage
from honbun.runner.limits import Limits
from honbun.runner.map import Done
from honbun.runner.pages import each, numbered, outcomes
from honbun.runner.run import Run
from tests.runner.deeds import done

SECONDS = Limits(seconds=0.3)
MEMORY = Limits(memory=64 << 20)


def page(deed: str) -> Page:
    return Page(deed, url=f"https://a.example/{deed}", source=f"{deed}.html")


def step(page: Page, greeting: str) -> str:
    assert isinstance(page.html, str)
    if page.html == "unreadable":
        raise UnreadablePage("it is no page")
    return f"{greeting} {done(page.html)}"


MESSAGES = [
    ("sleep", SECONDS, "it took longer than 0.3 s"),
    ("spin", SECONDS, "it took longer than 0.3 s"),
    ("segfault", MEMORY, "the process that worked on it died (SIGSEGV)"),
    ("exit", MEMORY, "the process that worked on it died (exit status 3)"),
    ("eat", MEMORY, "it needs more than 64 MiB of memory"),
    ("recurse", MEMORY, "RecursionError: maximum recursion depth exceeded"),
    ("raise", None, "ValueError: a bad day"),
    ("unreadable", None, "it is no page"),
]


@pytest.mark.parametrize(("deed", "limits", "message"), MESSAGES)
def test_a_page_that_breaks_a_step_is_told_and_the_others_come(
    deed: str, limits: Limits | None, message: str
) -> None:
    told: list[Failure] = []
    run = Run(jobs=1, on_failure=told.append, limits=limits)
    found = list(each(step, map(page, ["one", "two", deed, "three"]), "yes,", run, "test"))
    assert found == ["yes, done: one", "yes, done: two", "yes, done: three"]
    assert told == [Failure(f"{deed}.html", f"https://a.example/{deed}", "test", message)]


def test_a_worker_that_dies_without_limits_costs_its_page_too() -> None:
    told: list[Failure] = []
    pages = [page(f"p{number}") for number in range(70)]  # more than are done here
    pages.insert(66, page("segfault"))
    found = list(each(step, pages, "", Run(jobs=2, on_failure=told.append), "test"))
    assert len(found) == 70
    assert [failure.source for failure in told] == ["segfault.html"]


def test_failures_stand_in_the_places_of_outcomes() -> None:
    items: list[Page | Done[str]] = [page("one"), Done("known"), page("exit"), page("two")]
    found = list(outcomes(step, items, "yes,", Run(limits=MEMORY), "test"))
    assert found[:2] == ["yes, done: one", "known"]
    assert isinstance(found[2], Failure)
    assert found[3] == "yes, done: two"


@pytest.mark.parametrize("limits", [None, MEMORY])
def test_numbered_pages_keep_their_numbers(limits: Limits | None) -> None:
    unread = Failure("gone.html", None, "read", "it is gone")
    pages: list[tuple[int, Page | Failure]] = [
        (3, page("one")),
        (5, unread),
        (9, page("raise")),
        (12, page("two")),
    ]
    found = list(numbered(step, pages, "yes,", limits, "test"))
    assert found[0] == (3, "yes, done: one")
    assert found[1] == (5, unread)
    assert found[2] == (
        9,
        Failure("raise.html", "https://a.example/raise", "test", "ValueError: a bad day"),
    )
    assert found[3] == (12, "yes, done: two")
