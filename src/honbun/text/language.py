"""Is a page, is a sentence, Japanese?

The test for pages is that of paper 003: the particles が を に は の で make up at least 0.5% of
the text, and the page is in an encoding that Japanese can be written in.
"""

from __future__ import annotations

import re

PARTICLES = "がをにはので"
PARTICLE_SHARE = 0.005
"""Of a Japanese page's characters, at least this share are particles (paper 003, 4.1)."""
ENCODINGS = frozenset({"utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp", "iso-2022-jp"})
"""By the names that the Encoding Standard gives to the paper's eight."""

_ONE_KANA = re.compile("[ぁ-ゖァ-ヺｦ-ﾟ]")
_KANA = re.compile("[ぁ-ゖァ-ヺｦ-ﾟー]{2}")
_FULL = re.compile("[一-鿿々〆〇ヶ㐀-䶿豈-\ufaff\U00020000-\U0003ffff]")
_LATIN_SHARE = 2 / 3
"""More ASCII than this, and a sentence only mentions a Japanese word: that of a heading like
"Windows 11 Home エディション", with its name and version in ASCII, is below."""


def is_japanese(text: str, encoding: str | None = None) -> bool:
    """Whether a page with this text is Japanese; the encoding counts where it is known.

    >>> is_japanese("今日は雨でした。"), is_japanese("今天下雨。"), is_japanese("", "gbk")
    (True, False, False)
    """
    if text.isascii() or (encoding is not None and encoding not in ENCODINGS):
        return False
    particles = sum(map(text.count, PARTICLES))
    if particles < PARTICLE_SHARE * len(text):
        # Source text is full of white space that no reader sees.
        return particles > 0 and particles >= PARTICLE_SHARE * len("".join(text.split()))
    return particles > 0


def is_japanese_sentence(text: str, page: bool) -> bool:
    """Whether a sentence of a page (Japanese or not) is Japanese.

    It has kana, and is not mostly ASCII. On a Japanese page a heading of kanji alone is Japanese
    too; on any other page a single kana does not make it so: の adorns Chinese shop names.

    >>> is_japanese_sentence("会社概要", True), is_japanese_sentence("会社概要", False)
    (True, False)
    >>> is_japanese_sentence("The word カラオケ means singing to a recording.", True)
    False
    """
    if text.isascii():
        return False
    if not (_KANA.search(text) or (page and (_ONE_KANA.search(text) or _FULL.search(text)))):
        return False
    return len(text.encode("ascii", "ignore")) <= _LATIN_SHARE * len(text)
