"""Label files and feed states whose writer is killed contain all of an action or nothing."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.model import BlockRef, Kind
from honbun.page import Page
from honbun.stores.feed_state import FeedState
from honbun.stores.labels import Labels
from tests.builders import LIST_URL, item
from tests.resume.killing import killed_after

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

PLACES = [BlockRef(number, f"/p[{number}]", f"text {number}") for number in range(30)]
ROLES = (Kind.TITLE, Kind.BODY)
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def label(path: Path, pipe: Connection) -> None:
    """Label all blocks with one role, then the other, and report each action."""
    with Labels(path) as labels:
        known = labels.add_page(Page("<p>a", LIST_URL), LIST_URL)
        for number in count():
            labels.act("ann", known, dict.fromkeys(PLACES, ROLES[number % 2]))
            pipe.send_bytes(b".")


def subscribe(path: Path, pipe: Connection) -> None:
    """Update a page that has ten more items each time, and report each update."""
    with FeedState(path) as pages:
        for number in count(1):
            pages.update(LIST_URL, [item(f"Item {n}", f"/{n}") for n in range(10 * number)], NOW)
            pipe.send_bytes(b".")


@pytest.mark.parametrize("seed", range(2))
def test_labels_of_one_action_are_stored_together(tmp_path: Path, seed: int) -> None:
    done = killed_after(random.Random(seed).randint(1, 20), label, tmp_path / "a.labels")
    with Labels(tmp_path / "a.labels") as labels:
        [page] = labels.pages()
        found = [label.kind for label in labels.page_labels("ann", page.digest).labels]
        assert len(found) == len(PLACES)
        assert len(set(found)) == 1
        undone = 0
        while labels.page_labels("ann", page.digest).undoable:
            labels.undo("ann", page.digest)
            undone += 1
    assert done <= undone <= done + 1


@pytest.mark.parametrize("seed", range(2))
def test_items_of_one_update_are_stored_together(tmp_path: Path, seed: int) -> None:
    done = killed_after(random.Random(seed).randint(1, 12), subscribe, tmp_path / "feeds.db")
    with FeedState(tmp_path / "feeds.db") as pages:
        many = [item(f"Item {number}", f"/{number}") for number in range(10 * (done + 5))]
        later = NOW.replace(year=2027)
        dated = [entry.dated for entry in pages.update(LIST_URL, many, later)]
    # Items of the first update have no date; others have the time of their first update.
    known = sum(date is None or date.startswith("2026") for date in dated)
    assert known in (10 * done, 10 * (done + 1))
