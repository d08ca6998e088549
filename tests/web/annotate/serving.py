"""A server with the annotation tool, for tests."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import honbun.web
from honbun.annotation.blocks import outline
from honbun.errors import HonbunError
from honbun.inputs.assets import NO_ASSETS
from honbun.web.annotate.routes import routes
from honbun.web.app import Given
from honbun.web.collections import GIVEN, Collection, Pages
from honbun.web.errors import plain
from honbun.web.jobs import Readers, Workers
from honbun.web.security import Door
from honbun.web.snapshot.frame import frame
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from honbun.page import Page

_STATIC = Path(honbun.web.__file__).parent / "static"


@dataclass(frozen=True)
class Annotating:
    """A server under way."""

    url: str
    client: httpx.Client
    collection: Collection
    labels: Path

    def get(self, path: str, **query: str) -> httpx.Response:
        return self.client.get(path, params=query)

    def act(self, n: int, by: str, changes: Any = None, **more: Any) -> httpx.Response:
        """Send an action; `state="done"` sets the state."""
        body = ({} if changes is None else {"changes": changes}) | more
        return self.client.post(f"/annotate/data/{n}", params={"by": by}, json=body)

    def step(self, n: int, by: str, step: str, version: str | None = None) -> httpx.Response:
        """Undo or redo, from the version that there is now or from another."""
        known = version or self.said(n, by)["version"]
        path = f"/annotate/data/{n}/{step}"
        return self.client.post(path, params={"by": by}, json={"version": known})

    def said(self, n: int, by: str) -> dict[str, Any]:
        """What somebody has said of a page."""
        answer: dict[str, Any] = self.get(f"/annotate/data/{n}", by=by).json()
        return answer

    def block(self, n: int, text: str) -> str:
        """The number of the block that begins with a text."""
        texts = outline(self.collection.page(n).parse()).text
        return str(next(block for block, own in enumerate(texts) if own.startswith(text)))

    def label(self, n: int, by: str, kinds: Mapping[str, str], state: str = "done") -> None:
        """Label blocks by how they begin, and leave the page in a state."""
        changes = {self.block(n, text): kind for text, kind in kinds.items()}
        self.act(n, by, changes, state=state).raise_for_status()


@contextmanager
def annotating(pages: Sequence[Page], labels: Path, *, judged: bool = True) -> Iterator[Annotating]:
    """A server on some pages, which honbun has judged already, or does when it is asked."""
    made = Collection(pages, "harbour", NO_ASSETS)
    with closing(made) as collection, closing(Workers(2)) as workers, closing(Readers()) as readers:
        shown = Pages({GIVEN: collection}.get, workers, readers)
        app = Starlette(
            routes=[
                Route("/frame", frame),
                Route("/pages/{collection}/{n}", shown.get),
                *routes(Given(collection, labels), shown, workers),
                Mount("/static", StaticFiles(directory=_STATIC)),
            ],
            middleware=[Middleware(Door, host="127.0.0.1")],
            exception_handlers={HTTPException: plain, HonbunError: plain},
        )
        if judged:
            collection.contents.wait(60)
        with running(app) as url, httpx.Client(base_url=url, timeout=30, trust_env=False) as client:
            yield Annotating(url, client, collection, labels)
