"""A server with the annotation tool, for tests."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

from honbun.annotation.blocks import page_blocks
from honbun.inputs.assets import NO_ASSETS
from honbun.web.collections import Collection
from tests.web.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from honbun.page import Page


@dataclass(frozen=True)
class Annotating:
    """A running server."""

    url: str
    client: httpx.Client
    collection: Collection
    labels: Path

    def get(self, path: str, **query: str) -> httpx.Response:
        return self.client.get(path, params=query)

    def act(self, n: int, by: str, changes: Any = None, **more: Any) -> httpx.Response:
        """Send a change; `state="done"` sets the state."""
        body = ({} if changes is None else {"changes": changes}) | more
        return self.client.post(f"/annotate/data/{n}", params={"by": by}, json=body)

    def step(self, n: int, by: str, step: str, version: str | None = None) -> httpx.Response:
        """Undo or redo, from the current version or another."""
        known = version or self.page_labels(n, by)["version"]
        path = f"/annotate/data/{n}/{step}"
        return self.client.post(path, params={"by": by}, json={"version": known})

    def page_labels(self, n: int, by: str) -> dict[str, Any]:
        """The labels, state and version of an annotator on a page."""
        answer: dict[str, Any] = self.get(f"/annotate/data/{n}", by=by).json()
        return answer

    def block(self, n: int, text: str) -> str:
        """The number of the block that begins with a text."""
        texts = page_blocks(self.collection.page(n).parse()).text
        return str(next(block for block, own in enumerate(texts) if own.startswith(text)))

    def label(self, n: int, by: str, kinds: Mapping[str, str], state: str = "done") -> None:
        """Label the blocks that begin with these texts, and set the state of the page."""
        changes = {self.block(n, text): kind for text, kind in kinds.items()}
        self.act(n, by, changes, state=state).raise_for_status()


@contextmanager
def annotating(pages: Sequence[Page], labels: Path, *, judged: bool = True) -> Iterator[Annotating]:
    """A server on some pages; it starts when their content is extracted, unless not `judged`."""
    collection = Collection(pages, "harbour", NO_ASSETS)
    with (
        serving(labels.parent, collection, labels=labels) as (url, _),
        httpx.Client(base_url=url, timeout=30, trust_env=False) as client,
    ):
        if judged:
            collection.contents.wait(60)
        yield Annotating(url, client, collection, labels)
