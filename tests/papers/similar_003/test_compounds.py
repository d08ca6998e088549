"""Adjacent links are one sentence only if running text of the collection joins them."""

from __future__ import annotations

from honbun.html.parse import parse
from honbun.papers.similar_003.compounds import CompoundCounts, candidates, compounds
from honbun.similar.sentences import sentences

ROW = (
    "<p><a href=1>京都市</a> <a href=2>左京区</a> <a href=3>福地寿樹</a><a href=4>捕鯨問題</a></p>"
)
PROSE = [f"<p>第{n}回の会合は京都市左京区で開かれた。</p>" for n in range(3)]


def read(html: str, *collection: str) -> list[str]:
    known = compounds([parse(page) for page in (html, *collection)])
    # The page counts as Japanese, regardless of its declaration.
    page = parse(html + "<p>これはこの町の案内です。</p>")
    return [sentence.text for sentence in sentences(page, None, known)][:-1]


def test_adjacent_links_are_separate_sentences() -> None:
    assert read(ROW) == ["京都市", "左京区", "福地寿樹", "捕鯨問題"]


def test_name_in_running_text_is_one_sentence() -> None:
    assert read(ROW, *PROSE) == ["京都市左京区", "福地寿樹", "捕鯨問題"]


def test_repeated_menu_is_not_a_name() -> None:
    assert read(ROW, *[ROW] * 50) == ["京都市", "左京区", "福地寿樹", "捕鯨問題"]


def test_sentence_repeated_on_every_page_is_not_a_name() -> None:
    assert read(ROW, *PROSE[:1] * 50)[0] == "京都市"


def test_adjacent_links_do_not_split_prose() -> None:
    html = (
        "<p>The <a href=1>United States</a> <a href=2>Senate</a> voted on it late that night.</p>"
    )
    assert read(html) == ["The United States Senate voted on it late that night."]


def test_three_links_can_form_one_name() -> None:
    row = "<p><a href=1>New</a> <a href=2>York</a> <a href=3>City</a></p>"
    prose = [f"<p>He went to New York City {n} times.</p>" for n in range(3)]
    assert read(row, *prose) == ["New York City"]


def test_merged_parts_equal_the_whole_collection() -> None:
    names = frozenset(candidates(parse(ROW)))
    whole = CompoundCounts(names)
    parts = [CompoundCounts(names) for _ in PROSE]
    for part, page in zip(parts, PROSE):
        whole.add(parse(page))
        part.add(parse(page))
    merged = CompoundCounts(names)
    for part in parts:
        assert part.compounds().names == frozenset()
        merged.merge(part)
    assert merged.compounds() == whole.compounds()
    assert whole.compounds()("京都市左京区")


def test_memory_is_limited_by_the_number_of_candidates() -> None:
    counts = CompoundCounts(frozenset(candidates(parse(ROW))))
    for n in range(50):
        counts.add(parse(f"<p>第{n}回は京都市左京区で開かれた。</p>"))
    assert sum(map(len, counts.seen.values())) == counts.least


def test_links_without_words_do_not_separate_others() -> None:
    drawing = "<a href=2><svg><title>icon</title></svg></a>"
    assert read(f"<p><a href=1>one</a> {drawing} <a href=3> </a><a href=4>two</a>") == [
        "one",
        "two",
    ]
