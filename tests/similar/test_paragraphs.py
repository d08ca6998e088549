"""Lines that break off are joined with the next line."""

from __future__ import annotations

import pytest

from honbun.similar.paragraphs import continues


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # The lines of the paper's figure 7
        ("電池の持ちが悪くなってきたのと、", "たまたまやっていて", True),
        ("無料で機種変できるみたいだったから", "愛着のわいた携帯を", True),
        ("また長く使えるのがいいじゃない？", "すごいデザインの", False),
        ("どこも品切れ。", "唯一あったのが", False),
        ("既に愛着がわいてますw", "また5年間", False),
        # Menus, lists, addresses
        ("ホーム", "会社概要", False),
        ("・りんごの", "・みかんの", False),
        ("店に寄って", "・りんごを買う", False),
        ("明日は雨でしょう", "傘を持って", False),
        ("Main Street 5", "12345 Town", False),
        ("Roses are red", "Violets are blue", False),
        # Lines broken to fit
        ("the quick brown fox", "jumps over the dog", True),
        ("A line of sixty characters or more that was broken by the author of", "Rome", True),
        ("The end.", "of it", False),
        ("一行が二十文字を超える長さで途中で折り返され", "た文は続きます", True),
    ],
)
def test_line_break_is_layout_or_ends_a_paragraph(before: str, after: str, expected: bool) -> None:
    assert continues(before, after) is expected
