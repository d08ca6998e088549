"""Intake: labels that were made elsewhere, taken into a file of labels.

A label finds its block as `annotation.carry` does. What cannot be taken is told: a page that is
nowhere to be found, a label whose block the page does not have.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.annotation.blocks import places
from honbun.annotation.match import carry, is_url
from honbun.annotation.model import State, digest
from honbun.errors import Failure, HonbunError, InputError
from honbun.evaluation.labelled import labelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.annotation.export import Record
    from honbun.annotation.model import Kind, Label, Place
    from honbun.evaluation.sites import SitePage
    from honbun.page import Page
    from honbun.stores.labels import Labels


class Stock:
    """Pages that labels may be about, by what they are known by."""

    def __init__(self, labels: Labels, pages: Iterable[Page] = ()) -> None:
        self._labels = labels
        self._kept: set[str] = set()
        self._kept_at: dict[str, str] = {}
        for kept in labels.pages():
            self.add(kept.digest, kept.url, kept.source)
        self._by_digest: dict[str, Page] = {}
        self._at: dict[str, Page] = {}
        for page in pages:
            self._by_digest.setdefault(digest(page), page)
            self._at.setdefault(_address(page.url or page.fallback_url or "", page.source), page)

    def add(self, known_as: str, url: str, source: str) -> None:
        """Know of a page that the file of labels keeps; of several at one address, the last."""
        self._kept.add(known_as)
        self._kept_at[_address(url, source)] = known_as

    def find(self, known_as: str | None, url: str = "", source: str = "") -> Page | None:
        """The page with a digest, else one at the same address."""
        if known_as in self._kept:
            return self._labels.page(known_as)
        at = _address(url, source)
        if given := self._by_digest.get(known_as or "") or (self._at.get(at) if at else None):
            return given
        kept = self._kept_at.get(at) if at else None
        return self._labels.page(kept) if kept else None


def _address(url: str, source: str) -> str:
    """A page's URL; where it has none, its source, for paths are the same in many folders."""
    return url if is_url(url) else source or url


@dataclass(slots=True)
class Intake:
    """What is taken into a file of labels under the names of annotators."""

    labels: Labels
    stock: Stock
    annotator: str | None
    """Whose labels they become; else those of whom the data names."""
    taken_on: set[str] = field(default_factory=set)
    """The digests of the pages that labels were taken on."""
    taken: int = 0
    """Labels that found their block."""
    failures: list[Failure] = field(default_factory=list)

    @property
    def pages(self) -> int:
        """How many pages labels were taken on, by however many annotators."""
        return len(self.taken_on)

    def record(self, record: Record | Failure) -> None:
        """Take one line of JSON Lines."""
        if isinstance(record, Failure):
            self.failures.append(record)
            return
        page = record.page or self.stock.find(record.digest, record.url, record.source)
        if page is None:
            self._fail(record.where, record.url, "its page is nowhere: give it with --pages")
            return
        url = record.url or page.url or page.source
        self._take(record.where, page, url, record.labels, record.state, record.annotator)

    def site(self, page: SitePage) -> None:
        """Take one page of a site, whose selectors tell its labels."""
        source = page.page.source
        try:
            found = labelled(page, self.annotator or "")
        except HonbunError as error:
            self._fail(source, page.page.url, str(error))
            return
        # A stamped page is a copy: the labels belong to the page they were made on.
        original = self.stock.find(page.labelled) or page.page
        self._take(source, original, found.url or source, found.labels, found.state, "")

    def _take(
        self,
        where: str,
        page: Page,
        url: str,
        labels: Sequence[Label],
        state: State,
        annotator: str,
    ) -> None:
        name = self.annotator or annotator
        try:
            if not name:
                raise InputError("whose labels they are is not told: say it with --as")
            carried = carry(labels, places(page))
            kept = self.labels.keep(page, url)
            self.stock.add(kept, url, page.source)
            before = self.labels.standing(name, kept).labels
            changes: dict[Place, Kind | None] = {label.place: None for label in before}
            changes |= {label.place: label.kind for label in carried.labels}
            # A page that has lost labels is not what somebody has finished.
            lost = carried.lost and state is State.DONE
            self.labels.act(name, kept, changes, State.UNSURE if lost else state)
        except InputError as error:
            self._fail(where, url, str(error))
            return
        self.taken_on.add(kept)
        self.taken += len(carried.labels)
        if carried.lost:
            count = len(carried.lost)
            what = "1 label has no block" if count == 1 else f"{count:,} labels have no block"
            self._fail(where, url, f"{what} on the page")

    def _fail(self, where: str, url: str | None, message: str) -> None:
        self.failures.append(Failure(where, url or None, "import", message))
