"""Whether punctuation ends a sentence, by the text around it.

A period may belong to an abbreviation, an initial or a number, a bracket to a name, and in Japanese
the next word may continue the sentence. Each test reads a bounded stretch, or one that no other
test reads again.
"""

from cpython.unicode cimport Py_UNICODE_ISALNUM, Py_UNICODE_ISDIGIT, Py_UNICODE_ISLOWER

from honbun._core.code_points cimport is_space

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

# Particles and the copula, which hardly begin a sentence, but not words such as とても.
cdef tuple _COPULA = tuple(
    "です でした でしょ だった だと だが だけ だから だそう なの など なんて なんか みたい らしい "
    "ような ように ばかり じゃな".split()
)
cdef tuple _NOT_QUOTED = tuple(
    "ても にかく ころで ころが りあえず うとう もかく もだち はいえ なりの んで んだ ある".split()
)
"""と does not continue a sentence before these."""
cdef tuple _NOT_POSSESSIVE = tuple("んびり ど ち び り せ ぞ".split())
"""Nor does の before these."""
cdef tuple _AFTER_NAME = tuple("より まで さん くん ちゃん".split())

cdef enum:
    MIN_SPEECH = 8
    # Characters from which brackets at the beginning of a sentence hold speech, not a name.
    MAX_WORD = 24
    # Characters before a period that are searched for an abbreviation.
    MAX_ORDINAL = 16
    # More than the longest word after an ordinal number has.


def _fill():
    strong, weak = "。｡．！？♪♫♬‼⁇⁈⁉।॥؟۔։።፧፨။។៕᠃᠉།༎", ".!?…‥"
    thai = "".join(map(chr, range(0x0E01, 0x0EE0)))
    for kind, chars in {
        STRONG: strong,
        WEAK: weak,
        CLOSE: "\"'”’»›)]}」』）】〉》〕］｝",
        OPENING: "「『（(【〈《〔［",
        CLOSING: "」』）)】〉》〕］",
        FIRST: f"{strong}{weak}」』（(wｗ;\u037e{thai}",
        AHEAD: "\"'“‘«‹„‚¿¡([{—–―•*-",
        PAUSE: "、，,;；：:・､･",
    }.items():
        for char in chars:
            character_kinds[ord(char)] |= kind


_fill()


cdef bint ends_at(
    str text, Py_ssize_t head, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t opened
) except -1:
    """Whether the punctuation of a range ends the sentence that begins at `head`."""
    cdef Py_ssize_t n = len(text), ahead = stop
    cdef bint single = stop == start + 1
    cdef Py_UCS4 first = text[start], last = text[stop - 1]
    while ahead < n and (is_space(text[ahead]) or is_of(text[ahead], AHEAD)):
        ahead += 1
    if ahead == n:
        return True
    if is_of(text[ahead], PAUSE):
        return False
    if is_of(first, WEAK) and not _weak_ends(text, head, start, stop, ahead):
        return False
    if single and first == "．" and _is_number(text[stop]):
        return False
    if single and first in "」』" and not _is_speech(text, head, opened, stop):
        return False
    if last in "」』）)":
        return not _continues_after_bracket(text, ahead)
    if single and first == "。":  # "モーニング娘。の"
        return not (text[ahead] == "を" or _is_possessive(text, ahead))
    return not _continues(text, ahead)


cdef inline bint _is_hiragana(Py_UCS4 c) noexcept nogil:
    return 'ぁ' <= c <= 'ん'


cdef inline bint _is_number(Py_UCS4 c) noexcept nogil:
    return c'0' <= c <= c'9' or '０' <= c <= '９' or is_latin(c)


cdef bint _weak_ends(
    str text, Py_ssize_t head, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t ahead
) except -1:
    """Whether a mark that may also occur inside a sentence ends it."""
    cdef Py_UCS4 before
    if Py_UNICODE_ISLOWER(text[ahead]):
        return False
    if not is_space(text[stop]):  # "Yahoo!ニュース", "Ver.を"
        before = text[start - 1] if start else 0
        return not (before < 0x80 and Py_UNICODE_ISALNUM(before))
    if text[start] != "." or (stop > start + 1 and text[start + 1] == "."):
        return True
    return not _is_abbreviated(text, head, start, ahead)


cdef bint _is_abbreviated(str text, Py_ssize_t head, Py_ssize_t start, Py_ssize_t ahead) except -1:
    """Whether the period at `start` belongs to the word before it."""
    cdef Py_ssize_t begin = start, floor = max(head, start - MAX_WORD), stop
    cdef str word, low
    while begin > floor and not is_space(text[begin - 1]):
        begin -= 1
    while begin < start and text[begin] in "([{\"'“‘«„¿¡-–—":
        begin += 1
    word = text[begin:start]
    if word.isdigit():
        if len(word) > 3:
            return False
        stop = ahead
        while stop < len(text) and stop < ahead + MAX_ORDINAL and _is_word(text[stop]):
            stop += 1
        return begin == head or text[ahead:stop].lower() in _AFTER_ORDINAL
    if len(word) == 1:
        return word.isupper() and word != "I"
    low = word.lower()
    if "." in low:
        return low not in ("a.m", "p.m") and all([len(part) == 1 for part in low.split(".")])
    return low in _ABBREVIATIONS or (low in _BEFORE_NUMBER and Py_UNICODE_ISDIGIT(text[ahead]))


cdef inline bint _is_word(Py_UCS4 c) noexcept:
    return c == c'_' or Py_UNICODE_ISALNUM(c)


cdef bint _is_speech(
    str text, Py_ssize_t head, Py_ssize_t opened, Py_ssize_t stop
) except -1:
    """Whether a closing bracket ends direct speech, and with it the sentence."""
    cdef Py_ssize_t at
    if opened != head or stop - head < MIN_SPEECH:
        return False
    for at in range(head, stop):
        if _is_hiragana(text[at]):
            return stop < len(text) and not _is_hiragana(text[stop])
    return False


cdef bint _continues(str text, Py_ssize_t at) except -1:
    """Whether a word follows that continues a sentence in Japanese."""
    cdef Py_UCS4 c = text[at]
    if c < 0x3041:
        return False
    if c in "をっッんンーぁぃぅぇぉゃゅょ":
        return True
    if c == "と":
        return not _begins(text, at + 1, _NOT_QUOTED)
    return _is_possessive(text, at) or _begins(text, at, _COPULA)


cdef bint _is_possessive(str text, Py_ssize_t at) except -1:
    return text[at] == "の" and not _begins(text, at + 1, _NOT_POSSESSIVE)


cdef bint _continues_after_bracket(str text, Py_ssize_t at) except -1:
    cdef Py_UCS4 c = text[at]
    if c < 0x3041:
        return False
    if c in "氏様等的系風" or _continues(text, at) or _begins(text, at, _AFTER_NAME):
        return True
    if c == "で":
        return not (at + 1 < len(text) and text[at + 1] == "も")
    if c in "はがにもへやか":
        return not (at + 2 < len(text) and text[at + 1] == "い" and text[at + 2] in "、。！")
    return False


cdef bint _begins(str text, Py_ssize_t at, tuple words) except -1:
    """Whether one of the words is at an offset."""
    cdef Py_ssize_t n = len(text), i
    cdef str word
    for word in words:
        if at + len(word) <= n:
            for i in range(len(word)):
                if text[at + i] != word[i]:
                    break
            else:
                return True
    return False
