"""A server with the inspector, for tests."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx

from honbun.inputs.assets import NO_ASSETS
from honbun.inputs.read import read_all
from honbun.web.collections import Collection
from tests.web.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.web.inspect.analysis import Analysis
    from honbun.web.inspect.uploads import Collections

DEMO = Path(str(files("honbun.demo")))


@dataclass(frozen=True)
class Inspecting:
    """A running server."""

    url: str
    client: httpx.Client
    collections: Collections

    def get(self, path: str, **query: str) -> httpx.Response:
        return self.client.get(path, params=query)

    def post(self, body: bytes, **headers: str) -> httpx.Response:
        """Upload files; `Origin="x"` sends the header of that name."""
        own = {"Origin": self.url} | headers
        return self.client.post("/inspect/open", content=body, headers=own)

    def analysis(self, name: str = "given") -> Analysis:
        """The analysis of a collection."""
        return self.collections.analysis(name)


def collection(*inputs: Path | str) -> Collection:
    """The pages of some files and folders."""
    return Collection(read_all(*map(str, inputs)), Path(inputs[0]).name, NO_ASSETS)


def demo(*folders: str) -> Collection:
    """Pages that come with honbun."""
    return collection(*(DEMO / folder for folder in folders))


@contextmanager
def inspecting(pages: Collection | None = None, **options: Any) -> Iterator[Inspecting]:
    """A server with a collection, which it closes."""
    with (
        TemporaryDirectory() as folder,
        serving(Path(folder), pages, **options) as (url, collections),
        httpx.Client(base_url=url, timeout=60, trust_env=False) as client,
    ):
        yield Inspecting(url, client, collections)
