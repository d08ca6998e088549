"""A reader for LlamaIndex: `pip install llama-index-core`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from honbun.integrations.passages import PassageOptions, passages

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

_EMBEDDED = ("title", "headings")
"""Metadata that helps to find a text; addresses and numbers do not."""


class HonbunReader(BaseReader):
    """Reads the content of files, folders, archives or URLs as Markdown, judged as a collection.

    `HonbunReader(PassageOptions(max_tokens=500)).load_data("crawl.warc.gz")` reads chunks. Ids are
    addresses, so that an index can be refreshed.
    """

    def __init__(self, options: PassageOptions | None = None) -> None:
        self._options = options or PassageOptions()

    def lazy_load_data(self, *inputs: str | os.PathLike[str]) -> Iterator[Document]:
        """Yield a document per page or chunk, once all pages have been read."""
        for id_, text, metadata in passages(inputs, self._options):
            hidden = [name for name in metadata if name not in _EMBEDDED]
            yield Document(
                id_=id_, text=text, metadata=metadata, excluded_embed_metadata_keys=hidden
            )
