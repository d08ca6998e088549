"""Passages of a collection, and the loaders of LangChain and LlamaIndex that are made of them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import honbun
from honbun.integrations.passages import PassageOptions, passages

SITE = Path(str(files("honbun"))) / "demo" / "sites" / "fernhill"
CHUNKS = PassageOptions(max_tokens=120)


def test_passage_of_a_page_is_its_markdown_in_the_collection() -> None:
    contents = {content.url: content for content in honbun.extract(honbun.read(SITE))}
    found = list(passages((SITE,), PassageOptions()))
    assert {passage.id: passage.text for passage in found} == {
        url: content.markdown for url, content in contents.items()
    }
    for passage in found:
        assert passage.metadata["title"] == contents[passage.id].title
        assert passage.metadata["source"] == passage.id
        assert all(isinstance(value, str | int | float) for value in passage.metadata.values())


def test_chunks_have_numbers_and_the_headings_above_them() -> None:
    found = list(passages((SITE,), CHUNKS))
    expected = [
        (f"{content.url}#chunk-{number}", chunk.text, " > ".join(chunk.headings))
        for content in honbun.extract(honbun.read(SITE))
        for number, chunk in enumerate(content.chunks(120))
    ]
    assert [(one.id, one.text, one.metadata.get("headings", "")) for one in found] == expected


def test_pages_without_content_have_no_passage_and_repeated_addresses_differ(
    tmp_path: Path,
) -> None:
    page = '<link rel=canonical href="https://a.example/"><p>' + "A sentence of the page. " * 20
    for name in ("1.html", "2.html"):
        (tmp_path / name).write_text(page)
    (tmp_path / "3.html").write_text("<title>Nothing</title>")
    ids = [passage.id for passage in passages((tmp_path,), PassageOptions())]
    assert ids == ["https://a.example/", "https://a.example/~2"]


def test_langchain_loads_documents_lazily_and_all_at_once() -> None:
    pytest.importorskip("langchain_core")
    from honbun.integrations.langchain import HonbunLoader

    loader = HonbunLoader(SITE, options=CHUNKS)
    expected = list(passages((SITE,), CHUNKS))
    found = loader.load()
    assert [(one.id, one.page_content, one.metadata) for one in found] == expected
    assert next(iter(loader.lazy_load())) == found[0]


def test_llama_index_embeds_the_title_and_the_headings_only() -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core.schema import MetadataMode

    from honbun.integrations.llama_index import HonbunReader

    documents = HonbunReader(CHUNKS).load_data(SITE)
    expected = list(passages((SITE,), CHUNKS))
    assert [(one.id_, one.text, one.metadata) for one in documents] == expected
    embedded = documents[0].get_content(MetadataMode.EMBED)
    assert f"title: {documents[0].metadata['title']}" in embedded
    assert "confidence" not in embedded
