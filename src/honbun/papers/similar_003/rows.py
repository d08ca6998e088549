"""A standard document as a row of the comparison: the paper's sentences, region, links and URL.

The paper compares strings as the standard format has them, by equality, and measures them in
characters. A sentence is kept even if it is outside the content region, because its frequency is
counted over whole pages (4.2) before regions decide what is evidence (chapter 6).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.papers.similar_003.documents import document_of
from honbun.papers.similar_003.url import split_url
from honbun.similar.long_sentences import MOST_TEXT, LongSentence
from honbun.similar.reading import Link, PageRow, title_number
from honbun.text.similarity import key_number
from honbun.text.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.page import Page
    from honbun.papers.similar_003.standard import Document, Sentence
    from honbun.similar.model import SimilarOptions


def page_row(document: Document, options: SimilarOptions) -> PageRow:
    """The row of a document."""
    parts = split_url(document.url)
    return PageRow(
        url=document.url,
        source=document.url,
        address=url_key(document.url),
        site=key_number(parts.site) if parts.site else 0,
        owner=key_number(parts.site or f"page {document.url or document.id}"),
        host=parts.host,
        path=parts.path,
        date=document.date,
        title=title_number(document.title.text if document.title else None),
        # Pages with the same sentences are compared like all others.
        digest=None,
        sentences=long_sentences(document.sentences, options.min_length),
        links=_links(document),
    )


def long_sentences(sentences: Iterable[Sentence], least: int) -> list[LongSentence]:
    """The different sentences of at least so many characters.

    A sentence that is repeated counts as content if one of its occurrences does.
    """
    first: dict[str, LongSentence] = {}
    for one in sentences:
        text = one.text
        if len(text) < least:
            continue
        if (known := first.get(text)) is not None:
            first[text] = known._replace(content=known.content or one.content)
            continue
        first[text] = LongSentence(
            sentence=key_number(text),
            width=len(text),
            start=one.id,
            quoted=False,
            content=one.content,
            code=False,
            text=text[:MOST_TEXT],
            bands=[],
        )
    return list(first.values())


def _links(document: Document) -> list[Link]:
    targets = {url_key(page.url): None for link in document.out_links for page in link.pages}
    targets.pop(url_key(document.url), None)
    return [Link(target, None) for target in targets]


@dataclass(frozen=True, slots=True)
class PaperReader:
    """Reads pages one by one, for an engine whose processes know a part of the collection only.

    Neighbouring links are then separate sentences: whether they form a name depends on the whole
    collection.
    """

    options: SimilarOptions

    def read(self, page: Page) -> PageRow:
        """The row of a page."""
        return page_row(document_of(page), self.options)
