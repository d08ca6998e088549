"""A document loader for LangChain: `pip install langchain-core`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from honbun.integrations.passages import PassageOptions, passages

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator


class HonbunLoader(BaseLoader):
    """Loads the content of files, folders, archives or URLs as Markdown, judged as a collection.

    `HonbunLoader("crawl.warc.gz", options=PassageOptions(max_tokens=500))` loads chunks.
    """

    def __init__(
        self, *inputs: str | os.PathLike[str], options: PassageOptions | None = None
    ) -> None:
        self._inputs = inputs
        self._options = options or PassageOptions()

    def lazy_load(self) -> Iterator[Document]:
        """Yield a document per page or chunk, once all pages have been read."""
        for id_, text, metadata in passages(self._inputs, self._options):
            yield Document(page_content=text, metadata=metadata, id=id_)
