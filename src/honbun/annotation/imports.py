"""Import of labels that were made elsewhere into a store.

A label finds its block as in `match`. What cannot be imported is reported: a page that is not
found, or a label whose block is not on the page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.export import site_labels
from honbun.annotation.match import is_url, match_labels
from honbun.annotation.model import State, digest
from honbun.errors import Failure, HonbunError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.annotation.model import BlockRef, Kind, Label, LabelStore
    from honbun.annotation.records import Record
    from honbun.annotation.sites import SitePage
    from honbun.page import Page


class PageIndex:
    """Pages that labels may belong to: those of a store, and others."""

    def __init__(self, labels: LabelStore, pages: Iterable[Page] = ()) -> None:
        self._labels = labels
        self._stored: set[str] = set()
        self._stored_at: dict[str, str] = {}
        for stored in labels.pages():
            self.add(stored.digest, stored.url, stored.source)
        self._by_digest: dict[str, Page] = {}
        self._at: dict[str, Page] = {}
        for page in pages:
            self._by_digest.setdefault(digest(page), page)
            self._at.setdefault(_address(page.url or page.fallback_url or "", page.source), page)

    def add(self, known_as: str, url: str, source: str) -> None:
        """Add a page of the store; of several at one address, the last is found."""
        self._stored.add(known_as)
        self._stored_at[_address(url, source)] = known_as

    def find(self, known_as: str | None, url: str = "", source: str = "") -> Page | None:
        """The page with a digest, else one at the same address."""
        if known_as in self._stored:
            return self._labels.page(known_as)
        at = _address(url, source)
        if given := self._by_digest.get(known_as or "") or (self._at.get(at) if at else None):
            return given
        stored = self._stored_at.get(at) if at else None
        return self._labels.page(stored) if stored else None


def _address(url: str, source: str) -> str:
    """A page's URL; without one its source, because equal paths occur in many folders."""
    return url if is_url(url) else source or url


@dataclass(slots=True)
class LabelImport:
    """Imports labels into a store, and counts what was imported."""

    labels: LabelStore
    index: PageIndex
    annotator: str | None
    """The annotator that labels are imported as; None for the one named in the data."""
    digests: set[str] = field(default_factory=set)
    """The pages that labels were imported on."""
    imported: int = 0
    """Labels whose block was found."""
    failures: list[Failure] = field(default_factory=list)

    def record(self, record: Record | Failure) -> None:
        """Import one line of JSON Lines."""
        if isinstance(record, Failure):
            self.failures.append(record)
            return
        page = record.page or self.index.find(record.digest, record.url, record.source)
        if page is None:
            self._fail(record.where, record.url, "its page was not found: give it with --pages")
            return
        url = record.url or page.url or page.source
        self._import(record.where, page, url, record.labels, record.state, record.annotator)

    def site(self, page: SitePage) -> None:
        """Import one page of a site, whose labels follow from its selectors."""
        source = page.page.source
        try:
            found = site_labels(page)
        except HonbunError as error:
            self._fail(source, page.page.url, str(error))
            return
        # An exported page is a copy: the labels belong to the page they were made on.
        original = self.index.find(page.labelled) or page.page
        self._import(source, original, page.page.url or source, found, State.DONE, "")

    def _import(
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
                raise InputError("no annotator is named: name one with --as")
            matched = match_labels(labels, labellable_blocks(page))
            known_as = self.labels.add_page(page, url)
            self.index.add(known_as, url, page.source)
            before = self.labels.page_labels(name, known_as).labels
            changes: dict[BlockRef, Kind | None] = {label.block: None for label in before}
            changes |= {label.block: label.kind for label in matched.labels}
            # A page that has lost labels is not finished.
            unfinished = matched.lost and state is State.DONE
            self.labels.act(name, known_as, changes, State.UNSURE if unfinished else state)
        except InputError as error:
            self._fail(where, url, str(error))
            return
        self.digests.add(known_as)
        self.imported += len(matched.labels)
        if matched.lost:
            count = len(matched.lost)
            what = "1 label has no block" if count == 1 else f"{count:,} labels have no block"
            self._fail(where, url, f"{what} on the page")

    def _fail(self, where: str, url: str | None, message: str) -> None:
        self.failures.append(Failure(where, url or None, "import", message))
