"""Who takes part in finding content: the peers, a page of honbun alone, and its collection.

Peers are given decoded text; honbun decodes in its own time.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.peers.race import Answer
from honbun import ContentOptions, HonbunError, extract
from honbun.content import pipeline
from honbun.training.teach import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.peers.race import Case
    from honbun.content.alone.model import Model
    from honbun.evaluation.peers import Peer
    from honbun.page import Page

ALONE = "honbun alone"
COLLECTION = "honbun, whole site"


@dataclass(frozen=True, slots=True)
class Asked:
    """A peer, which sees one page at a time."""

    peer: Peer

    @property
    def name(self) -> str:
        return self.peer.name

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        answers, spent = [], 0.0
        for case in cases:
            html = case.page.decode().text
            begin = process_time()
            answers.append(self._answer(html))
            spent += process_time() - begin
        return answers, spent

    def _answer(self, html: str) -> Answer:
        try:
            return Answer(self.peer.text(html) or "")
        except Exception:
            return Answer("", failed=True)


@dataclass(frozen=True, slots=True)
class Alone:
    """`honbun.extract_page`, by the model of the package or by those that do not know a domain."""

    models: Mapping[int, Model]
    name: str = ALONE

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        answers, spent = [], 0.0
        for case in cases:
            model = self.models[fold(case.domain)] if self.models else None
            begin = process_time()
            answers.append(_answer(case.page, model))
            spent += process_time() - begin
        return answers, spent


@dataclass(frozen=True, slots=True)
class Collection:
    """`honbun.extract`: the pages of a block are one collection."""

    name: str = COLLECTION

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        begin = process_time()
        found = {one.source: one.text for one in extract(case.page for case in cases)}
        spent = process_time() - begin
        sources = [case.page.source for case in cases]
        return [Answer(found.get(one, ""), one not in found) for one in sources], spent


def _answer(page: Page, model: Model | None) -> Answer:
    try:
        return Answer(pipeline.extract_page(page, ContentOptions(), model).text)
    except HonbunError:
        return Answer("", failed=True)
