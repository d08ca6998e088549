"""A server in a thread, as the command line starts it, and what its pages ask of it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx

from honbun.annotation.blocks import page_blocks
from honbun.inputs.assets import NO_ASSETS
from honbun.web.app import application
from honbun.web.collections import GIVEN, Collection, LabelledCollection
from honbun.web.options import ServeOptions
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from honbun.page import Page
    from honbun.web.inspect.analysis import Analysis
    from honbun.web.inspect.uploads import Collections


@dataclass(frozen=True)
class Server:
    """A running server."""

    url: str
    client: httpx.Client
    collections: Collections
    labels: Path

    def get(self, path: str, **query: str) -> httpx.Response:
        return self.client.get(path, params=query)

    def upload(self, body: bytes, **headers: str) -> httpx.Response:
        """Upload files; `Origin="x"` sends the header of that name."""
        own = {"Origin": self.url} | headers
        return self.client.post("/inspect/open", content=body, headers=own)

    def analysis(self, name: str = GIVEN) -> Analysis:
        """The analysis of a collection."""
        return self.collections.analysis(name)

    def act(self, n: int, by: str, changes: Any = None, **more: Any) -> httpx.Response:
        """Send a change of labels; `state="done"` sets the state."""
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
        texts = page_blocks(self.analysis().collection.page(n).parse()).text
        return str(next(block for block, own in enumerate(texts) if own.startswith(text)))

    def label(self, n: int, by: str, kinds: Mapping[str, str], state: str = "done") -> None:
        """Label the blocks that begin with these texts, and set the state of the page."""
        changes = {self.block(n, text): kind for text, kind in kinds.items()}
        self.act(n, by, changes, state=state).raise_for_status()


@contextmanager
def serving(
    pages: Collection | Sequence[Page] | None = None, folder: Path | None = None, **options: Any
) -> Iterator[Server]:
    """A server on some pages, which it closes; its state and its labels are in a folder.

    `now` is its clock; all others are options.
    """
    given = pages
    if given is not None and not isinstance(given, Collection):
        given = Collection(given, "harbour", NO_ASSETS)
    clock = {"now": options.pop("now")} if "now" in options else {}
    with TemporaryDirectory() as own:
        home = folder or Path(own)
        labelled = None if given is None else LabelledCollection(given, home / "labels")
        defaults: dict[str, Any] = {"allow_private": True, "delay": 0.0}
        app = application(ServeOptions(home / "state.db", **defaults | options), labelled, **clock)
        with (
            running(app, proxy_headers=False) as url,
            httpx.Client(base_url=url, timeout=60, trust_env=False) as client,
        ):
            yield Server(url, client, app.state.collections, home / "labels")
