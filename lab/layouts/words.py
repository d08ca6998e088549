"""Writer: texts of one language, from a grammar of phrases, and dice that a site keeps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SLOT = re.compile(r"\{(\w+)\}")
LANGUAGES = tuple(sorted(path.stem for path in (Path(__file__).parent / "banks").glob("*.txt")))
UNSPACED = ("ja", "zh")
_FAMILY_FIRST = ("ja", "zh", "ko")
NUMBERS = {
    "n": (2, 98, "{}"),
    "year": (1998, 2024, "{}"),
    "yearb": (1946, 2005, "{}"),
    "day": (1, 28, "{}"),
    "m": (1, 12, "{}"),
    "dd": (1, 28, "{:02}"),
    "mm": (1, 12, "{:02}"),
    "hh": (0, 23, "{:02}"),
    "mi": (0, 59, "{:02}"),
}
"""Slots for numbers: lowest, highest, form."""
T = TypeVar("T")


@cache
def bank(language: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The phrases of a language by key; in each, every second piece is the name of a slot."""
    phrases: dict[str, tuple[tuple[str, ...], ...]] = {}
    path = Path(__file__).parent / "banks" / f"{language}.txt"
    for line in path.read_text("utf-8").splitlines():
        key, _, rest = line.partition(": ")
        alternatives = (phrase.strip(" ").replace("\\n", "\n") for phrase in rest.split(" | "))
        phrases[key] = tuple(tuple(_SLOT.split(phrase)) for phrase in alternatives)
    return phrases


@dataclass(frozen=True)
class Dice:
    """Throws that depend on a seed and the name of the question only."""

    seed: str

    def of(self, key: str) -> Random:
        return Random(f"{self.seed}/{key}")

    def choice(self, key: str, options: Sequence[T]) -> T:
        return self.of(key).choice(options)

    def chance(self, key: str, share: float) -> bool:
        return self.of(key).random() < share

    def number(self, key: str, low: int, high: int) -> int:
        return self.of(key).randint(low, high)

    def sample(self, key: str, options: Sequence[T], count: int) -> list[T]:
        return self.of(key).sample(options, min(count, len(options)))


@dataclass(frozen=True)
class Writer:
    """Writes texts of a language, filling in what is known of the site."""

    language: str
    rng: Random
    known: Mapping[str, str]
    """Slots with a fixed text: the site, its host, a title."""
    polite: bool = False
    """Japanese sentences in the style of letters and blogs."""

    def say(self, key: str, **known: str) -> str:
        """A phrase of this kind."""
        text = self._fill(key, {**self.known, **known})
        return text[:1].upper() + text[1:] if text[:1].islower() else text

    def _fill(self, key: str, known: Mapping[str, str]) -> str:
        if key in known:
            return known[key]
        phrases = bank(self.language).get(key)
        if phrases is None:
            return self._number(key)
        pieces = list(self.rng.choice(phrases))
        for at in range(1, len(pieces), 2):
            pieces[at] = self._fill(pieces[at], known)
        return "".join(pieces)

    def _number(self, key: str) -> str:
        """A slot that no phrase fills: a name, a date or a number."""
        if key == "name":
            names = self._fill("family", {}), self._fill("given", {})
            return "".join(names) if self.language in _FAMILY_FIRST else " ".join(names[::-1])
        if key == "date":
            return self._fill("dateform", {"reiwa": self._number("m")})
        if key == "big":
            mark = "," if self.language in ("en", *_FAMILY_FIRST) else "."
            return f"{self.rng.randint(1, 98)}{mark}{self.rng.randint(0, 999):03}"
        low, high, form = NUMBERS[key]
        return form.format(self.rng.randint(low, high))

    def phrases(self, key: str, count: int) -> list[str]:
        """Different phrases of this kind, as far as there are so many."""
        found = dict.fromkeys(self.say(key) for _ in range(3 * count))
        return list(found)[:count]

    def paragraph(self, sentences: int) -> str:
        kind = "polite" if self.polite and "polite" in bank(self.language) else "sentence"
        gap = "" if self.language in UNSPACED else " "
        written = (self.say(kind) for _ in range(sentences))
        ends = '.。!！?？…”"»'
        return gap.join(text if text[-1] in ends else f"{text}." for text in written)

    def day(self, day: date, form: str = "") -> str:
        """A date as the language, or a site's form, writes it."""
        months, weekdays = (bank(self.language)[key] for key in ("month", "weekday"))
        known = {
            "year": str(day.year),
            "month": months[day.month - 1][0],
            "m": str(day.month),
            "mm": f"{day.month:02}",
            "day": str(day.day),
            "dd": f"{day.day:02}",
            "weekday": weekdays[day.weekday()][0],
            "hh": f"{day.toordinal() * 7 % 24:02}",  # the same wherever the page says it
            "mi": f"{day.toordinal() * 13 % 60:02}",
            "reiwa": str(max(1, day.year - 2018)),
        }
        if form:
            return _SLOT.sub(lambda slot: known[slot[1]], form)
        return self._fill("dateform", known)

    def title(self) -> str:
        return self.say("headline").rstrip(".。")


def forms(language: str, key: str) -> list[str]:
    """The phrases of a kind with their slots open, for a site to keep one."""
    return [
        "".join(f"{{{piece}}}" if at % 2 else piece for at, piece in enumerate(phrase))
        for phrase in bank(language)[key]
    ]


def fill(form: str, known: Mapping[str, str], writer: Writer) -> str:
    """A phrase that a site keeps, with its slots filled."""
    return _SLOT.sub(lambda slot: known.get(slot[1]) or writer.say(slot[1]), form)


def days(rng: Random) -> date:
    """A day on which a page may have been written."""
    return date(1998, 1, 1) + timedelta(days=rng.randint(0, 9700))


def slots(language: str) -> set[str]:
    """The slots that the phrases of a language have."""
    phrases = bank(language).values()
    return {piece for phrase in phrases for pieces in phrase for piece in pieces[1::2]}
