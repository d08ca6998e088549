"""The plain definition of splitting: patterns for the ends, and tests of each match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ABBREVIATIONS = frozenset(
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
"""Words whose period does not end a sentence."""
_BEFORE_NUMBER = frozenset(
    "no nos p pp pt vol fig figs ch sec art para eq ed op jan feb mar apr jun jul aug sep sept oct "
    "nov dec mon tue wed thu fri sat sun janv févr juil déc n º cap bd ver".split()
)
"""Abbreviations only before a number."""
_AFTER_ORDINAL = frozenset(
    "januar jänner februar märz april mai juni juli august september oktober november dezember "
    "jahrhundert jahrhunderts jahrhunderte".split()
)
"""German writes "am 3. Oktober", with a capital letter that elsewhere begins a sentence."""

_MAX_BRACKETED = 100
"""Characters up to which the text in brackets is not split: a remark, or one speech of a few short
sentences. A longer quotation is split."""

_CLOSED_BY = dict(zip("「『（(【〈《〔［", "」』）)】〉》〕］"))
_BRACKET = re.compile(f"[{''.join(map(re.escape, [*_CLOSED_BY, *_CLOSED_BY.values()]))}]")


class _Brackets:
    """The pairs of brackets of one paragraph, queried from its beginning to its end."""

    def __init__(self, opening: dict[int, int], outermost: list[tuple[int, int]]) -> None:
        self.opening = opening
        """The offset of the opening bracket, by that of the closing one."""
        self._outermost = outermost
        self._next = 0

    def enclose(self, start: int, stop: int) -> bool:
        """Whether this range is inside a short pair."""
        pairs, at = self._outermost, self._next
        while at < len(pairs) and pairs[at][1] < start:
            at += 1
        self._next = at
        return at < len(pairs) and pairs[at][0] < start and stop <= pairs[at][1]


def _brackets(text: str) -> _Brackets:
    """The brackets of a paragraph; those without a counterpart enclose nothing."""
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
            if at - start <= _MAX_BRACKETED:
                while outermost and outermost[-1][0] > start:
                    outermost.pop()
                outermost.append((start, at))
    return _Brackets(opening, outermost)


Range = tuple[int, int]

MAX_LENGTH = 2000
"""Characters after which a sentence is cut, at white space if there is any. Sentences of laws and
judgements reach a thousand; longer ones are word lists or data, and one row of a table must not
hold a whole page."""

_STRONG = "。｡．！？♪♫♬‼⁇⁈⁉।॥؟۔։።፧፨။។៕᠃᠉།༎"
"""Punctuation that ends a sentence without white space behind it."""
_WEAK = ".!?…‥"
_MARK = _STRONG + _WEAK
_CLOSE = "\"'”’»›)\\]}」』）】〉》〕］｝"
_TAIL = rf"[{_CLOSE}]*+(?:\[\d{{1,3}}\])*+"  # and the numbers of notes
_WIDE = "\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uffee"
_THAI = "\u0e01-\u0e2e\u0e30-\u0e45\u0e47-\u0edf"
"""Without ฯ and ๆ, which are followed by a space inside a sentence."""

_PLAIN_END = re.compile(rf"[.!?](?<![.!?][\s\S])[.!?]*+{_TAIL}(?=\s|\Z)")
# The first set lists every possible first character, so the search skips all other text. Of a run
# of marks only the first is tried: otherwise a run that ends nothing is read again and again.
_END = re.compile(
    rf"[{_MARK}」』（(wｗ;\u037e\u0e01-\u0edf](?<![{_MARK}][{_MARK}])(?:"
    rf"(?<=[{_WEAK}])[{_WEAK}]*+(?:[{_STRONG}][{_MARK}]*+{_TAIL}|{_TAIL}(?=\s|\Z|[{_WIDE}]))"
    rf"|(?<=[{_STRONG}])[{_MARK}]*+{_TAIL}"
    r"|(?<=[」』])"
    r"|(?<=[（(])(?:苦?笑|爆笑?|汗|涙|泣|謎|嘘)[）)]"
    r"|(?<=[ぁ-んァ-ヶー][wｗ])[wｗ]*+(?![A-Za-zＡ-Ｚａ-ｚ])"
    "|(?<=[\u0370-\u03ff\u1f00-\u1fff][;\u037e])(?=\\s|\\Z)"  # the question mark of Greek
    rf"|(?<=[{_THAI}])\s++(?=[{_THAI}]))"
)

_SPACE = re.compile(r"\s*+")
_AHEAD = re.compile(r"[\s\"'“‘«‹„‚¿¡(\[{—–―•*-]*+")
"""What may precede the first letter of a sentence."""
_LETTER = re.compile(r"[^\W_]")
_NAME = re.compile(r"\w++")
_NUMBER = re.compile("[0-9A-Za-z０-９Ａ-Ｚａ-ｚ]")
_PAUSE = frozenset("、，,;；：:・､･")
_MAX_WORD = 24
"""Characters before a period that are searched for an abbreviation."""

# Particles and the copula, which hardly begin a sentence, but not words such as とても.
_POSSESSIVE = "の(?!んびり|ど|ち|び|り|せ|ぞ)"
_CONTINUATION = (
    "[をっッんンーぁぃぅぇぉゃゅょ]"
    "|と(?!ても|にかく|ころ[でが]|りあえず|うとう|もかく|もだち|はいえ|なりの|んで|んだ|ある)"
    "|です|でし[たょ]|だ(?:った|と|が|け|から|そう)|なの|など|なんて|なんか|みたい|らしい|ような"
    f"|ように|ばかり|だけ|じゃな|{_POSSESSIVE}"
)
_AFTER_MARK = re.compile(_CONTINUATION)
_AFTER_BRACKET = re.compile(
    f"{_CONTINUATION}|[はがにもへやか](?!い[、。！])|で(?!も)|より|まで|さん|くん|ちゃん|[氏様等的系風]"
)
_AFTER_STOP = re.compile(f"を|{_POSSESSIVE}")  # "モーニング娘。の"
_HIRAGANA = re.compile("[ぁ-ん]")
_MIN_SPEECH = 8
"""Characters from which brackets at the beginning of a sentence hold speech, not a name."""


def split(text: str) -> list[Range]:
    """The ranges of a paragraph's sentences, without the white space between them."""
    pattern = _PLAIN_END if text.isascii() else _END
    first = pattern.search(text)
    ranges: list[Range] = []
    begin = 0
    if first is not None and first.end() < len(text):
        for stop in _ends(text, pattern.finditer(text, first.start())):
            _add(ranges, text, begin, stop)
            begin = stop
    elif 0 < len(text) <= MAX_LENGTH and not text[0].isspace() and not text[-1].isspace():
        return [(0, len(text))]  # most paragraphs: list items and headings
    _add(ranges, text, begin, len(text))
    return ranges


