"""Times relative to now: "3 hours ago", 昨日, "vor 3 Stunden"."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from honbun.text.dates.model import KANJI, number
from honbun.text.dates.names import alternation
from honbun.text.patterns import lazy

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.text.dates.model import Source

_UNITS = {
    "second": "seconds second secs sec s sekunden sekunde secondes seconde segundos segundo "
    "secondi secondo секунды секунду секунд сек sekunder sekundy sekund saniye seconden 秒 秒钟 초",
    "minute": "minutes minute mins min m minuten minutos minuto minuti minuuttia minuter minuut "
    "минуты минуту минут мин minuty minut dakika 分 分钟 分鐘 분",
    "hour": "hours hour hrs hr h std stunden stunde heures heure horas hora ore ora uur uren "
    "timmar timme timer часа часов час ч godzin godziny godzinę hodinami hodin saat 時間 小时 小時 "
    "个小时 個小時 시간",
    "day": "days day d tagen tag jours jour días día dias dia giorni giorno dagen dag dagar dni "
    "dzień dny gün дня дней день 日 天 일",
    "week": "weeks week wks wk w wochen woche semaines semaine semanas semana settimane settimana "
    "weken veckor uker tygodnie hafta недели неделю недель 週間 周 週 星期 주",
    "month": "months month mo monaten monat mois meses mes mês mesi mese maanden maand månader "
    "måneder miesiące ay месяца месяц месяцев ヶ月 か月 ヵ月 カ月 ケ月 个月 個月 개월 달",
    "year": "years year yrs yr jahren jahr ans an années años año anos ano anni anno jaar år lata "
    "rok yıl года год лет 年 년",
}
_UNIT = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_DAYS_BACK = {
    0: "today heute aujourd'hui hoy hoje oggi vandaag сегодня dzisiaj dziś dnes bugün idag "
    "今日 本日 今天 오늘",
    1: "yesterday gestern hier ayer ontem ieri gisteren вчера wczoraj včera dün igår "
    "昨日 昨天 어제",
    2: "vorgestern avant-hier anteayer anteontem eergisteren позавчера "
    "一昨日 おととい 前天 그제 그저께",
}
_NOW = (
    "just now|right now|moments ago|a moment ago|gerade eben|soeben|à l'instant|ahora mismo|"
    "agora mesmo|proprio ora|zojuist|только что|przed chwilą|az önce|さっき|先ほど|たった今|"
    "たったいま|刚刚|剛剛|방금"
).split("|")
_BACK = {word: days for days, words in _DAYS_BACK.items() for word in words.split()}

_EAST = "\u3000"
"""Scripts from here on are written without spaces between words."""
_WORDS = sorted((*_BACK, *_NOW), key=len, reverse=True)
_SPACED = [word for word in _WORDS if word < _EAST]
_UNSPACED = [word for word in _WORDS if word > _EAST]

_ONE = tuple("einer einem jeden una uno uma une one ett een an un um en a".split())
_AN = ("an", "a", "one")
_BACKWARDS = ("vor", "il y a", "hace", "há", "för", "acum", "před")
_BEFORE = "(?:" + "|".join(_BACKWARDS).replace(" ", r"\s") + ")"
_ONE_UNIT = "секунду минуту час день неделю месяц год".split()
"""Russian writes "a minute ago" without a number."""
_FORWARDS = "ago назад тому fa geleden atrás sedan siden temu önce".split()
_AFTER = f"(?:{'|'.join(_FORWARDS)})"
SPACED_UNITS = [word for word in _UNIT if word < _EAST]
_SPACED_UNIT = alternation(SPACED_UNITS) + r"(?![^\W\d_])\.?"
_UNSPACED_UNIT = alternation([word for word in _UNIT if word > _EAST])
_AMOUNT = rf"([0-9]{{1,3}}|{'|'.join(_ONE)})\s?({_SPACED_UNIT})"
_VAGUELY = "about over almost etwa ca environ около".split()
_ABOUT = rf"(?:(?:{'|'.join(_VAGUELY)}\.?|~)\s)?"
AROUND = [*_FORWARDS, *_VAGUELY, *(phrase.split()[-1] for phrase in _BACKWARDS)]
"""Words of which one is before or after the number and unit of a relative time."""
_SPACED_AGO = lazy(
    rf"({_BEFORE}\s)?{_ABOUT}{_AMOUNT}(?:,?\s(?:(?:and|und|et|y|и)\s)?{_AMOUNT})?(\s{_AFTER}\b)?"
)
_UNSPACED_AGO = lazy(
    rf"([0-9]{{1,3}}|[{KANJI}]{{1,3}})\s?({_UNSPACED_UNIT})\s?(?:ほど|くらい|之|以)?[前전]"
)
_ONE_AGO = lazy(rf"({_SPACED_UNIT})\sназад\b")
_WORD = lazy("|".join(_WORDS))

SPACED = (
    rf"{alternation(_SPACED)}(?![^\W_])"
    rf"|{_BEFORE}(?=\s(?:[a-zа-я~.]{{1,8}}\s)?[0-9a-z])"
    rf"|(?:{'|'.join(_AN)})(?=\s(?:second|minute|hour|day|week|month|year)\s)"
    rf"|(?:{'|'.join(_ONE_UNIT)})(?=\sназад)"
)
"""Words that a relative time can begin with instead of a digit."""
FIRST_WORDS = [re.split(r"\W", phrase)[0] for phrase in (*_SPACED, *_BACKWARDS, *_AN, *_ONE_UNIT)]
"""The first word of each of them."""
UNSPACED = rf"{alternation(_UNSPACED)}|[{KANJI}]{{1,3}}(?=\s?{_UNSPACED_UNIT}[之以]?前)"
"""The same in scripts without spaces."""
HINTS = [*_UNSPACED] + [
    unit + back for unit in _UNIT if unit > _EAST for back in ("前", "之前", "以前")
]
"""Parts of which every one of the latter contains at least one."""
UNSPACED_WORDS = _UNSPACED
UNIT_SIGNS = "".join({unit[0] for unit in _UNIT if unit > _EAST})
"""What units begin with in scripts without spaces."""
KINDS = frozenset({"relative", "counted", "worded", "sign"})
"""The openings that a relative time can begin with."""


class Relative(NamedTuple):
    """A time relative to now: how many of which units back."""

    stop: int
    amounts: list[tuple[int, str]]

    @property
    def takes_clock(self) -> bool:
        """Whether a time of day may follow, as in "yesterday at 3 pm"."""
        return self.amounts[0][1] == "day"


def at(kind: str, source: Source, start: int) -> Relative | None:
    """The relative time that begins at `start` with an opening of this kind."""
    plain = source.plain
    if kind == "relative" and (word := _WORD.match(plain, start)):
        return _word(word, source)
    if kind != "worded" and (ago := _UNSPACED_AGO.match(plain, start)):
        return Relative(ago.end(), [_amount(ago[1], ago[2])])
    if kind == "relative" and (ago := _ONE_AGO.match(plain, start)):
        return Relative(ago.end(), [(1, _UNIT[ago[1]])])
    ago = _SPACED_AGO.match(plain, start) if kind in ("relative", "worded") else None
    return _spaced(ago) if ago else None


def value(relative: Relative, now: datetime) -> str:
    """The time in ISO 8601, as precise as its unit."""
    count, unit = relative.amounts[0]
    if unit == "year":
        return f"{max(now.year - count, 1):04}"
    if unit == "month":
        months = max(now.year * 12 + now.month - 1 - count, 12)
        return f"{months // 12:04}-{months % 12 + 1:02}"
    moment = now - sum((timedelta(**{unit + "s": n}) for n, unit in relative.amounts), timedelta())
    finest = relative.amounts[-1][1]
    return (
        moment.date().isoformat() if finest in ("day", "week") else moment.isoformat("T", "minutes")
    )


def _word(match: re.Match[str], source: Source) -> Relative | None:
    word = match[0]
    # "hier" is "here" in German. In French it is "yesterday"; a time that follows shows it.
    if word == "hier" and not (source.language or "").lower().startswith("fr"):
        after = source.plain[match.end() : match.end() + 4]
        if not (after.startswith(" à ") and after[3:].isdecimal()):
            return None
    return Relative(match.end(), [(_BACK[word], "day") if word in _BACK else (0, "minute")])


def _spaced(match: re.Match[str]) -> Relative | None:
    before, count, unit, more, smaller, after = match.groups()
    if not (before or after):
        return None
    amounts = [_amount(count, unit)]
    if more:
        amounts.append(_amount(more, smaller))
    return Relative(match.end(), amounts)


def _amount(count: str, unit: str) -> tuple[int, str]:
    return 1 if count in _ONE else number(count), _UNIT[unit.rstrip(".")]
