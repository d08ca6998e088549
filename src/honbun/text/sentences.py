"""A paragraph to its sentences, in any language, by one pass over its marks.

A mark that may end a sentence does so unless what stands around it says that the sentence goes on.
Japanese is split at 。！？♪… and closing brackets, and what that splits too far is joined again by
what follows (paper 003, 4.1: と, っ, です after ！ or 」). Elsewhere a period needs white space
behind it and no small letter, and must not belong to an abbreviation, an initial or a number.
Thai and Lao put nothing but a space between sentences.

Every test looks at a bounded stretch or at one that no other test looks at again: the time is
linear in the text, whatever it holds.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Words that end in a period which ends no sentence.

ABBREVIATIONS = frozenset(
    # English
    "mr mrs ms dr prof rev hon st mt ft gen col lt sgt capt cmdr adm maj gov sen rep pres supt "
    "messrs mmes vs viz cf al approx est dept univ assn bros "
    # German
    "bzw ca evtl ggf inkl exkl usf vgl zzgl hrsg abs nr str tel dipl ing geb gest jh bspw sog "
    "mio mrd allg "
    # French
    "mme mlle mgr me éd env boul av chap "
    # Spanish, Portuguese, Italian
    "sr sra srta dra ud uds pág págs núm avda ee exmo exma sig dott ecc pag prov "
    # Dutch, Scandinavian languages
    "bijv blz dhr mevr nl bl bla jf kl osv fx dvs "
    # Polish, Czech
    "ul prof hab np tzn tzw św inż mgr tzv např str "
    # Russian
    "г гг им ул стр см тыс млн млрд руб др проф акад "
    # Turkish, Hungarian, Finnish
    "av doç prof pl ill esim mm ns".split()
)
BEFORE_NUMBER = frozenset(
    "no nos p pp pt vol fig figs ch sec art para eq ed op jan feb mar apr jun jul aug sep sept oct "
    "nov dec mon tue wed thu fri sat sun janv févr juil déc n º cap bd ver".split()
)
"""These only where a number follows."""
AFTER_ORDINAL = frozenset(
    "januar jänner februar märz april mai juni juli august september oktober november dezember "
    "jahrhundert jahrhunderts jahrhunderte".split()
)
"""German writes "am 3. Oktober", with a capital that elsewhere would begin a sentence."""

# Brackets of a paragraph: what stands in a short pair of them is not split.

LONGEST_QUOTED = 100
"""Characters up to which brackets hold together what they enclose: one speech of a few short
sentences, a remark. A longer quotation has sentences of its own."""

_CLOSED_BY = dict(zip("「『（(【〈《〔［", "」』）)】〉》〕］"))
_BRACKET = re.compile(f"[{''.join(map(re.escape, [*_CLOSED_BY, *_CLOSED_BY.values()]))}]")


class Quoted:
    """The pairs of brackets of one paragraph, asked from its beginning to its end."""

    def __init__(self, opening: dict[int, int], outermost: list[tuple[int, int]]) -> None:
        self.opening = opening
        """For each closing bracket the place of the one that it closes."""
        self._outermost = outermost
        self._next = 0

    def hold(self, start: int, stop: int) -> bool:
        """Whether a short pair has this range inside it."""
        pairs, at = self._outermost, self._next
        while at < len(pairs) and pairs[at][1] < start:
            at += 1
        self._next = at
        return at < len(pairs) and pairs[at][0] < start and stop <= pairs[at][1]


def quoted(text: str) -> Quoted:
    """The brackets of a paragraph. One that is never closed, or by another kind, holds nothing."""
    opening: dict[int, int] = {}
    outermost: list[tuple[int, int]] = []
    unclosed: list[tuple[int, str]] = []
    for bracket in _BRACKET.finditer(text):
        at = bracket.start()
        if closing := _CLOSED_BY.get(bracket[0]):
            unclosed.append((at, closing))
        elif unclosed and unclosed[-1][1] == bracket[0]:
            start, _ = unclosed.pop()
            opening[at] = start
            if at - start <= LONGEST_QUOTED:
                while outermost and outermost[-1][0] > start:
                    outermost.pop()
                outermost.append((start, at))
    return Quoted(opening, outermost)


Range = tuple[int, int]

LONGEST = 2000
"""Characters after which a sentence is cut, at white space where there is some. Sentences of laws
and judgements reach a thousand; what is longer is a word list or data, and one row of a table must
not hold a whole page."""

_STRONG = "。｡．！？♪♫♬‼⁇⁈⁉।॥؟۔։።፧፨။។៕᠃᠉།༎"
"""These need no white space behind them."""
_WEAK = ".!?…‥"
_MARK = _STRONG + _WEAK
_CLOSE = "\"'”’»›)\\]}」』）】〉》〕］｝"
_TAIL = rf"[{_CLOSE}]*+(?:\[\d{{1,3}}\])*+"  # and the numbers of notes
_WIDE = "\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uffee"
_THAI = "\u0e01-\u0e2e\u0e30-\u0e45\u0e47-\u0edf"
"""Without the marks ฯ and ๆ, which have a space behind them inside a sentence."""

_PLAIN_END = re.compile(rf"[.!?](?<![.!?][\s\S])[.!?]*+{_TAIL}(?=\s|\Z)")
# Every first character stands in the first set, by which the search skips the rest of the text; of
# a run of marks only the first is tried, or a run that ends nothing would be read again and again.
_END = re.compile(
    rf"[{_MARK}」』（(wｗ;\u037e\u0e01-\u0edf](?<![{_MARK}][{_MARK}])(?:"
    rf"(?<=[{_WEAK}])[{_WEAK}]*+(?:[{_STRONG}][{_MARK}]*+{_TAIL}|{_TAIL}(?=\s|\Z|[{_WIDE}]))"
    rf"|(?<=[{_STRONG}])[{_MARK}]*+{_TAIL}"
    r"|(?<=[」』])"
    r"|(?<=[（(])(?:苦?笑|爆笑?|汗|涙|泣|謎|嘘)[）)]"
    r"|(?<=[ぁ-んァ-ヶー][wｗ])[wｗ]*+(?![A-Za-zＡ-Ｚａ-ｚ])"
    "|(?<=[\u0370-\u03ff\u1f00-\u1fff][;\u037e])(?=\\s|\\Z)"  # Greek asks with a semicolon
    rf"|(?<=[{_THAI}])\s++(?=[{_THAI}]))"
)

_SPACE = re.compile(r"\s*+")
_AHEAD = re.compile(r"[\s\"'“‘«‹„‚¿¡(\[{—–―•*-]*+")
"""What may stand before the first letter of a sentence."""
_SAID = re.compile(r"[^\W_]")
_NAME = re.compile(r"\w++")
_NUMBER = re.compile("[0-9A-Za-z０-９Ａ-Ｚａ-ｚ]")
_PAUSE = frozenset("、，,;；：:・､･")
_LETTERS = 24
"""As far back as an abbreviation is looked for."""

# What a sentence hardly begins with, so that it goes on: particles and the copula, but not とても.
_POSSESSIVE = "の(?!んびり|ど|ち|び|り|せ|ぞ)"
_GOES_ON = (
    "[をっッんンーぁぃぅぇぉゃゅょ]"
    "|と(?!ても|にかく|ころ[でが]|りあえず|うとう|もかく|もだち|はいえ|なりの|んで|んだ|ある)"
    "|です|でし[たょ]|だ(?:った|と|が|け|から|そう)|なの|など|なんて|なんか|みたい|らしい|ような"
    f"|ように|ばかり|だけ|じゃな|{_POSSESSIVE}"
)
_AFTER_MARK = re.compile(_GOES_ON)
_AFTER_BRACKET = re.compile(
    f"{_GOES_ON}|[はがにもへやか](?!い[、。！])|で(?!も)|より|まで|さん|くん|ちゃん|[氏様等的系風]"
)
_AFTER_STOP = re.compile(f"を|{_POSSESSIVE}")  # "モーニング娘。の"
_HIRAGANA = re.compile("[ぁ-ん]")
_SPEECH = 8
"""Characters from which words in brackets at the head of a sentence are speech, not a name."""


def split(text: str) -> list[Range]:
    """The ranges of the sentences of a paragraph, without the white space between them.

    >>> split("1年ってあっという間！と思う。 Mr. A came. He left.")
    [(0, 15), (16, 27), (28, 36)]
    """
    pattern = _PLAIN_END if text.isascii() else _END
    first = pattern.search(text)
    ranges: list[Range] = []
    begin = 0
    if first is not None and first.end() < len(text):
        for stop in _ends(text, pattern.finditer(text, first.start())):
            _add(ranges, text, begin, stop)
            begin = stop
    elif 0 < len(text) <= LONGEST and not text[0].isspace() and not text[-1].isspace():
        return [(0, len(text))]  # as most paragraphs, which are items of lists and headings
    _add(ranges, text, begin, len(text))
    return ranges


def _add(ranges: list[Range], text: str, start: int, stop: int) -> None:
    """Add a range without the white space at its ends, cut where it is too long."""
    while start < stop and text[start].isspace():
        start += 1
    while start < stop and text[stop - 1].isspace():
        stop -= 1
    while stop - start > LONGEST:
        spaces = [text.rfind(space, start + 1, start + LONGEST) for space in " \n\u3000"]
        cut = max(spaces) if max(spaces) > 0 else start + LONGEST
        ranges.append((start, start + len(text[start:cut].rstrip())))
        start = _SPACE.match(text, cut).end()  # type: ignore[union-attr]
    if start < stop:
        ranges.append((start, stop))


def _ends(text: str, marks: Iterator[re.Match[str]]) -> Iterator[int]:
    """Where sentences end before the end of the paragraph."""
    brackets = quoted(text)
    checked, said = 0, False
    head = _SPACE.match(text).end()  # type: ignore[union-attr]
    for mark in marks:
        start, stop = mark.span()
        # A sentence has a word in it: the dots before it are a part of it.
        said = said or _SAID.search(text, checked, stop) is not None
        checked = stop
        if said and not brackets.hold(start, stop) and _ends_at(text, head, mark, brackets.opening):
            yield stop
            said = False
            head = _SPACE.match(text, stop).end()  # type: ignore[union-attr]


def _ends_at(text: str, head: int, mark: re.Match[str], opening: dict[int, int]) -> bool:
    """Whether a mark ends the sentence that begins at `head`."""
    token, stop = mark[0], mark.end()
    ahead = _AHEAD.match(text, stop).end()  # type: ignore[union-attr]
    if ahead == len(text):
        return True
    if (
        text[ahead] in _PAUSE
        or (token[0] in _WEAK and not _weak_ends(text, head, mark, ahead))
        or (token == "．" and _NUMBER.match(text, stop))
        or (token in {"」", "』"} and not _is_speech(text, head, opening.get(stop - 1), stop))
    ):
        return False
    if token[-1] in "」』）)":
        return not _AFTER_BRACKET.match(text, ahead)
    return not (_AFTER_STOP if token == "。" else _AFTER_MARK).match(text, ahead)


def _weak_ends(text: str, head: int, mark: re.Match[str], ahead: int) -> bool:
    """Whether one of the marks ends a sentence that may also stand inside of one."""
    start, stop = mark.span()
    if text[ahead].islower():
        return False
    if not text[stop].isspace():  # "Yahoo!ニュース", "Ver.を"
        before = text[start - 1 : start]
        return not (before.isascii() and before.isalnum())
    if mark[0][:2] == ".." or mark[0][0] != ".":
        return True
    return not _abbreviated(text, head, start, ahead)


def _abbreviated(text: str, head: int, start: int, ahead: int) -> bool:
    """Whether the period at `start` belongs to the word before it."""
    words = text[max(head, start - _LETTERS) : start].split()
    word = words[-1].lstrip("([{\"'“‘«„¿¡-–—") if words and not text[start - 1].isspace() else ""
    if word.isdigit():
        following = _NAME.match(text, ahead)
        ordinal = following and following[0].lower() in AFTER_ORDINAL
        return len(word) <= 3 and (start - len(word) == head or bool(ordinal))
    if len(word) == 1:
        return word.isupper() and word != "I"
    low = word.lower()
    if "." in low:
        return low not in {"a.m", "p.m"} and all(len(part) == 1 for part in low.split("."))
    return low in ABBREVIATIONS or (low in BEFORE_NUMBER and text[ahead].isdigit())


def _is_speech(text: str, head: int, opened: int | None, stop: int) -> bool:
    """Whether a closing bracket ends words that somebody says, and with them the sentence."""
    if opened != head or stop - head < _SPEECH or not _HIRAGANA.search(text, head, stop):
        return False
    return stop < len(text) and not _HIRAGANA.match(text, stop)
