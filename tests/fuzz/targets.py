"""Targets: the table of everything that takes bytes nobody has checked."""

from __future__ import annotations

from tests.fuzz import inputs, kept, length, rooms, seeds, similar, strings, views
from tests.fuzz.canary import CANARY
from tests.fuzz.strategies import PATCHES, TEXTS
from tests.fuzz.target import Target

TARGETS = (
    Target("content of a page", rooms.alone, seeds=seeds.pages),
    Target("content of a collection", rooms.collection, seeds=seeds.pages, examples=10),
    Target("the papers' methods", rooms.faithful, seeds=seeds.pages, examples=10),
    Target("posts", rooms.posts, seeds=seeds.pages),
    Target("feed", rooms.feed, seeds=seeds.pages),
    Target("standard format", rooms.standard, seeds=seeds.pages),
    Target("sentences to compare", similar.reading, seeds=seeds.pages, examples=10),
    Target("similar pages", similar.whole, seeds=seeds.few, examples=1),
    Target("long pages", length.long, seeds=seeds.few, longest=64, examples=1),
    Target("tree", views.tree, seeds=seeds.pages),
    Target("facsimile", views.facsimile, seeds=seeds.pages),
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
    Target("questions of a browser", inputs.asking, TEXTS, seeds.questions, longest=512),
    Target("site memory", kept.memory, PATCHES, seeds.patches, longest=60, examples=5),
    Target("posts seen", kept.seen, PATCHES, seeds.patches, longest=60, examples=10),
    Target("subscribed pages", kept.subscriptions, PATCHES, seeds.patches, longest=60, examples=10),
    Target("labels", kept.labels, PATCHES, seeds.patches, longest=60, examples=10),
    Target("journal", kept.journal, PATCHES, seeds.patches, longest=60, examples=10),
)

BY_NAME = {target.name: target for target in (*TARGETS, CANARY)}
