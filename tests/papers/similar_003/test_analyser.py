"""Annotation of sentences by analysers, which are found by name and may fail."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, EntryPoints
from typing import TYPE_CHECKING

import pytest

from honbun.errors import HonbunError, MissingExtra
from honbun.page import Page
from honbun.papers.similar_003 import analysers
from honbun.papers.similar_003.analysers import GROUP, Analyser, annotated
from honbun.papers.similar_003.analysers import analyser as find
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.standard import Annotation, Sentence, StandardOptions
from honbun.runner.run import Run
from tests.papers.similar_003.examples import TEMPLE, page

if TYPE_CHECKING:
    from honbun.errors import Failure

HERE = "tests.papers.similar_003.test_analyser"
PAGE = Page("<p>今日は雨です。<p>It rains.<p>明日は晴れです。", source="weather.html")


class Lengths:
    """Annotates a sentence with its length."""

    scheme = "Length"

    def annotate(self, text: str) -> str | None:
        return str(len(text))


class Picky:
    """Fails on Latin letters, and gives no annotation for the weather of tomorrow."""

    scheme = "Picky"

    def annotate(self, text: str) -> str | None:
        if text.isascii():
            raise ValueError("no kana")
        return None if "明日" in text else "fine"


class Broken:
    """Cannot be constructed."""

    def __init__(self) -> None:
        raise OSError("no dictionary")


def test_each_analyser_annotates_each_sentence() -> None:
    options = StandardOptions(analysers=(f"{HERE}:Lengths", f"{HERE}:Picky"))
    failures: list[Failure] = []
    (document,) = documents([PAGE], options, run=Run(on_failure=failures.append))
    assert [one.annotations for one in document.sentences] == [
        (Annotation("Length", "7"), Annotation("Picky", "fine")),
        (Annotation("Length", "9"),),
        (Annotation("Length", "8"),),
    ]
    assert [str(one) for one in failures] == [
        "annotate: weather.html: sentence 2 by Picky: ValueError: no kana"
    ]


def test_failures_on_one_page_are_reported_in_one_line() -> None:
    sentences = [Sentence(n, "x", 0, 1, False) for n in (1, 2, 3)]
    _, message = annotated(sentences, [Picky()])
    assert message == "sentence 1 by Picky: ValueError: no kana; 2 more like it"


def test_installed_packages_can_provide_analysers(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("by-length", f"{HERE}:Lengths", GROUP)

    def found(group: str, name: str = entry.name) -> EntryPoints:
        return EntryPoints([entry] if (group, name) == (GROUP, entry.name) else [])

    monkeypatch.setattr(analysers, "entry_points", found)
    find.cache_clear()
    assert isinstance(find("by-length"), Lengths)
    with pytest.raises(HonbunError, match="no analyser 'other'; use by-length, sud"):
        find("other")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("juman", "no analyser 'juman'; use sudachi"),
        ("no_such_module:X", "the analyser no_such_module:X fails: ModuleNotFoundError"),
        (f"{HERE}:Nothing", f"the analyser {HERE}:Nothing fails: AttributeError"),
        (f"{HERE}:Broken", f"the analyser {HERE}:Broken fails: OSError: no dictionary"),
        ("builtins:dict", "builtins:dict is not an analyser: it has no `scheme` and `annotate`"),
        (":", "the analyser : fails: ValueError"),
    ],
)
def test_unavailable_analyser_is_reported_before_pages_are_read(name: str, message: str) -> None:
    with pytest.raises(HonbunError, match=f"^{message}"):
        documents(iter(()), StandardOptions(analysers=(name,)))


def test_missing_sudachi_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    find.cache_clear()
    monkeypatch.setitem(sys.modules, "sudachipy", None)
    with pytest.raises(MissingExtra, match=r"pip install 'honbun\[morphology\]'"):
        find("sudachi")


@pytest.fixture(scope="module")
def sudachi() -> Analyser:
    return find("sudachi")


def test_sudachi_writes_one_morpheme_per_line(sudachi: Analyser) -> None:
    assert sudachi.annotate("寺へ行った。") == (
        "寺 てら 寺 寺 名詞 普通名詞 一般 * * *\n"
        "へ へ へ へ 助詞 格助詞 * * * *\n"
        "行っ いっ 行く 行く 動詞 非自立可能 * * 五段-カ行 連用形-促音便\n"
        "た た た た 助動詞 * * * 助動詞-タ 終止形-一般\n"
        "。 。 。 。 補助記号 句点 * * * *\n"
        "EOS\n"
    )


def test_sudachi_writes_ten_fields_per_line_for_any_text(sudachi: Analyser) -> None:
    lines = (sudachi.annotate("寺　へ 行く\tよ\u00a0。") or "").splitlines()
    assert {len(line.split(" ")) for line in lines[:-1]} == {10}


def test_sudachi_splits_sentences_longer_than_its_library_accepts(sudachi: Analyser) -> None:
    text = "雨が降る、" * 4_000
    lines = (sudachi.annotate(text) or "").splitlines()
    assert "".join(line.partition(" ")[0] for line in lines[:-1]) == text


def test_documents_are_annotated_by_sudachi(sudachi: Analyser) -> None:
    (document,) = documents([page(TEMPLE, "temple.html")], StandardOptions(analysers=("sudachi",)))
    assert [len(one.annotations) for one in document.sentences] == [1] * 6 + [0] * 2
    assert document.sentences[0].annotations[0].scheme == sudachi.scheme == "Sudachi"
