"""Steps for datatrove: learn the pages of each site, then extract every page with that knowledge.

Pages of one site are scattered over the files of a crawl, which `PageReader` reads. `AddShard` says
for each page which shard its site belongs to, so that a writer can sort pages by it, and
`ShardReader` reads whole shards. `SiteLearner` stores some pages of each site in a site memory per
shard; `SiteExtractor` compares pages with them, in any number of tasks. `examples/common_crawl.py`
has all of it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from contextlib import ExitStack, contextmanager
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal
from zlib import crc32

from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.readers.base import BaseDiskReader

from honbun import api
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.runner.limits import Limits
from honbun.runner.run import Run
from honbun.stores.site_memory import SiteMemory
from honbun.text.urls import registered_domain

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from datatrove.data import Document
    from datatrove.io import DataFolderLike

    from honbun.content.memory import SiteUpdate, StoredPage
    from honbun.content.model import Content, ContentOptions
    from honbun.errors import Failure
    from honbun.inputs.options import ReadOptions

    Text = Literal["text", "markdown"]
    Documents = Iterable[Document] | None

_FILE = re.compile(r"(\d{5})-of-(\d{5})\.db")
_METADATA = ("title", "author", "date", "language", "kind", "confidence", "compared")


def shard_of(site: str, shards: int) -> int:
    """The shard of a site, given by its registered domain: the same on every machine."""
    return crc32(site.encode("utf-8", "replace")) % shards


class PageReader(BaseDiskReader):
    """Reads what honbun reads, such as WARC files; charsets are chosen as honbun does.

    datatrove's own `WarcReader` drops pages whose charset it does not recognise. Files elsewhere,
    as on S3, are copied to a temporary file one at a time.
    """

    name = "honbun: pages"

    def __init__(
        self, data_folder: DataFolderLike, reading: ReadOptions | None = None, **settings: Any
    ) -> None:
        super().__init__(data_folder, **settings)
        self.reading = reading

    def read_file(self, filepath: str) -> Iterator[Document]:
        """Yield the pages of one file."""
        run = Run(on_failure=lambda _: self.stat_update("failed"))
        with self._local(filepath) as path:
            for number, page in enumerate(api.read(path, options=self.reading, run=run)):
                row = {"text": page.decode().text, "url": page.url or page.fallback_url}
                if document := self.get_document_from_dict(row, filepath, number):
                    yield document

    @contextmanager
    def _local(self, filepath: str) -> Iterator[str]:
        if self.data_folder.is_local():
            yield self.data_folder.resolve_paths(filepath)
            return
        with TemporaryDirectory() as folder:
            path = Path(folder, Path(filepath).name)
            self.data_folder.get_file(filepath, str(path))
            yield str(path)


class AddShard(PipelineStep):
    """Sets `metadata["shard"]`, for `JsonlWriter(output_filename="${shard}/${rank}.jsonl.gz")`.

    Pages without an address in `metadata["url"]` are dropped: they belong to no site.
    """

    name = "honbun: shard of the site"
    type = "🔪 - SHARD"

    def __init__(self, shards: int) -> None:
        super().__init__()
        if not 1 <= shards < 100_000:
            raise HonbunError(f"shards must be between 1 and 99,999, not {shards}")
        self.shards = shards

    def run(self, data: Documents, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yield the documents with their shards."""
        for document in data or ():
            site = registered_domain(document.metadata.get("url"))
            if not site:
                self.stat_update("without_address")
                continue
            document.metadata["shard"] = f"{shard_of(site, self.shards):05d}"
            yield document


