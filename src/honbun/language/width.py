"""How a sentence is written down: one width, one form of each character (paper 003, 4.1).

In Japanese the same word may be written in wide and in narrow characters, and white space means
nothing between two Japanese ones, so that text is made full-width and the space taken out. In other
languages white space is collapsed and characters composed.
"""

from __future__ import annotations

import re

from honbun.language.normal import normal

_INVISIBLE = "\u00ad\u200b\u2060\ufeff"
"""Marks that no reader sees: places where a line may break, and signs of byte order."""
_DROPPED = re.compile(
    rf"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff{_INVISIBLE}]"
)
"""Those, and the characters that XML forbids or discourages. The separators from 0x1c to 0x1f are
forbidden too, but count as white space, so that they have gone before."""
_WIDE = str.maketrans(
    {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)}
    # What Unicode and Windows call the same character of JIS X 0208, by the more common of the two.
    | {" ": "\u3000", "~": "〜", "～": "〜", "−": "－", "‖": "∥", "—": "―", "¥": "￥"}
    | {"¢": "￠", "£": "￡", "¬": "￢"}
)
_OTHER = re.compile(f"[ -~{''.join(map(chr, _WIDE.keys() - range(0x80)))}\u3000]")
_NARROW_KANA = re.compile("[｡-ﾟ]++")
_JAPANESE = (
    "\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f"
)
_SPACE = re.compile(f"(?<=[{_JAPANESE}])\u3000|\u3000(?=[{_JAPANESE}])")


def normalise(text: str, *, japanese: bool) -> str:
    """A stretch of a page's text as it is written down.

    >>> normalise("ﾊﾞｽ は\\n 100 円 (Google Maps)", japanese=True)
    'バスは１００円（Ｇｏｏｇｌｅ\\u3000Ｍａｐｓ）'
    >>> normalise(" one\\n two ", japanese=False)
    'one two'
    """
    # Most texts are clean. No white space but the space is printable, so these tests are enough.
    if not text.isprintable() or "  " in text or text.strip(" ") != text:
        # Twice, because a mark that goes may have stood alone between two spaces.
        text = " ".join(_DROPPED.sub("", " ".join(text.split())).split())
    if japanese:
        return full_width(normal("NFC", text))
    return text if text.isascii() else normal("NFC", text)


def full_width(text: str) -> str:
    """Japanese text (white space collapsed) in full-width characters, without needless space."""
    if _NARROW_KANA.search(text):
        text = _NARROW_KANA.sub(lambda kana: normal("NFKC", kana[0]), text)
    if not _OTHER.search(text):
        return text
    text = text.translate(_WIDE)
    return _SPACE.sub("", text) if "\u3000" in text else text
