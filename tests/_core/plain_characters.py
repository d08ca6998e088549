"""The plain definition of what is counted of a text, and of its words."""

from __future__ import annotations

from itertools import groupby
from unicodedata import category


def is_whole(char: str) -> bool:
    """Whether a character is a word by itself: ideographs, kana, and what is beyond the table."""
    code = ord(char)
    if code >= 0xFFFF:
        return True
    return category(char) == "Lo" and code >= 0x2E80 and not 0xAC00 <= code <= 0xD7A3


def _is_digit(char: str) -> bool:
    return ord(char) < 0xFFFF and category(char)[0] == "N"


def _in_word(char: str) -> bool:
    return is_whole(char) or category(char)[0] in "LMN" or char == "_"


def _lower(char: str) -> str:
    small = char.lower()
    return small if len(small) == 1 else small[0]


def words(text: str) -> list[str]:
    """The words of a text in lower case."""
    found: list[str] = []
    joins = False
    for char in text:
        if not _in_word(char):
            joins = False
        elif joins and not is_whole(char):
            found[-1] += _lower(char)
        else:
            found.append(_lower(char))
            joins = not is_whole(char)
    return found


def counts(text: str) -> dict[str, int]:
    """How many of each class of characters."""

    def how_many(chars: str) -> int:
        return sum(map(text.count, chars))

    ends = [at for at, char in enumerate(text) if char in ".!?…"]
    closed = [at for at in ends if at + 1 == len(text) or text[at + 1].isspace()]
    small = [char for char in text if ord(char) < 0xFFFF]
    return {
        "words": len(words(text)),
        "sentences": len(closed) + how_many("。！？"),
        "letters": sum(map(_in_word, text)),
        "commas": how_many(",、，;；"),
        "questions": how_many("?？"),
        "digits": sum(map(_is_digit, text)),
        "capitals": sum(category(char) == "Lu" for char in small),
        "money": sum(category(char) == "Sc" for char in small),
        "signs": how_many("|©®»›«‹•·→↑↓"),
    }


def folded(text: str) -> str:
    """What equal texts have in common: lower case, without white space."""
    return "".join(map(_lower, "".join(text.split())))


def pattern(text: str) -> str:
    """... with each number as 0; white space divides numbers."""
    groups = groupby(" ".join(text.split()), _is_digit)
    return folded("".join("0" if digits else "".join(chars) for digits, chars in groups))
