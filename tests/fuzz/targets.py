"""Targets: the table of everything that takes unchecked bytes."""

from __future__ import annotations

from tests.fuzz import (
    inputs,
    long_pages,
    packages,
    readback,
    seeds,
    similar,
    stores,
    strings,
    views,
)
from tests.fuzz.kernels import kernels
from tests.fuzz.scanner import scanner
from tests.fuzz.strategies import PATCHES, TEXTS
from tests.fuzz.target import Target

TARGETS = (
    Target("content of a page", packages.alone, seeds=seeds.pages),
    Target("content of a collection", packages.collection, seeds=seeds.pages, examples=10),
    Target("the papers' methods", packages.faithful, seeds=seeds.pages, examples=10),
    Target("posts", packages.posts, seeds=seeds.pages),
    Target("feed", packages.feed, seeds=seeds.pages),
    Target("standard format", packages.standard, seeds=seeds.pages),
    Target("sentences to compare", similar.reading, seeds=seeds.pages, examples=10),
    Target("similar pages", similar.whole, seeds=seeds.few, examples=1),
    Target("long pages", long_pages.long, seeds=seeds.few, longest=64, examples=1),
    Target("scanner", scanner, seeds=seeds.pages),
    Target("kernels of the content judge", kernels, seeds=seeds.pages),
    Target("tree", views.tree, seeds=seeds.pages),
    Target("snapshot", views.snapshot, seeds=seeds.pages),
    Target("encodings", strings.encodings, seeds=seeds.encoded),
    Target("content codings", strings.codings, seeds=seeds.coded, longest=1024),
    Target("dates", strings.when, TEXTS, seeds.texts, longest=256, examples=50),
    Target("long texts with dates", strings.long_when, TEXTS, seeds.texts, longest=64, examples=5),
    Target("addresses", strings.addresses, TEXTS, seeds.addresses, longest=256, examples=50),
    Target("fetched addresses", strings.fetching, TEXTS, seeds.addresses, longest=256),
    Target("WARC", inputs.warc, seeds=seeds.warcs),
    Target("JSON Lines", inputs.lines, seeds=seeds.lines),
    Target("Parquet", inputs.parquet, PATCHES, seeds.tables, longest=60),
    Target("lines of labels", inputs.labels, seeds=seeds.lines, longest=1024),
    Target("lines of pairs", inputs.pairs, seeds=seeds.lines, longest=1024),
    Target("documents read back", inputs.standard, seeds=seeds.standards),
    Target("robots.txt", inputs.robots, seeds=seeds.rules, longest=1024),
    Target("requests of a browser", inputs.requests, TEXTS, seeds.questions, longest=512),
    *(
        Target(name, run, PATCHES, seeds.patches, longest=60, examples=10)
        for name, run in stores.RUN.items()
    ),
)


def _write_unescaped(data: bytes) -> None:
    text = data.decode("latin-1").replace("<", "&lt;")
    printable = "".join(char for char in text if char.isprintable())
    readback.xml(f"<p>{printable}</p>".encode())


BROKEN_TARGET = Target("a broken writer", _write_unescaped, seeds=lambda: (b"a < b",))
"""Leaves one special character of XML unescaped, to check that the fuzzer detects failures."""
BY_NAME = {target.name: target for target in (BROKEN_TARGET, *TARGETS)}
