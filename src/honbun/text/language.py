"""Language tags, the language of a text, and whether a page or a sentence is Japanese.

The test for pages is that of paper 003: the particles が を に は の で make up at least 0.5% of
the text, and the page is in an encoding that Japanese can be written in.
"""

from __future__ import annotations

import re

PARTICLES = "がをにはので"
PARTICLE_SHARE = 0.005
"""The least share of particles among the characters of a Japanese page (paper 003, 4.1)."""
ENCODINGS = frozenset({"utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp", "iso-2022-jp"})
"""The paper's eight encodings, by their names in the Encoding Standard."""

_ONE_KANA = re.compile("[ぁ-ゖァ-ヺｦ-ﾟ]")
_KANA = re.compile("[ぁ-ゖァ-ヺｦ-ﾟー]{2}")
_KANJI = re.compile("[一-鿿々〆〇ヶ㐀-䶿豈-\ufaff\U00020000-\U0003ffff]")
_LATIN_SHARE = 2 / 3
"""A sentence with a larger share of ASCII only mentions a Japanese word. The heading "Windows 11
Home エディション" is below it."""
_READ = 1000
"""Characters that the language of a text is read from: more of them change nothing."""
_TOO_SHORT = 12
"""Fewer letters than this are names and numbers, which are in no language."""
_CHINESE = frozenset({"wuu", "yue"})
"""What Chinese written for readers of one region is taken for."""
_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


def language_tag(tag: str | None) -> str | None:
    """The tag if it is well formed by RFC 5646, else None.

    >>> language_tag("pt-BR"), language_tag("English (US)")
    ('pt-BR', None)
    """
    return tag if tag and _TAG.fullmatch(tag) else None


def detect_language(text: str) -> str | None:
    """The tag of the language that a text is in, None if it has too few letters to know.

    >>> detect_language("Les bateaux flottent sur la mer."), detect_language("今日は雨でした。")
    ('fr', 'ja')
    >>> detect_language("404")
    """
    text = text[:_READ]
    if is_japanese(text):
        return "ja"
    letters = 0
    for char in filter(str.isalpha, text):
        letters += 4 if ord(char) >= 0x2E80 else 1  # an ideograph says as much as some letters
        if letters >= _TOO_SHORT:
            break
    else:
        return None
    import py3langid  # its model takes half a second to load

    try:
        tag: str = py3langid.classify(text)[0]
    except OSError:  # it unpacks its model into a temporary file, which a full disk has no room for
        return None
    return "zh" if tag in _CHINESE else tag


def is_japanese(text: str, encoding: str | None = None) -> bool:
    """Whether a page with this text is Japanese; the encoding counts where it is known.

    >>> is_japanese("今日は雨でした。"), is_japanese("今天下雨。"), is_japanese("", "gbk")
    (True, False, False)
    """
    if text.isascii() or (encoding is not None and encoding not in ENCODINGS):
        return False
    particles = sum(map(text.count, PARTICLES))
    if particles < PARTICLE_SHARE * len(text):
        # White space in the source is not shown, so it does not count.
        return particles > 0 and particles >= PARTICLE_SHARE * len("".join(text.split()))
    return particles > 0


def is_japanese_sentence(text: str, page: bool) -> bool:
    """Whether a sentence is Japanese; `page` says whether its page is.

    A Japanese sentence has kana and is not mostly ASCII. On a Japanese page a heading of kanji
    alone is Japanese too. On other pages one kana is not enough: の decorates Chinese shop names.

    >>> is_japanese_sentence("会社概要", True), is_japanese_sentence("会社概要", False)
    (True, False)
    >>> is_japanese_sentence("The word カラオケ means singing to a recording.", True)
    False
    """
    if text.isascii():
        return False
    if not (_KANA.search(text) or (page and (_ONE_KANA.search(text) or _KANJI.search(text)))):
        return False
    return len(text.encode("ascii", "ignore")) <= _LATIN_SHARE * len(text)
