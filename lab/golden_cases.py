"""Every command whose output is held on to, by name: the table of `lab.golden`.

When an option, a command or a public name is renamed, this is the only file to edit. Names of cases
stay as they are, because records are kept by them.

A command line is written as in a shell. `;` parts steps that run one after the other in one folder,
`+` such that share a process too, which saves time; `<` gives a file as standard input; `api` in
the place of a command calls a function of this file. What a step prints is held on to, and every
file below `out/`.
Inputs are those of `lab.golden_pages`: `demo/` is bundled with honbun, `data/` is a sample of the
shared data, `all/` is the whole of it.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

HERE = "--page-timeout 0 --page-memory 0 -q"
"""No processes apart for what a page may cost."""
ONE = f"--jobs 1 {HERE}"
"""Everything in one process."""
TWO = "--jobs 2 -q"
"""Two processes, and each page with its limits, as most people run it."""
EVAL = "--jobs 1 -q"

FERN = "demo/sites/fernhill"
BOTH = "demo/sites demo/borrowed"

QUICK = {
    # extract: formats, into a stream, a file and a folder
    "extract-jsonl": f"extract {FERN} -f jsonl {ONE}",
    "extract-text": f"extract {FERN} -f text {ONE}",
    "extract-markdown": f"extract demo/sites -f markdown {ONE}",
    "extract-html": f"extract demo/sites -f html {ONE}",
    "extract-csv": f"extract demo/sites -f csv {ONE}",
    "extract-parquet": f"extract demo/sites -f parquet -o out/content.parquet {ONE}",
    "extract-by-ending": f"extract {FERN} -o out/content.csv {ONE}",
    "extract-folder-jsonl": f"extract demo/sites -f jsonl -o out/ {ONE}",
    "extract-folder-text": f"extract demo/sites -f text -o out/ {ONE}",
    "extract-folder-markdown": f"extract demo/sites -f markdown -o out/ {ONE}",
    "extract-folder-html": f"extract demo/sites -f html -o out/ {ONE}",
    "extract-folder-csv": f"extract {FERN} -f csv -o out/ {ONE}",
    # extract: inputs
    "extract-all-demo": f"extract demo/sites demo/borrowed demo/lists demo/threads {TWO}",
    "extract-base-url": f"extract demo/threads demo/lists --base-url https://a.example/b/ {ONE}",
    "extract-warc": f"extract demo/crawl.warc.gz {ONE}",
    "extract-pages-jsonl": f"extract demo/crawl.jsonl.gz {ONE}",
    "extract-pages-parquet": f"extract demo/crawl.parquet {ONE}",
    "extract-stdin-page": f"extract - --alone {ONE} < demo/lists/kawabe.html",
    "extract-stdin-jsonl": f"extract - {ONE} < demo/crawl.jsonl.gz",
    "extract-bad-pages": f"extract demo/bad {FERN} {ONE}",
    "extract-bad-pages-apart": f"extract demo/bad {FERN} {TWO}",
    "extract-bad-pages-alone": f"extract demo/bad --alone {ONE}",
    "extract-max-bytes": f"extract demo/sites --max-bytes 7000 {ONE}",
    "extract-no-input": f"extract nowhere {ONE}",
    # extract: methods
    "extract-alone-jsonl": f"extract demo/sites --alone {ONE}",
    "extract-alone-two": f"extract demo/sites --alone {TWO}",
    "extract-alone-markdown": f"extract demo/sites demo/threads --alone -f markdown {ONE}",
    "extract-alone-html": f"extract demo/sites demo/threads --alone -f html {ONE}",
    "extract-alone-explain": f"extract demo/sites --alone --explain {ONE}",
    "extract-alone-explain-text": f"extract demo/sites --alone --explain -f text {ONE}",
    "extract-alone-precision": f"extract demo/sites demo/lists --alone --favor precision {ONE}",
    "extract-alone-recall": f"extract demo/sites demo/lists --alone --favor recall {ONE}",
    "extract-favor-precision": f"extract demo/sites demo/lists --favor precision {ONE}",
    "extract-favor-recall": f"extract demo/sites demo/lists --favor recall {ONE}",
    "extract-explain": f"extract demo/sites demo/lists --explain {ONE}",
    "extract-explain-text": f"extract demo/sites demo/lists --explain -f text {ONE}",
    "extract-explain-csv": f"extract {FERN} --explain -f csv {ONE}",
    "extract-faithful": f"extract demo/sites --faithful {ONE}",
    "extract-faithful-explain": f"extract demo/sites --faithful --explain {ONE}",
    "extract-faithful-alone": f"extract {FERN} --faithful --alone {ONE}",
    "extract-engine": f"extract {BOTH} --engine duckdb {ONE}",
    "extract-engine-warc": f"extract demo/crawl.warc.gz --engine duckdb --explain {ONE}",
    "extract-engine-two": f"extract demo/sites --engine duckdb -f markdown {TWO}",
    "extract-memory": (
        f"extract {FERN} --memory m.db {ONE} ; extract demo/sites --memory m.db {ONE} ;"
        f" extract demo/sites --memory m.db --no-update-memory --explain {ONE} ; memory show m.db ;"
        " memory show m.db --json ; memory forget m.db fernhill-garden.example no.example ;"
        " memory show m.db"
    ),
    "extract-memory-two": (
        f"extract {FERN} --memory m.db {TWO} ; extract {FERN} --memory m.db {TWO}"
    ),
    "extract-identical": (
        f"similar demo/sites -o pairs.jsonl {ONE} ;"
        f" extract demo/sites --duplicates pairs.jsonl --explain {ONE}"
    ),
    "extract-resume": (
        f"extract demo/sites --resume run -o out/a.jsonl {ONE} ;"
        f" extract demo/sites --resume run -o out/b.jsonl {ONE}"
    ),
    # posts
    "posts-jsonl": f"posts demo/threads -f jsonl {ONE}",
    "posts-csv": f"posts demo/threads -f csv {ONE}",
    "posts-parquet": f"posts demo/threads -f parquet -o out/posts.parquet {ONE}",
    "posts-text": f"posts demo/threads -f text {ONE}",
    "posts-rss": f"posts demo/threads -f rss --base-url https://a.example/b/ {ONE}",
    "posts-atom": f"posts demo/threads -f atom --base-url https://a.example/b/ {ONE}",
    "posts-json": f"posts demo/threads -f json --base-url https://a.example/b/ {ONE}",
    "posts-atom-no-address": f"posts demo/threads -f atom {ONE}",
    "posts-folder": f"posts demo/threads -f text -o out/ {ONE}",
    "posts-folder-rss": f"posts demo/threads -f rss -o out/ {ONE}",
    "posts-two": f"posts demo/threads demo/sites demo/lists {TWO}",
    "posts-alone": f"posts demo/threads demo/sites --alone {ONE}",
    "posts-faithful": f"posts demo/threads demo/sites --faithful {ONE}",
    "posts-warc": f"posts demo/crawl.warc.gz -f rss {ONE}",
    "posts-bad-pages": f"posts demo/bad demo/threads {ONE}",
    "posts-new-since": (
        f"posts demo/threads/toukou.html --state seen.db --new-only {ONE} ;"
        f" posts demo/threads --state seen.db --new-only -f json {ONE} ;"
        f" posts demo/threads --state seen.db --new-only {ONE}"
    ),
    "posts-resume": (
        f"posts demo/threads --resume run -o out/a.jsonl {ONE} ;"
        f" posts demo/threads --resume run -o out/b.jsonl {ONE}"
    ),
    # feed
    "feed-kawabe-rss": f"feed demo/lists/kawabe.html -f rss {HERE}",
    "feed-kawabe-atom": f"feed demo/lists/kawabe.html -f atom {HERE}",
    "feed-kawabe-json": f"feed demo/lists/kawabe.html -f json {HERE}",
    "feed-kawabe-jsonl": f"feed demo/lists/kawabe.html -f jsonl {HERE}",
    "feed-kawabe-csv": f"feed demo/lists/kawabe.html -f csv {HERE}",
    "feed-kawabe-lists": f"feed demo/lists/kawabe.html --show-lists {HERE}",
    "feed-kawabe-second": f"feed demo/lists/kawabe.html --list 2 -f jsonl {HERE}",
    "feed-kawabe-all": f"feed demo/lists/kawabe.html --list all -f jsonl {HERE}",
    "feed-kawabe-faithful": f"feed demo/lists/kawabe.html --faithful -f jsonl {HERE}",
    "feed-lanternfish-rss": f"feed demo/lists/lanternfish.html {HERE}",
    "feed-lanternfish-atom": (
        "feed demo/lists/lanternfish.html -f atom --base-url https://a.example/b/"
        f" --self-url https://a.example/feed.xml {HERE}"
    ),
    "feed-lanternfish-json": f"feed demo/lists/lanternfish.html -f json {HERE}",
    "feed-lanternfish-all": f"feed demo/lists/lanternfish.html --list all -f csv {HERE}",
    "feed-lanternfish-lists": f"feed demo/lists/lanternfish.html --show-lists {HERE}",
    "feed-lanternfish-faithful": f"feed demo/lists/lanternfish.html --faithful {HERE}",
    "feed-limits": "feed demo/lists/lanternfish.html -q",
    "feed-index": f"feed demo/sites/minato/index.html -f atom {HERE}",
    "feed-output": f"feed {FERN}/index.html -o out/feed.json {HERE}",
    "feed-folder": f"feed {FERN}/index.html -f rss -o out/ {HERE}",
    "feed-stdin": (
        f"feed - --base-url https://a.example/b/ -f json {HERE} < demo/lists/lanternfish.html"
    ),
    "feed-no-list": f"feed {FERN}/2024/05/fern-spores.html {HERE}",
    "feed-two-pages": f"feed demo/lists {HERE}",
    "feed-state": (
        f"feed demo/list.warc.gz --list all --state f.db -f atom {HERE} ;"
        f" feed demo/list.warc.gz --list all --state f.db -f json {HERE} ;"
        f" feed demo/list.warc.gz --list 2 --state f.db -f rss {HERE}"
    ),
    # similar: pairs, and what is made of them
    "similar-pairs": (
        f"similar {BOTH} -f jsonl {ONE} + similar {BOTH} -f csv {ONE} +"
        f" similar {BOTH} -o out/pairs.parquet {ONE} + similar {BOTH} -f text {ONE} +"
        f" similar {BOTH} -f html -o out/pairs.html {ONE}"
    ),
    "similar-results": (
        f"similar {BOTH} --as clusters {ONE} + similar {BOTH} --as clusters -f csv {ONE} +"
        f" similar {BOTH} --as clusters -f text {ONE} +"
        f" similar {BOTH} --as clusters -o out/clusters.parquet {ONE} +"
        f" similar {BOTH} --as clusters --relations mirror {ONE} +"
        f" similar {BOTH} --as drop-list {ONE} + similar {BOTH} --as drop-list -f csv {ONE} +"
        f" similar {BOTH} --as drop-list --relations mirror,plagiarism -f jsonl {ONE} +"
        f" similar {BOTH} --as counts {ONE} + similar {BOTH} --as counts -f jsonl {ONE} +"
        f" similar {BOTH} --as counts -f csv {ONE}"
    ),
    "similar-two": f"similar demo/crawl.warc.gz demo/borrowed {TWO}",
    "similar-faithful": f"similar {BOTH} --faithful {ONE}",
    "similar-no-changed": f"similar {BOTH} --exact {ONE}",
    "similar-store": (
        f"similar demo/sites --store pages.duckdb {ONE} ;"
        f" similar demo/borrowed --store pages.duckdb {ONE} +"
        f" similar --store pages.duckdb -f text {ONE}"
    ),
    # standard
    "standard-xml": f"standard demo/sites demo/borrowed -f xml {ONE}",
    "standard-jsonl": f"standard demo/sites demo/borrowed -f jsonl {ONE}",
    "standard-folder": f"standard demo/sites -o out/ {ONE}",
    "standard-two": f"standard demo/crawl.warc.gz -f jsonl {TWO}",
    "standard-annotate": f"standard {FERN} --analyser sudachi {ONE}",
    "standard-bad-pages": f"standard demo/bad {FERN} -f jsonl {ONE}",
    # the demonstration, and the public names of Python
    "demo": "demo",
    "api-extract": "api extract demo/sites demo/borrowed",
    "api-each": "api each demo/sites demo/lists",
    "api-markdown": "api markdown demo/sites demo/threads",
    "api-posts": "api posts demo/threads demo/sites",
    "api-feed": "api feed demo/lists demo/sites",
    "api-similar": "api similar demo/sites demo/borrowed",
    # shared data, a sample
    "data-sites": f"extract data/sites {ONE}",
    "data-sites-explain": f"extract data/sites/bbc-13 --explain -f text {ONE}",
    "data-sites-alone": f"extract data/sites --alone -f markdown {ONE}",
    "data-sites-faithful": f"extract data/sites/bbc-13 --faithful {ONE}",
    "data-sites-standard": f"standard data/sites/bbc-13 -f jsonl {ONE}",
    "data-wcxb": f"extract data/wcxb.parquet {ONE}",
    "data-wcxb-alone": f"extract data/wcxb.parquet --alone --explain {ONE}",
    "data-wcxb-html": f"extract data/wcxb.parquet --alone -f html {ONE}",
    "data-wcxb-posts": f"posts data/wcxb.parquet {ONE}",
    "data-news": f"extract data/news.parquet {ONE}",
    "data-news-alone": f"extract data/news.parquet --alone {TWO}",
    "data-articles": f"extract data/articles.parquet {ONE}",
    "data-articles-engine": f"extract data/articles.parquet --engine duckdb {ONE}",
    "data-mixed": f"extract data/mixed.parquet -f markdown {ONE}",
    "data-posts-jsonl": f"posts data/posts -f jsonl {ONE}",
    "data-posts-rss": f"posts data/posts -f rss {ONE}",
    "data-posts-text": f"posts data/posts -f text {TWO}",
    "data-posts-alone": f"posts data/posts --alone {ONE}",
    "data-posts-faithful": f"posts data/posts --faithful {ONE}",
    "data-lists": "api feed data/lists",
    "data-lists-faithful": "api faithful-feed data/lists",
    "data-similar": f"similar data/similar/pages.jsonl.gz {ONE}",
    "data-similar-faithful": f"similar data/similar/pages.jsonl.gz --faithful {ONE}",
    # measures against truth
    "eval-content": f"eval content data/sites --errors out/errors.jsonl {EVAL}",
    "eval-content-faithful": f"eval content data/sites --faithful --no-mixed {EVAL}",
    "eval-alone": f"eval content --alone data/wcxb {EVAL}",
    "eval-feed": f"eval feed data/lists --errors out/errors.jsonl {EVAL}",
    "eval-feed-sites": f"eval feed data/sites --errors out/errors.jsonl {EVAL}",
    "eval-posts": (
        f"eval posts data/posts --errors out/errors.jsonl {EVAL} +"
        f" eval posts data/posts --mixed --alone {EVAL}"
    ),
    "eval-similar": f"eval similar data/similar --errors out/errors.jsonl {EVAL}",
    # labels, out and in again
    "labels": (
        "labels import a.labels data/sites/bbc-13 --as Ann + labels list a.labels +"
        " labels export a.labels -o out/a.jsonl --by Ann --pages +"
        " labels export a.labels -o out/sites/ --by Ann ;"
        " labels import b.labels out/a.jsonl --as truth + labels import b.labels out/a.jsonl +"
        " labels list b.labels --json + labels agreement b.labels +"
        f" labels agreement b.labels -f json ; eval content b.labels --by Ann {EVAL} +"
        " labels forget b.labels --by Ann + labels list b.labels"
    ),
}

FULL = {
    "full-sites": f"extract all/sites {ONE}",
    "full-sites-alone": f"extract all/sites --alone {ONE}",
    "full-sites-standard": f"standard all/sites -f jsonl {ONE}",
    "full-sites-eval": f"eval content all/sites {EVAL}",
    "full-sites-eval-faithful": f"eval content all/sites --faithful --no-mixed {EVAL}",
    "full-sites-eval-feed": f"eval feed all/sites {EVAL}",
    "full-wcxb": f"extract all/wcxb.parquet {ONE}",
    "full-wcxb-alone": f"extract all/wcxb.parquet --alone {ONE}",
    "full-news": f"extract all/news.parquet {ONE}",
    "full-news-alone": f"extract all/news.parquet --alone {ONE}",
    "full-articles": f"extract all/articles.parquet {ONE}",
    "full-articles-alone": f"extract all/articles.parquet --alone {ONE}",
    "full-mixed": f"extract all/mixed.parquet {ONE}",
    "full-mixed-alone": f"extract all/mixed.parquet --alone {ONE}",
    "full-posts": f"posts all/posts {ONE}",
    "full-posts-alone": f"posts all/posts --alone {ONE}",
    "full-posts-faithful": f"posts all/posts --faithful {ONE}",
    "full-posts-eval": f"eval posts all/posts {EVAL}",
    "full-lists": "api feed all/lists",
    "full-lists-faithful": "api faithful-feed all/lists",
    "full-lists-eval": f"eval feed all/lists {EVAL}",
    "full-similar": f"similar all/similar/pages.jsonl.gz {ONE}",
    "full-similar-faithful": f"similar all/similar/pages.jsonl.gz --faithful {ONE}",
    "full-similar-html": f"similar all/similar/pages.jsonl.gz -o out/pairs.html {ONE}",
    "full-similar-eval": f"eval similar all/similar {EVAL}",
}


@cache
def command() -> Callable[[], None]:
    """What the `honbun` command runs; its arguments are taken from `sys.argv`."""
    import typer

    from honbun.cli.app import app, main

    # Put together once, not by each process: that takes longer than many runs.
    typer.main.get_command = cache(typer.main.get_command)
    typer.main.get_command(app)
    return main


def api(name: str, *inputs: str) -> None:
    """Print, a line each, what a function of the package gives for the pages of some inputs."""
    for record in _API[name](inputs):
        print(json.dumps(record, ensure_ascii=False))


def _extract(inputs: Iterable[str]) -> Iterator[object]:
    import honbun

    return map(_content, honbun.extract(_pages(inputs)))


def _each(inputs: Iterable[str]) -> Iterator[object]:
    import honbun

    options = honbun.ContentOptions(favor="recall", explain=True)
    return map(_content, honbun.extract(_pages(inputs), options, alone=True))


def _markdown(inputs: Iterable[str]) -> Iterator[object]:
    import honbun

    for page in _pages(inputs):
        content = honbun.extract_page(page)
        yield content.markdown
        yield content.text


def _posts(inputs: Iterable[str]) -> Iterator[object]:
    import honbun

    for thread in honbun.posts(_pages(inputs)):
        of_thread = [thread.url, thread.source, thread.title, thread.reason, thread.encoding]
        yield [*of_thread, thread.replaced, *thread.truncated]
        for post in thread.posts:
            yield {
                "index": post.index,
                "text": post.text,
                "body": post.body.markdown,
                "author": post.author,
                "date": [post.date, post.published],
                "number": [post.number, post.reply_to, post.permalink],
                "xpaths": post.xpaths,
            }


def _feed(inputs: Iterable[str], faithful: bool = False) -> Iterator[object]:
    import honbun

    for page in _pages(inputs):
        lists = honbun.feed(page, honbun.FeedOptions(faithful=faithful))
        yield {
            "page": [lists.url, lists.title, lists.description, lists.language],
            "feeds": [[named.url, named.title, named.type] for named in lists.feeds],
            "around": [lists.next, lists.previous],
            "read": [lists.reason, lists.encoding, lists.replaced, *lists.truncated],
        }
        for one in lists.lists:
            yield [one.heading, round(one.score, 9)]
            for item in one.items:
                fields = [item.title, item.link, item.published, item.summary, item.author]
                yield [*fields, item.image, item.xpath, *item.categories]


def _faithful_feed(inputs: Iterable[str]) -> Iterator[object]:
    return _feed(inputs, faithful=True)


def _similar(inputs: Iterable[str]) -> Iterator[object]:
    import honbun

    for pair in honbun.similar(_pages(inputs)):
        yield {
            "pages": [pair.a, pair.b],
            "measures": [pair.overlap, pair.containment, pair.overlap_all, pair.url_similarity],
            "relation": [pair.extent, pair.relation, pair.linked, pair.direction],
            "because": pair.because,
            "dates": [pair.date_a, pair.date_b],
            "shared": [[sentence.a, sentence.b] for sentence in pair.shared],
        }


def _content(content: Any) -> object:
    return {
        "page": [content.url, content.source, content.site, content.language, content.encoding],
        "about": [content.title, content.author, content.date, content.image],
        "judged": [content.kind, content.confidence, content.compared, content.reason],
        "read": [content.replaced, *content.truncated],
        "blocks": [[block.xpath, block.role, block.text] for block in content.blocks],
        "why": [
            [one.xpath, one.text, one.content, one.role, one.others, one.score, one.why]
            for one in content.explanation
        ],
    }


def _pages(inputs: Iterable[str]) -> Iterator[Any]:
    """The pages of some inputs; those of a folder of lists with their listed addresses."""
    import honbun

    for given in inputs:
        index = Path(given) / "lists.json"
        if not index.exists():
            yield from honbun.read(given)
            continue
        for row in json.loads(index.read_text("utf-8")):
            file = index.with_name(row["file"])
            yield honbun.Page(
                gzip.decompress(file.read_bytes()), url=row["url"], source=row["file"]
            )


_API: dict[str, Callable[[Iterable[str]], Iterator[object]]] = {
    "extract": _extract,
    "each": _each,
    "markdown": _markdown,
    "posts": _posts,
    "feed": _feed,
    "faithful-feed": _faithful_feed,
    "similar": _similar,
}
