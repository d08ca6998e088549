"""datatrove sorts a crawl by site, learns each site and extracts, with the real executor."""

from __future__ import annotations

import gzip
import json
import runpy
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import honbun
from honbun.errors import HonbunError
from tests.integrations.warcs import write_warc

pytest.importorskip("datatrove")

from datatrove.data import Document

from honbun.integrations.datatrove import (
    AddShard,
    PageReader,
    ShardedMemory,
    ShardReader,
    SiteExtractor,
    SiteLearner,
    shard_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLE = Path(__file__).parents[2] / "examples" / "common_crawl.py"
SITES = Path(str(files("honbun"))) / "demo" / "sites"
PAGES = list(honbun.read(SITES))


def test_crawl_is_sorted_learnt_and_extracted(tmp_path: Path) -> None:
    """Two WARC files with pages of two sites, in two tasks per job."""
    warcs = tmp_path / "warcs"
    warcs.mkdir()
    write_warc(warcs / "a.warc.gz", PAGES[::2])
    write_warc(warcs / "b.warc.gz", PAGES[1::2])
    runpy.run_path(str(EXAMPLE))["main"](str(warcs), str(tmp_path / "out"), 8, 2)
    rows = list(_rows(tmp_path / "out" / "content"))
    expected = {content.url: content for content in honbun.extract(PAGES)}
    assert {row["metadata"]["url"] for row in rows} == expected.keys()
    for row in rows:
        content = expected[row["metadata"]["url"]]
        assert row["text"] == content.text
        assert row["metadata"]["title"] == content.title
        assert row["metadata"]["compared"] > 0
    shards = {row["metadata"]["shard"] for row in rows}
    assert {path.name for path in (tmp_path / "out" / "pages").iterdir()} == shards


def test_files_elsewhere_are_read_from_a_temporary_copy(tmp_path: Path) -> None:
    import fsspec

    write_warc(tmp_path / "a.warc.gz", PAGES[:3])
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/crawl/a.warc.gz", (tmp_path / "a.warc.gz").read_bytes())
    found = list(PageReader("memory://crawl").run())
    assert [document.text for document in found] == [page.decode().text for page in PAGES[:3]]
    assert [document.metadata["url"] for document in found] == [
        page.resolve_url(page.parse()) for page in PAGES[:3]
    ]


def test_page_that_comes_later_is_compared_with_what_was_learnt(tmp_path: Path) -> None:
    *others, last = _documents("fernhill")
    alone = honbun.extract_page(last.text, url=last.metadata["url"])
    assert list(SiteLearner(tmp_path, shards=4).run(iter(others))) == []
    step = SiteExtractor(tmp_path, output="markdown")
    (found,) = step.run(iter([last]))
    assert found.metadata["compared"] > 5
    assert alone.compared == 0
    assert step.stats["forwarded"].total == 1


def test_pages_without_content_are_dropped_and_broken_ones_counted(tmp_path: Path) -> None:
    list(SiteLearner(tmp_path, shards=1).run(iter(_documents("fernhill"))))
    step = SiteExtractor(tmp_path, batch=1)
    broken = "<div>" * 3_000_000
    given = [_document("<title>Nothing</title>", "1"), _document(broken, "2")]
    assert list(step.run(iter(given))) == []
    assert step.stats["dropped"].total == 1
    assert step.stats["failed"].total == 1


def test_learner_reads_some_pages_of_each_site_only(tmp_path: Path) -> None:
    step = SiteLearner(tmp_path, shards=2, most=5)
    list(step.run(iter(_documents("fernhill") + _documents("minato"))))
    assert step.stats["learnt"].total == 10
    with ShardedMemory(tmp_path) as memory:
        assert 0 < len(memory.pages("fernhill-garden.example")) <= 5
        assert memory.pages("unknown.example") == []


def test_shard_depends_on_the_site_and_not_on_the_host() -> None:
    hosts = ("https://www.a.example/1", "https://shop.a.example/2", "relative.html")
    documents = [_document("<p>", url) for url in hosts]
    for document, url in zip(documents, hosts):
        document.metadata["url"] = url
    step = AddShard(16)
    found = [document.metadata["shard"] for document in step.run(iter(documents))]
    assert found == [f"{shard_of('a.example', 16):05d}"] * 2
    assert step.stats["without_address"].total == 1


def test_files_of_a_shard_are_read_by_one_task(tmp_path: Path) -> None:
    for shard in ("00000", "00003", "00004"):
        (tmp_path / shard).mkdir()
        for rank in range(3):
            row = {"text": f"{shard} {rank}", "id": f"{shard}-{rank}"}
            (tmp_path / shard / f"{rank}.jsonl").write_text(json.dumps(row))
    read = [
        [document.text for document in ShardReader(str(tmp_path)).run(rank=rank, world_size=2)]
        for rank in range(2)
    ]
    assert [sorted({text[:5] for text in texts}) for texts in read] == [
        ["00000", "00004"],
        ["00003"],
    ]
    assert sum(map(len, read)) == 9


def test_folder_without_memories_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(HonbunError, match="no shards: run SiteLearner first"):
        list(SiteExtractor(tmp_path / "absent").run(iter([])))


def _documents(site: str) -> list[Document]:
    return [
        _document(page.decode().text, url)
        for page in PAGES
        if site in (url := page.resolve_url(page.parse()))
    ]


def _document(html: str, url: str) -> Document:
    address = url if "://" in url else f"https://fernhill-garden.example/{url}"
    return Document(text=html, id=url, metadata={"url": address})


def _rows(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
