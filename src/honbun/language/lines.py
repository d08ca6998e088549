"""Does a line of a page go on in the next one?

A `<br>` may end a paragraph or only its line (paper 003, figure 7). A line that ends its sentence
ends there; one that breaks off in the middle, or is as long as lines that were broken by hand to
fit, goes on.
"""

from __future__ import annotations

import re

_ENDED = re.compile(
    r"[。｡．.！!？?♪…‥」』）)】〉》:：;；♫☆★。।؟۔]\s*+\Z"
    r"|[ぁ-ん](?:[wｗ]++|笑)\Z"
    r"|(?:です|ます|でした|ました|ません|でしょう|ましょう|ください|下さい)[よねか]?\Z"
)
_PAUSED = re.compile(r"[、，､,]\Z")
_PARTICLE = re.compile(
    "(?:[をにはがのでともへや]|から|ので|けど|けれど|って|ながら|たり|して|くて|んで)\\Z"
)
_ITEM = re.compile(r"[・■□●○◆◇▼▽▲△★☆※＊*•▶►→⇒◎【〔［\[<＜☎〒＃#-]|\d++\s*+[.．)）:：、]|[①-⑳]")
"""What begins a line of a list."""
_HIRAGANA = re.compile("[ぁ-ん]")
_BROKEN_WIDE, _BROKEN = 20, 60
"""Characters from which a line was broken to fit: half of those of a common line, in Japanese and
in letters."""
_TAIL = 24


def goes_on(before: str, after: str) -> bool:
    """Whether the sentence of one line is carried on by the next.

    >>> goes_on("電池の持ちが悪くなってきたのと、", "たまたま無料でした。")
    True
    >>> goes_on("ホーム", "会社概要"), goes_on("Name", "Address"), goes_on("about the", "rules of")
    (False, False, True)
    """
    before, after = before.strip(), after.strip()
    tail = before[-_TAIL:]
    if not before or not after or _ENDED.search(tail) or _ITEM.match(after) or _ITEM.match(before):
        return False
    if _HIRAGANA.search(tail):
        if _PAUSED.search(tail) or _PARTICLE.search(tail):
            return True
        return len(before) >= _BROKEN_WIDE and _HIRAGANA.search(after) is not None
    if after[0].islower():
        return before[-1].isalnum() or before[-1] in ",-–—"
    return len(before) >= (_BROKEN if before.isascii() else _BROKEN_WIDE) and before[-1].isalpha()