def _add(ranges: list[Range], text: str, start: int, stop: int) -> None:
    """Add a range without white space at its ends, cut if it is too long."""
    while start < stop and text[start].isspace():
        start += 1
    while start < stop and text[stop - 1].isspace():
        stop -= 1
    while stop - start > MAX_LENGTH:
        spaces = [text.rfind(space, start + 1, start + MAX_LENGTH) for space in " \n\u3000"]
        cut = max(spaces) if max(spaces) > 0 else start + MAX_LENGTH
        ranges.append((start, start + len(text[start:cut].rstrip())))
        start = _SPACE.match(text, cut).end()  # type: ignore[union-attr]
    if start < stop:
        ranges.append((start, stop))


def _ends(text: str, marks: Iterator[re.Match[str]]) -> Iterator[int]:
    """Where sentences end before the end of the paragraph."""
    brackets = _brackets(text)
    checked, has_word = 0, False
    head = _SPACE.match(text).end()  # type: ignore[union-attr]
    for mark in marks:
        start, stop = mark.span()
        # A sentence has a word: dots before the first one belong to it.
        has_word = has_word or _LETTER.search(text, checked, stop) is not None
        checked = stop
        if (
            has_word
            and not brackets.enclose(start, stop)
            and _ends_at(text, head, mark, brackets.opening)
        ):
            yield stop
            has_word = False
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
    """Whether a mark that may also occur inside a sentence ends it."""
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
    words = text[max(head, start - _MAX_WORD) : start].split()
    word = words[-1].lstrip("([{\"'“‘«„¿¡-–—") if words and not text[start - 1].isspace() else ""
    if word.isdigit():
        following = _NAME.match(text, ahead)
        ordinal = following and following[0].lower() in _AFTER_ORDINAL
        return len(word) <= 3 and (start - len(word) == head or bool(ordinal))
    if len(word) == 1:
        return word.isupper() and word != "I"
    low = word.lower()
    if "." in low:
        return low not in {"a.m", "p.m"} and all(len(part) == 1 for part in low.split("."))
    return low in _ABBREVIATIONS or (low in _BEFORE_NUMBER and text[ahead].isdigit())


def _is_speech(text: str, head: int, opened: int | None, stop: int) -> bool:
    """Whether a closing bracket ends direct speech, and with it the sentence."""
    if opened != head or stop - head < _MIN_SPEECH or not _HIRAGANA.search(text, head, stop):
        return False
    return stop < len(text) and not _HIRAGANA.match(text, stop)