class ShardReader(JsonlReader):
    """Reads all files of a shard, a folder each, in one task."""

    name = "honbun: pages of whole shards"

    def run(self, data: Documents = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yield the documents of every shard of this task."""
        yield from data or ()
        folders: dict[str, list[str]] = defaultdict(list)
        for path in self.data_folder.list_files():
            folders[path.partition("/")[0]].append(path)
        for name in sorted(folders)[rank::world_size]:
            for document in self.read_files_shard(folders[name]):
                self.update_doc_stats(document)
                yield document


class ShardedMemory:
    """Site memories in one folder, a file per shard; opened when they are first needed."""

    def __init__(self, folder: Path, shards: int | None = None) -> None:
        """Open a folder to write to, or without a number of shards one that was written before."""
        self._folder = folder
        self._read_only = shards is None
        self._shards = shards or _written_shards(folder)
        self._files: dict[int, SiteMemory | None] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def pages(self, site: str) -> list[StoredPage]:
        """The stored pages of a site."""
        file = self._file(shard_of(site, self._shards))
        return file.pages(site) if file else []

    def save(self, updates: Iterable[SiteUpdate]) -> None:
        """Store all updates. Sites are learnt shard by shard, so each file changes about once."""
        for shard, group in groupby(updates, lambda one: shard_of(one.site, self._shards)):
            if file := self._file(shard):
                file.save(group)

    def _file(self, shard: int) -> SiteMemory | None:
        """The file of a shard; None if it is to be read and there is none."""
        if shard not in self._files:
            path = self._folder / f"{shard:05d}-of-{self._shards:05d}.db"
            absent = self._read_only and not path.exists()
            self._files[shard] = (
                None
                if absent
                else self._stack.enter_context(SiteMemory(path, read_only=self._read_only))
            )
        return self._files[shard]


def _written_shards(folder: Path) -> int:
    """Of how many shards a folder holds the memories."""
    found = {
        int(name[2])
        for path in (folder.iterdir() if folder.is_dir() else ())
        if (name := _FILE.fullmatch(path.name))
    }
    if len(found) != 1:
        counts = " and ".join(map(str, sorted(found))) or "no"
        raise HonbunError(f"{folder} holds memories of {counts} shards: run SiteLearner first")
    return found.pop()


class SiteLearner(PipelineStep):
    """Stores pages of each site in a folder that all tasks reach; yields nothing.

    All pages of a site must reach one task, as from a `ShardReader`. `most` pages of a site are
    read, the first ones: forty are stored at most, and pages beyond some hundreds teach nothing.
    """

    name = "honbun: learn sites"
    type = "🧠 - LEARN"

    def __init__(
        self,
        memory: str | os.PathLike[str],
        shards: int,
        most: int = 200,
        options: ContentOptions | None = None,
    ) -> None:
        super().__init__()
        self.memory, self.shards, self.most, self.options = Path(memory), shards, most, options

    def run(self, data: Documents, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Read all documents of the task."""
        self.memory.mkdir(parents=True, exist_ok=True)
        run = Run(limits=Limits(), on_failure=lambda _: self.stat_update("failed"))
        with ShardedMemory(self.memory, self.shards) as memory, self.track_time("task"):
            pages = self._sample(data or ())
            for _ in api.extract(pages, self.options, memory=memory, run=run):
                self.stat_update("learnt")
        yield from ()

    def _sample(self, data: Iterable[Document]) -> Iterator[Page]:
        seen: Counter[str] = Counter()
        for document in data:
            site = registered_domain(document.metadata.get("url"))
            seen[site] += 1
            if site and seen[site] <= self.most:
                yield _page(document, document.id)


class SiteExtractor(PipelineStep):
    """Replaces the HTML of documents by their content; those without any are dropped.

    Pages are judged in batches: each is compared with the stored pages of its site and with those
    of its batch. Title, author, date, language, kind, confidence and the number of compared pages
    are added to the metadata.
    """

    name = "honbun: extract with what was learnt"
    type = "🛢 - EXTRAC"

    def __init__(
        self,
        memory: str | os.PathLike[str],
        output: Text = "text",
        batch: int = 1000,
        options: ContentOptions | None = None,
    ) -> None:
        super().__init__()
        self.memory, self.output, self.batch, self.options = Path(memory), output, batch, options

    def run(self, data: Documents, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yield the documents with content, in order."""
        documents = iter(data or ())
        with ShardedMemory(self.memory) as memory:
            while batch := list(islice(documents, self.batch)):
                self.stat_update("total", value=len(batch), unit="batch")
                for content in self._extract(batch, memory):
                    document = batch[int(content.source)]
                    if not content.blocks:
                        self.stat_update("dropped")
                        continue
                    yield self._filled(document, content)

    def _extract(self, batch: list[Document], memory: ShardedMemory) -> Iterator[Content]:
        run = Run(limits=Limits(), on_failure=self._failed)
        # Ids need not be unique; places are.
        pages = (_page(document, str(place)) for place, document in enumerate(batch))
        return api.extract(pages, self.options, memory=memory, update_memory=False, run=run)

    def _filled(self, document: Document, content: Content) -> Document:
        document.text = getattr(content, self.output)
        about = {name: getattr(content, name) for name in _METADATA}
        document.metadata |= {name: value for name, value in about.items() if value is not None}
        self.stat_update("forwarded")
        self.update_doc_stats(document)
        return document

    def _failed(self, failure: Failure) -> None:
        self.stat_update("failed")


def _page(document: Document, source: str) -> Page:
    return Page(document.text, url=document.metadata.get("url"), source=source)
