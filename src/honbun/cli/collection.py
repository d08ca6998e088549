"""The collection that a server is given on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from honbun.cli.report import Report
from honbun.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.io.inputs import ReadOptions
    from honbun.web.given import Given

_ENDINGS = (".gz", ".warc", ".jsonl", ".ndjson", ".parquet", ".html", ".htm", ".xhtml")


def given(
    inputs: Sequence[str], labels: Path | None, reading: ReadOptions, *, quiet: bool
) -> Given:
    """The pages of some inputs, read, and the file for their labels."""
    from honbun.io.companions import Several, companions_of
    from honbun.io.inputs import read_all
    from honbun.web.collection import Collection
    from honbun.web.given import Given

    with Report(quiet=quiet) as report:
        pages = report.reading(read_all(*inputs, options=reading))
        companions = Several(*(companions_of(one, reading.base_url) for one in inputs))
        collection = Collection(pages, ", ".join(map(name, inputs)), companions)
        for failure in collection.failures:
            report.failed(failure)
    if not len(collection):
        raise InputError(f"no page to show in {', '.join(inputs)}")
    return Given(collection, labels or labels_file(inputs[0]))


def labels_file(given: str) -> Path:
    """Where labels go when nobody says it: a file in this folder, named after the input.

    >>> str(labels_file("crawls/site.warc.gz")), str(labels_file("https://a.example/b"))
    ('site.labels', 'a.example.labels')
    """
    return Path(f"{name(given)}.labels")


def name(given: str) -> str:
    """What an input is called.

    >>> name("crawls/site/"), name("-"), name("..") != ".."
    ('site', 'pages', True)
    """
    if given == "-":
        return "pages"
    if "://" in given:
        return urlsplit(given).hostname or "pages"
    found = Path(given).resolve().name
    while found.lower().endswith(_ENDINGS):
        found = found.rpartition(".")[0]
    return found or "pages"
