"""The paper's method on documents: what is counted, compared and merged."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from honbun.api import similar, similar_documents
from honbun.errors import HonbunError
from honbun.outputs import Output
from honbun.page import Page
from honbun.papers.similar_003.collection import is_collection, read_collection
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.rows import page_row
from honbun.similar.model import Relation, SimilarOptions
from honbun.similar.region import region
from honbun.similar.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from honbun.similar.model import Pair

PAPER = SimilarOptions(faithful=True)
LAKE = "湖の北の岸には古い灯台が立っていて、夜になると今も光が見える。"
BREAD = "この店のパンは毎朝四時から焼き始めるので、七時には棚に並ぶという。"
TRAIN = "最終列車は二十二時五十分に出るが、雪の日は一時間早くなることがある。"
NOTICE = "このページに掲載された文章と写真の無断転載は固くお断りいたします。"


def page(number: int, body: str, site: str = "") -> Page:
    return Page(f"<body>{body}", url=f"https://{site or f's{number}.example'}/p{number}.html")


def found(pages: Sequence[Page]) -> list[Pair]:
    return list(similar(pages, PAPER))


def test_frequency_counts_occurrences_outside_the_region_too() -> None:
    linked = (
        f'<div><a href="/x">{LAKE}</a></div><p>{{}}の話をこれから少しずつ書いていこうと思う。</p>'
    )
    others = [page(n, linked.format(n * "あ")) for n in range(3, 12)]
    two = [page(n, f"<p>{LAKE}</p>") for n in (1, 2)]
    assert [(one.a, one.b) for one in found([*two, *others[:8]])] == [
        ("https://s1.example/p1.html", "https://s2.example/p2.html")
    ]
    assert found([*two, *others]) == []  # the eleventh page


def test_copies_on_more_than_ten_pages_are_no_evidence() -> None:
    copies = [page(n, f"<p>{LAKE}{BREAD}</p>") for n in range(11)]
    assert len(found(copies[:10])) == 45
    assert found(copies) == []


def test_strings_are_equal_as_the_standard_format_normalises_them() -> None:
    wide = page(1, "<p>ＡＢＣ駅から湖までは、バスで二十五分ほどかかるそうです。</p>")
    narrow = page(2, "<p>ABC駅から湖までは、バスで 二十五分ほどかかるそうです。</p>")
    other_comma = page(3, "<p>ABC駅から湖までは，バスで二十五分ほどかかるそうです。</p>")
    assert len(found([wide, narrow])) == 1
    assert found([wide, other_comma]) == []


def test_length_is_counted_in_characters() -> None:
    [document] = documents([page(1, "<p>abcde fghij klmno p</p><p>abcde fghij klmno pq</p>")])
    assert [one.width for one in page_row(document, PAPER).sentences] == [20]


def test_all_blocks_of_one_depth_and_tag_are_merged() -> None:
    menu = "".join(f'<a href="/{n}">{n}番目の長い見出しがここにあります</a> ' for n in range(9))
    html = f"<body><div>{menu}</div><p>{BREAD}</p><div>{LAKE}</div>"
    tree = Page(html, url="https://a.example/").parse()
    every = sentences(tree)
    merged = dict(zip((one.text for one in every), region(tree, every)))
    apart = dict(zip((one.text for one in every), region(tree, every, neighbours=True)))
    assert (merged[LAKE], merged[BREAD]) == (False, True)
    assert (apart[LAKE], apart[BREAD]) == (True, True)


def test_joined_links_are_compared() -> None:
    first, second = "京都市左京区吉田本町の古い", "時計台のある大きな広場の南側"
    name = f"<p>{{}}{first}{second}まで歩く。</p>"
    prose = [page(n, name.format("春夏秋"[n - 10])) for n in (10, 11, 12)]
    row = f'<div><a href="/a">{first}</a><a href="/b">{second}</a><p>{{}}</p></div><p>{{}}</p>'
    two = [page(1, row.format(LAKE, 5 * BREAD)), page(2, row.format(TRAIN, 5 * NOTICE))]
    texts = [one.text for one in next(iter(documents([*two, *prose]))).sentences]
    assert texts[0] == first + second
    assert first in [one.text for one in next(iter(documents(two))).sentences]
    [pair] = found([*two, *prose])
    assert [one.a for one in pair.shared] == [first + second]
    assert found(two) == []


PAGES = [
    page(1, f"<p>{LAKE}</p><p>{BREAD}</p><a href='https://s2.example/p2.html'>出典のページ</a>"),
    page(2, f"<p>{LAKE}</p><p>{TRAIN}</p>"),
    page(3, f"<h1>題</h1><p>{BREAD}</p><p>{LAKE}</p><hr><p>{NOTICE}</p>"),
    page(30, f"<p>{NOTICE}</p>", "z.example"),
    page(4, f"<p>{NOTICE}</p>", "a.example"),
]


@pytest.mark.parametrize("name", ["folder/", "all.xml", "all.jsonl", "all.parquet", "all.zip"])
def test_standard_documents_give_the_pairs_of_their_pages(tmp_path: Path, name: str) -> None:
    if name == "all.zip":
        Output.of("standard", f"{tmp_path}/folder/").write(documents(PAGES))
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for file in sorted((tmp_path / "folder").iterdir()):
                archive.write(file, file.name)
    else:
        Output.of("standard", f"{tmp_path}/{name}").write(documents(PAGES))
    assert is_collection(tmp_path / name)
    stored = list(read_collection(tmp_path / name))
    assert stored == list(documents(PAGES))
    pairs = list(similar_documents(stored, PAPER))
    assert len(pairs) > 4
    assert pairs == found(PAGES)


def test_documents_need_the_method_of_the_paper() -> None:
    with pytest.raises(HonbunError, match="faithful"):
        similar_documents([])


def test_a_page_of_software_on_three_sites_is_a_form() -> None:
    body = f"<title>It works</title><p>{LAKE}</p><p>{BREAD}</p>"
    pages = [page(n, body) for n in range(3)]
    assert {pair.relation for pair in similar(pages)} == {Relation.FORM}
    assert {pair.relation for pair in similar(pages[:2])} == {Relation.COPY}
    titled = [page(n, body.replace("It works", f"{n} works")) for n in range(3)]
    assert {pair.relation for pair in similar(titled)} == {Relation.COPY}
