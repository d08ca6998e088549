"""When are two sentences the same? When their keys are.

The key leaves out what copying changes without anybody noticing: width, case, white space, the kind
of quotation mark, dash and Japanese comma, and the marks around it.
"""

from __future__ import annotations

import re
from unicodedata import is_normalized

import xxhash

from honbun.language.normal import normal

_FORMS = {
    '"': "“”„‟«»″〝〞〟",
    "'": "‘’‚‛‹›′`´",
    "-": "‐‑‒–—―−﹘⁃─━",
    "~": "〜∼∽",
    "": "\u00ad\u200b\u200c\u200d\u2060\ufeff",
}
_UNIFIED = str.maketrans({form: plain for plain, forms in _FORMS.items() for form in forms})
_VARIANT = re.compile(f"[{''.join(map(''.join, _FORMS.values()))}]")
_EDGE = "\"'「」『』《》〈〉【】〔〕()[]{}<>.,:;!?-~*・•·"
"""What stands around a sentence when it is quoted, or an item of a list."""
_SIGN = 1 << 63


def key(text: str) -> str:
    """The form that sentences are compared by.

    >>> key("“Ｗｅｂ” — it’s 今日、 OK") == key('"web" - It\\'s 今日，ok')
    True
    >>> key("「本文です。」") == key("・本文です")
    True
    """
    if text.isascii():
        bare = "".join(text.lower().replace("`", "'").split())
        return bare.strip(_EDGE) or bare
    text = normal("NFKC", text).replace("、", ",").replace("。", ".")
    text = text.translate(_UNIFIED) if _VARIANT.search(text) else text
    text = "".join(text.casefold().split())
    # A few letters fall apart when their case goes, and accents meet where a space was.
    bare = text if is_normalized("NFKC", text) else normal("NFKC", text)
    return bare.strip(_EDGE) or bare


def number(key: str) -> int:
    """A key as a signed number of 64 bits, the same on every machine."""
    digest = xxhash.xxh3_64_intdigest(key.encode("utf-8", "surrogatepass"))
    return digest - 2 * _SIGN if digest >= _SIGN else digest


def fingerprint(text: str) -> int:
    """The number of a text's key.

    >>> fingerprint("a b") == fingerprint("A  B"), -(2**63) <= fingerprint("c") < 2**63
    (True, True)
    """
    return number(key(text))
